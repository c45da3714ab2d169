//! Results of Amazons that can be checked: who wins a position, and how. `docs/AMAZONS-EXACT.md` describes the file.

mod check;
#[cfg(feature = "testing")]
mod tests;
mod write;

use serde::{Deserialize, Serialize};
use tesuji_amazons::{Move, Position, Setup, Size};
use tesuji_board::Player;
use tesuji_board::syntax::SyntaxFault;

pub use check::{CheckError, RecordFacts, check};
pub use write::{WriteError, record};

/// The name of the format, as records state it.
pub const FORMAT: &str = "tesuji-amazons-result";
/// The version that is written. Version 1 is also read: what was correct in it is still correct.
pub const VERSION: u32 = 2;

/// A position, its winner, and a strategy of the winner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultRecord {
    /// [`FORMAT`].
    pub format: String,
    /// 1, or [`VERSION`].
    pub version: u32,
    /// Width of the board.
    pub columns: u8,
    /// Height of the board.
    pub rows: u8,
    /// The squares of Black's amazons, such as `a2`.
    pub black: Vec<String>,
    /// The squares of White's amazons.
    pub white: Vec<String>,
    /// The squares of arrows.
    pub arrows: Vec<String>,
    /// The player to move.
    pub to_move: ResultSide,
    /// The winner.
    pub winner: ResultSide,
    /// The strategy. A node names only nodes before it; the last one is about the position itself.
    pub nodes: Vec<ResultNode>,
}

/// A player as the file names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", try_from = "String")]
pub enum ResultSide {
    /// Black.
    Black,
    /// White.
    White,
}

/// Accepts only a plain name: `{"black": null}`, which serde would also read, is refused.
impl TryFrom<String> for ResultSide {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match name.as_str() {
            "black" => Ok(Self::Black),
            "white" => Ok(Self::White),
            _ => Err(format!("expected `black` or `white`, found `{name}`")),
        }
    }
}

impl From<ResultSide> for Player {
    fn from(side: ResultSide) -> Self {
        match side {
            ResultSide::Black => Self::Black,
            ResultSide::White => Self::White,
        }
    }
}

impl From<Player> for ResultSide {
    fn from(player: Player) -> Self {
        match player {
            Player::Black => Self::Black,
            Player::White => Self::White,
        }
    }
}

/// The strategy in one position. The position itself is not written, because it follows from the moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum ResultNode {
    /// The winner is to move and plays this move.
    Move {
        /// The move, such as `a2-a3/a2`.
        r#move: String,
        /// The node after it.
        then: u32,
    },
    /// The loser is to move: the nodes after all legal moves, in the order of the squares' numbers (from, to, arrow).
    /// Empty if the loser has lost.
    Answers {
        /// One node for each legal move.
        answers: Vec<u32>,
    },
    /// The winner has more moves of their own than the loser can make: a walk where no amazon of the loser's can come
    /// past the winner's amazons in the way.
    Count {
        /// The moves, in the order in which the winner plays them.
        walk: Vec<String>,
    },
}

/// Error of a text that is not a record.
#[derive(Debug, thiserror::Error)]
#[error("not a record: {0}")]
pub struct ReadError(#[from] SyntaxFault);

impl ResultRecord {
    /// Reads the text of a file. Only its form is checked; [`check`] checks the rest.
    ///
    /// # Errors
    ///
    /// The message contains line and column.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        Ok(serde_json::from_str(text).map_err(|error| SyntaxFault::of_json(text, &error))?)
    }

    /// The text of the file: one line for the position, one for each node.
    #[must_use]
    pub fn to_json(&self) -> String {
        let line = |value: &dyn Fn() -> serde_json::Result<String>| value().expect("names and numbers are always JSON");
        let head = Self { nodes: Vec::new(), ..self.clone() };
        let head = line(&|| serde_json::to_string(&head));
        let nodes: Vec<String> = self.nodes.iter().map(|node| line(&|| serde_json::to_string(node))).collect();
        let head = head.strip_suffix("]}").unwrap_or(&head);
        format!("{head}\n{}\n]}}\n", nodes.join(",\n"))
    }

    /// The position that the record is about.
    ///
    /// # Errors
    ///
    /// What is wrong with the position.
    fn position(&self) -> Result<Position, CheckError> {
        let fault = |fault: &dyn std::fmt::Display| CheckError::Position(fault.to_string());
        let size = Size::new(self.columns.into(), self.rows.into()).map_err(|error| fault(&error))?;
        let squares = |names: &[String]| -> Result<Vec<u8>, CheckError> {
            names.iter().map(|name| size.square_of(name).map_err(|error| fault(&error))).collect()
        };
        let setup = Setup {
            size,
            black: squares(&self.black)?,
            white: squares(&self.white)?,
            arrows: squares(&self.arrows)?,
            to_move: self.to_move.into(),
        };
        Position::new(&setup).map_err(|error| fault(&error))
    }
}

/// The move as text, such as `a2-a3/a2`.
fn move_text(size: Size, mv: Move) -> String {
    format!("{}-{}/{}", size.name_of(mv.from), size.name_of(mv.to), size.name_of(mv.arrow))
}

/// The move that a text names, if it is one.
fn parse_move(size: Size, text: &str) -> Option<Move> {
    let (from, rest) = text.split_once('-')?;
    let (to, arrow) = rest.split_once('/')?;
    let square = |name: &str| size.square_of(name).ok();
    Some(Move { from: square(from)?, to: square(to)?, arrow: square(arrow)? })
}
