//! Whole games, and their forms as text: [`sgf`], the requests of [`botzone`], the records of [`ccgc`], and [`list`]s of moves.
//!
//! A [`Record`] has been played through: every move in it, including variations, is legal where it is made.

pub mod botzone;
pub mod ccgc;
mod error;
pub mod list;
pub mod sgf;

use std::collections::BTreeMap;

pub use error::RecordError;
use tesuji_board::Player;
use tesuji_game::Game;
pub use tesuji_sgf::{PropertyError, SgfError};

use crate::notation::write_move;
use crate::{Move, Position, Setup};

/// Reads a game in any of these forms. A text that begins with a bracket is SGF. One that begins with a brace, or with
/// a line that is only a number, is a request from Botzone. One that begins with `#[` is a championship record.
/// Anything else is a list of moves, which begins at `start` if it names no start.
///
/// # Errors
///
/// Those of the form.
pub fn read(text: &str, start: &Setup) -> Result<Record, RecordError> {
    match form(text) {
        RecordForm::Sgf => sgf::read(text),
        RecordForm::Botzone => botzone::read(text.trim_start_matches('\u{feff}')),
        RecordForm::Ccgc => ccgc::read(text),
        RecordForm::List => list::read(text, start),
    }
}

/// Whether the text is a game rather than a position: it has a move, or a form that only games have.
#[must_use]
pub fn is_game(text: &str) -> bool {
    form(text) != RecordForm::List || list::has_moves(text)
}

/// Whether it is a list of moves, which may leave out the start.
#[must_use]
pub fn is_list(text: &str) -> bool {
    form(text) == RecordForm::List && list::has_moves(text)
}

#[derive(PartialEq, Eq)]
enum RecordForm {
    Sgf,
    Botzone,
    Ccgc,
    List,
}

fn form(text: &str) -> RecordForm {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let first = text.lines().next().unwrap_or_default().trim_end();
    match text.as_bytes().first() {
        Some(b'(') => RecordForm::Sgf,
        Some(b'{') => RecordForm::Botzone,
        Some(b'#') if first.starts_with("#[") => RecordForm::Ccgc,
        Some(_) if first.bytes().all(|byte| byte.is_ascii_digit()) => RecordForm::Botzone,
        _ => RecordForm::List,
    }
}

/// A game from its beginning, with variations and what is recorded about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The position before the first move, and who made that move.
    pub setup: Setup,
    /// The moves that were played. Its variations were not.
    pub main: RecordLine,
    /// The result as in SGF: `B+R`, `W+3`; empty if not given.
    pub result: String,
    /// Names, by [`Player::index`]; may be empty.
    pub players: [String; 2],
    /// The match or tournament; may be empty.
    pub event: String,
    /// The date, as SGF writes dates; may be empty.
    pub date: String,
}

/// Successive moves, and the variations that leave them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordLine {
    /// The moves; players alternate.
    pub moves: Vec<Move>,
    /// Remarks, by the number of moves of this line played before them.
    pub comments: BTreeMap<usize, String>,
    /// Other lines, in the order of the moves that they replace.
    pub variations: Vec<Variation>,
}

/// Another line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The number of moves played before it in the line that it leaves.
    pub after: usize,
    /// The moves from there on.
    pub line: RecordLine,
}

