//! Writing a game, or a position of it, in another form.
//!
//! | form | Hex | Go | Amazons | holds |
//! | --- | --- | --- | --- | --- |
//! | `sgf` | HexGui's | yes | yes | the game |
//! | `little-golem` | yes | | | the game, without remarks |
//! | `hexworld` | yes | | | moves, and who resigned |
//! | `moves` | yes | yes | yes | moves (Amazons: with the start) |
//! | `hexwiki` | yes | | | a position, with the numbers of its moves |
//! | `diagram` | yes | rectangles | yes | a position |
//! | `json` | | yes | | the game, on a board of any shape |
//! | `fen`, `string` | | | yes | a position |
//! | `botzone`, `answer` | | | 8x8 | moves from the usual start |
//!
//! Claims have forms of their own: [`write_problems`](crate::write_problems).

use tesuji_amazons::notation as amazons_notation;
use tesuji_amazons::record::{Record as AmazonsRecord, RecordLine, botzone, list, sgf as amazons_sgf};
use tesuji_board::Player;
use tesuji_engine::AnyRecord;
use tesuji_go::record::{Record as GoRecord, json, sgf as go_sgf};
use tesuji_go::{Komi, Move, Rules};

use crate::{FormError, Reading, hex_write};

/// A form in which something can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Form {
    /// SGF; of Hex as HexGui writes it.
    Sgf,
    /// SGF of Hex as Little Golem writes it.
    LittleGolem,
    /// A link to HexWorld.
    HexWorld,
    /// HexWiki's `<hexboard>`.
    HexWiki,
    /// HexProver's picture of a claim.
    Hdg,
    /// A drawing of a position.
    Diagram,
    /// A list of moves.
    Moves,
    /// Records of Go, and claims, as JSON.
    Json,
    /// Claims as TOML.
    Toml,
    /// Claims as headers and a drawing.
    Headers,
    /// A position of Amazons as FEN.
    Fen,
    /// A position of Amazons in the form of programs for combinatorial games.
    String,
    /// Amazons: the moves as Botzone sends them to the player to move.
    Botzone,
    /// Amazons: the last move as a program answers Botzone.
    Answer,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 14] = [
        Self::Sgf,
        Self::LittleGolem,
        Self::HexWorld,
        Self::HexWiki,
        Self::Hdg,
        Self::Diagram,
        Self::Moves,
        Self::Json,
        Self::Toml,
        Self::Headers,
        Self::Fen,
        Self::String,
        Self::Botzone,
        Self::Answer,
    ];

    /// Its name in options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sgf => "sgf",
            Self::LittleGolem => "little-golem",
            Self::HexWorld => "hexworld",
            Self::HexWiki => "hexwiki",
            Self::Hdg => "hdg",
            Self::Diagram => "diagram",
            Self::Moves => "moves",
            Self::Json => "json",
            Self::Toml => "toml",
            Self::Headers => "headers",
            Self::Fen => "fen",
            Self::String => "string",
            Self::Botzone => "botzone",
            Self::Answer => "answer",
        }
    }

    /// The form that the ending of a file name says, without its dot.
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<Self> {
        Some(match ending.to_ascii_lowercase().as_str() {
            "sgf" => Self::Sgf,
            "hsgf" => Self::LittleGolem,
            "json" => Self::Json,
            "toml" => Self::Toml,
            "fen" => Self::Fen,
            "hdg" => Self::Hdg,
            "wiki" => Self::HexWiki,
            "moves" => Self::Moves,
            _ => return None,
        })
    }
}

impl std::fmt::Display for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A text in the requested form, and what it does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// The text; it ends in a line end.
    pub text: String,
    /// Losses of the form, in a few words each.
    pub lost: Vec<String>,
}

/// Writes the game up to its first `n_moves` moves, or the position after them, whichever the form holds; without
/// `n_moves`, all moves.
///
/// # Errors
///
/// If the game does not have the form, the form cannot hold what matters of it, the record has fewer moves, or one of
/// them cannot be made.
pub fn write(reading: &Reading, form: Form, n_moves: Option<usize>) -> Result<Written, FormError> {
    let n_recorded = reading.record.n_moves();
    let n_moves = match n_moves {
        Some(asked) if asked > n_recorded => return Err(FormError::TooFar { asked, n_moves: n_recorded }),
        n_moves => n_moves,
    };
    match &reading.record {
        AnyRecord::Hex(record) => hex_write::write(reading, record, form, n_moves),
        AnyRecord::Go(record) => go(record, form, n_moves),
        AnyRecord::Amazons(record) => amazons(record, form, n_moves),
    }
}

pub(crate) fn no_such_form(form: Form, what: &'static str, forms: &[Form]) -> FormError {
    let names: Vec<&str> = forms.iter().map(|form| form.name()).collect();
    FormError::Form { form, what, expected: format!("one of {}", names.join(", ")) }
}

/// Names, event and result as what a form without them loses.
pub(crate) fn lost_words(players: &[String; 2], event: &str, n_remarks: usize, result: bool) -> Vec<String> {
    let mut lost = Vec::new();
    if players.iter().any(|name| !name.is_empty()) {
        lost.push("the names of the players".to_owned());
    }
    if !event.is_empty() {
        lost.push("the event".to_owned());
    }
    if n_remarks > 0 {
        lost.push(format!("{n_remarks} remark{}", if n_remarks == 1 { "" } else { "s" }));
    }
    if result {
        lost.push("the result".to_owned());
    }
    lost
}

