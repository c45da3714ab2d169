//! Files of whole boards: positions with names and, where known, their answers.
//!
//! [`parse`] reads
//!
//! * JSON, for programs: positions as records, or maps of openings for each board size;
//! * TOML, typed by hand: `[[position]]` and `[[openings]]`, boards drawn or listed ([`write_toml`] writes it);
//! * a single position in any notation of the crate `hex`.
//!
//! `docs/SOLVE.md` describes them. Not here: claims about parts of boards (`problem`). Reading allocates memory in
//! proportion to the text, and any text yields positions or an error.
//!
//! ```
//! use tesuji_board::Player;
//! use tesuji_problem::board::file::{PositionDefaults, parse};
//!
//! let puzzles = parse("
//!     [[position]]
//!     id = 'bridge'
//!     to_move = 'white'
//!     winner = 'black'
//!     diagram = '''
//!       . B
//!        . .
//!     '''
//! ", &PositionDefaults::default()).unwrap();
//! assert_eq!(puzzles[0].expected.winner, Some(Player::Black));
//!
//! let error = parse(r#"{"id": "x", "width": 2, "height": 2, "to_move": "black",
//! "black": ["a1"], "white": ["a1"]}"#, &PositionDefaults::default()).unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 29: `a1` is white as well as black");
//! ```

mod json;
mod notation;
mod parts;
mod toml;

use tesuji_board::{Cell, CellSet, Player};

use super::{MoveMap, Question};
use crate::ProblemError;
use crate::check_ids;
use crate::error::{Fault, Flaw};

pub use self::toml::write_toml;

/// A position with its name and, where known, its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Its name, unique in its file: one line, without surrounding blanks.
    pub id: String,
    /// The position.
    pub question: Question,
    /// The answer that the file states.
    pub expected: ExpectedAnswer,
}

/// Answer stated by a file, without contradictions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExpectedAnswer {
    /// The winner.
    pub winner: Option<Player>,
    /// Moves that win; others may win too.
    pub winning: CellSet,
    /// All moves that win, and no others.
    pub all_winning: Option<CellSet>,
}

impl ExpectedAnswer {
    /// Whether an answer is as stated; `None` if nothing is stated or nothing is known.
    ///
    /// `winning_move` is a move that is known to win.
    #[must_use]
    pub fn judge(&self, winner: Option<Player>, winning_move: Option<Cell>, moves: &MoveMap) -> Option<bool> {
        let winner_is_right = self.winner? == winner?;
        let listed_lose = self.winning.meets(&moves.losing);
        let all_are_right = self.all_winning.as_ref().is_none_or(|all| {
            winning_move.is_none_or(|mv| all.contains(mv)) && moves.winning.is_subset(all) && !all.meets(&moves.losing)
        });
        Some(winner_is_right && !listed_lose && all_are_right)
    }
}

/// Values that the notation of a single position leaves open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionDefaults {
    /// The name of the position; `position` if empty.
    pub id: String,
    /// Whose turn it is. A diagram does not say. If this is `None` too, the numbers of stones decide.
    pub to_move: Option<Player>,
    /// Columns and rows for a list of moves; by default the smallest usual board that has all its cells.
    pub size: Option<(usize, usize)>,
}

/// Positions, each with the place of its id.
type Placed = Vec<(std::ops::Range<usize>, Puzzle)>;

/// Reads the positions of a file. There is at least one, and all ids differ.
///
/// An opening is a position with one black stone, named after its board and cell: `7x7-d4`.
///
/// # Errors
///
/// The first fault with its place.
pub fn parse(text: &str, unsaid: &PositionDefaults) -> Result<Vec<Puzzle>, ProblemError> {
    let placed = match face(text) {
        PositionFileForm::Json => json::read(text),
        PositionFileForm::Toml => toml::read(text),
        PositionFileForm::Notation => notation::read(text, unsaid),
    };
    placed.and_then(|placed| unique(text, placed)).map_err(|flaw| flaw.within(text))
}

fn unique(text: &str, placed: Placed) -> Result<Vec<Puzzle>, Flaw> {
    check_ids(text, placed.iter().map(|(span, puzzle)| (span, puzzle.id.as_str())))?;
    if placed.is_empty() {
        return Err(Flaw::new(0..0, Fault::NoPosition));
    }
    Ok(placed.into_iter().map(|(_, puzzle)| puzzle).collect())
}

#[derive(Clone, Copy)]
enum PositionFileForm {
    Json,
    Toml,
    Notation,
}

/// JSON begins with `{`, or with `[` before `{`. In TOML the first line with content is `[table]` or `key = value`.
fn face(text: &str) -> PositionFileForm {
    let mut symbols = text.chars().filter(|symbol| !symbol.is_whitespace());
    match (symbols.next(), symbols.next()) {
        (Some('{'), _) | (Some('['), Some('{' | ']')) => return PositionFileForm::Json,
        _ => {}
    }
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let key = line.split_once('=').map_or("", |(key, _)| key.trim_end());
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if line.starts_with('[') || is_key { PositionFileForm::Toml } else { PositionFileForm::Notation }
}

#[cfg(feature = "testing")]
mod tests;