impl Record {
    /// A game that has not begun.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self {
            setup,
            main: RecordLine::default(),
            result: String::new(),
            players: [String::new(), String::new()],
            event: String::new(),
            date: String::new(),
        }
    }

    /// The position after the first `n_moves` moves of the main line, or all if there are fewer.
    ///
    /// # Errors
    ///
    /// [`RecordError::Setup`] and [`RecordError::Illegal`]. Neither occurs for a record that was read.
    pub fn position(&self, n_moves: usize) -> Result<Position, RecordError> {
        let mut position = Position::new(&self.setup)?;
        for (mv, number) in self.main.moves.iter().zip(1..).take(n_moves) {
            play(&mut position, *mv, number)?;
        }
        Ok(position)
    }

    /// Number of moves that each side could make if it were its turn: before the first move of the main line, and after
    /// each. By [`Player::index`].
    ///
    /// # Errors
    ///
    /// As for [`Self::position`].
    pub fn numbers_of_moves(&self) -> Result<Vec<[u32; 2]>, RecordError> {
        let numbers = |position: &Position| Player::BOTH.map(|player| position.n_moves_of(player));
        let mut position = Position::new(&self.setup)?;
        let mut all = vec![numbers(&position)];
        for (mv, number) in self.main.moves.iter().zip(1..) {
            play(&mut position, *mv, number)?;
            all.push(numbers(&position));
        }
        Ok(all)
    }

    /// The game with the colours exchanged: moves and squares stay. A game in which White began from below, as on
    /// PlayStrategy, becomes one in which Black does, and vice versa.
    #[must_use]
    pub fn with_colours_exchanged(mut self) -> Self {
        std::mem::swap(&mut self.setup.black, &mut self.setup.white);
        self.setup.to_move = self.setup.to_move.opponent();
        self.players.swap(0, 1);
        let winner = match self.result.as_bytes() {
            [b'B', b'+', ..] => Some('W'),
            [b'W', b'+', ..] => Some('B'),
            _ => None,
        };
        if let Some(winner) = winner {
            self.result.replace_range(..1, winner.encode_utf8(&mut [0; 4]));
        }
        self
    }

    /// The image of the game under this symmetry, see [`Size::image_of`](crate::Size::image_of).
    ///
    /// # Errors
    ///
    /// [`RecordError::Setup`] if the board has no such symmetry, or something is not on the board.
    pub fn image(mut self, symmetry: usize) -> Result<Self, RecordError> {
        let size = Position::new(&self.setup)?.size();
        if symmetry >= size.n_symmetries() {
            return Err(RecordError::Symmetry { symmetry, size });
        }
        let image = |square: &mut u8| *square = size.image_of(*square, symmetry);
        for squares in [&mut self.setup.black, &mut self.setup.white, &mut self.setup.arrows] {
            squares.iter_mut().for_each(image);
        }
        self.main.show_by(&image);
        Ok(Self { setup: self.setup.sorted(), ..self })
    }

    /// Checks that all moves can be played, including variations.
    pub(crate) fn check(&self) -> Result<(), RecordError> {
        check_line(&self.main, Position::new(&self.setup)?, 0)
    }
}

impl RecordLine {
    /// Maps all squares of the line and its variations.
    fn show_by(&mut self, image: &impl Fn(&mut u8)) {
        for mv in &mut self.moves {
            [&mut mv.from, &mut mv.to, &mut mv.arrow].into_iter().for_each(image);
        }
        self.variations.iter_mut().for_each(|variation| variation.line.show_by(image));
    }
}

fn check_line(line: &RecordLine, mut position: Position, n_before: usize) -> Result<(), RecordError> {
    let mut variations = line.variations.iter().peekable();
    for n_moves in 0..=line.moves.len() {
        while let Some(variation) = variations.next_if(|variation| variation.after == n_moves) {
            check_line(&variation.line, position.clone(), n_before + n_moves)?;
        }
        if let Some(&mv) = line.moves.get(n_moves) {
            play(&mut position, mv, n_before + n_moves + 1)?;
        }
    }
    match variations.next() {
        Some(variation) => Err(RecordError::Variation { after: variation.after }),
        None => Ok(()),
    }
}

/// Plays move number `number` of a game, if it is legal.
fn play(position: &mut Position, mv: Move, number: usize) -> Result<(), RecordError> {
    let (player, size) = (position.to_move(), position.size());
    match position.objection(mv) {
        None => {
            position.play_unchecked(mv);
            Ok(())
        }
        Some(objection) => {
            let reason = objection.words(size, player, mv);
            Err(RecordError::Illegal { number, player, mv: write_move(size, mv), reason })
        }
    }
}

/// Exchanges the colours of a set-up; the player to move stays the same.
fn with_amazons_exchanged(mut setup: Setup) -> Setup {
    std::mem::swap(&mut setup.black, &mut setup.white);
    setup
}

/// The usual start, but with White below.
fn white_below(side: usize, to_move: Player) -> Option<Setup> {
    let setup = Setup::standard(side).ok()?;
    Some(with_amazons_exchanged(Setup { to_move, ..setup }))
}