/// The moves as something that a picture of their end does not hold.
pub(crate) fn lost_moves(n_moves: usize) -> Option<String> {
    (n_moves > 0).then(|| "the moves: only the position after them is written".to_owned())
}

fn go(record: &GoRecord, form: Form, n_moves: Option<usize>) -> Result<Written, FormError> {
    let mut record = record.clone();
    if let Some(n_moves) = n_moves.filter(|&n_moves| n_moves < record.moves.len()) {
        record = begun_go(&record, n_moves);
    }
    let end = record.position(Rules::LOOSEST, Komi::default(), usize::MAX)?;
    let words = || {
        let mut lost = lost_words(&record.players, &record.event, record.comments.len(), !record.result.is_empty());
        if !record.variations.is_empty() {
            lost.push("the variations".to_owned());
        }
        lost
    };
    Ok(match form {
        Form::Sgf => Written { text: go_sgf::write(&record)?, lost: Vec::new() },
        Form::Json => Written { text: json::write(&record)?, lost: Vec::new() },
        Form::Diagram => {
            if record.board().square_size().is_none() {
                let reason = "only rectangles are drawn so; `sgf` and `json` hold any board".to_owned();
                return Err(FormError::Cannot { form, reason });
            }
            Written { text: end.render(), lost: lost_moves(record.moves.len()).into_iter().chain(words()).collect() }
        }
        Form::Moves => {
            if record.setup.iter().any(|stones| !stones.is_empty()) || !record.edits.is_empty() {
                let reason = "it has stones that were set up".to_owned();
                return Err(FormError::Cannot { form, reason });
            }
            let mut turn = Player::Black;
            let mut names = Vec::new();
            for &(player, mv) in &record.moves {
                if player != turn {
                    return Err(FormError::Cannot { form, reason: "the players do not take turns".to_owned() });
                }
                turn = turn.opponent();
                names.push(match mv {
                    Move::Place(cell) => record.topology().name(cell).to_owned(),
                    Move::Pass => "pass".to_owned(),
                });
            }
            let board = Some(record.board().to_string()).filter(|board| board != "19x19");
            let board = board.map(|board| format!("the board, {board}"));
            let rules = record.rules.is_some() || record.komi.is_some();
            let rules = rules.then(|| "rules and komi".to_owned());
            Written { text: names.join(" ") + "\n", lost: board.into_iter().chain(rules).chain(words()).collect() }
        }
        _ => return Err(no_such_form(form, "a game of Go", &[Form::Sgf, Form::Json, Form::Diagram, Form::Moves])),
    })
}

/// A game of Go up to its first `n_moves` moves, without what leaves it later and without a result.
fn begun_go(record: &GoRecord, n_moves: usize) -> GoRecord {
    let mut begun = record.clone();
    begun.moves.truncate(n_moves);
    begun.comments.retain(|&before, _| before <= n_moves);
    begun.edits.retain(|&before, _| before <= n_moves);
    begun.result.clear();
    // The numbers of the lines that are kept.
    let mut numbers = vec![Some(0)];
    begun.variations.clear();
    for line in &record.variations {
        let is_kept = line.leaves > 0 || line.after <= n_moves;
        let leaves = numbers.get(line.leaves).copied().flatten().filter(|_| is_kept);
        if let Some(leaves) = leaves {
            begun.variations.push(tesuji_go::record::Variation { leaves, ..line.clone() });
        }
        numbers.push(leaves.map(|_| begun.variations.len()));
    }
    begun
}

fn amazons(record: &AmazonsRecord, form: Form, n_moves: Option<usize>) -> Result<Written, FormError> {
    let n_recorded = record.main.moves.len();
    let n_moves = n_moves.unwrap_or(n_recorded);
    let position = record.position(n_moves)?;
    let begun = || {
        let moves = record.main.moves[..n_moves].to_vec();
        AmazonsRecord { main: RecordLine { moves, ..RecordLine::default() }, ..record.clone() }
    };
    let words = || {
        let mut lost =
            lost_words(&record.players, &record.event, record.main.comments.len(), !record.result.is_empty());
        if !record.main.variations.is_empty() {
            lost.push("the variations".to_owned());
        }
        lost
    };
    let of_position = |text| Written { text, lost: lost_moves(n_moves).into_iter().chain(words()).collect() };
    Ok(match form {
        Form::Sgf if n_moves == n_recorded => Written { text: amazons_sgf::write(record)?, lost: Vec::new() },
        Form::Sgf => Written { text: amazons_sgf::write(&begun())?, lost: Vec::new() },
        Form::Fen => of_position(amazons_notation::fen::write(&position) + "\n"),
        Form::Diagram => of_position(amazons_notation::diagram::write(&position)),
        Form::String => of_position(amazons_notation::strings::write(&position) + "\n"),
        Form::Moves => Written { text: list::write(&begun())?, lost: words() },
        Form::Botzone => Written { text: botzone::write_requests(&botzone::shown(&begun())?), lost: words() },
        Form::Answer => {
            let shown = botzone::shown(&begun())?;
            let Some(&last) = shown.main.moves.last() else {
                let reason = "no move has been made, so there is no answer to write".to_owned();
                return Err(FormError::Cannot { form, reason });
            };
            Written { text: botzone::write_json(last) + "\n", lost: Vec::new() }
        }
        _ => {
            let forms = [Form::Sgf, Form::Moves, Form::Fen, Form::Diagram, Form::String, Form::Botzone, Form::Answer];
            return Err(no_such_form(form, "a game of Amazons", &forms));
        }
    })
}
