//! Errors of games.

use tesuji_board::Player;
use tesuji_sgf::{PropertyError, SgfError};

use crate::notation::NotationError;
use crate::{SetupError, Size};

/// Error of a text that is not a game of Amazons, or of playing or writing one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The text is not SGF, or exceeds a bound.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// SGF of another game.
    #[error("not Amazons: expected GM[18]")]
    OtherGame,
    /// A property that makes no sense.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// Not a Botzone request.
    #[error("request or response number {number}: expected {expected}, found `{found}`")]
    Request {
        /// Counted from 1 in the order of play; 0 for what comes before the first.
        number: usize,
        /// Expected content.
        expected: &'static str,
        /// The start of what is there.
        found: String,
    },
    /// JSON that is not a request.
    #[error("not a request in JSON: {0}")]
    Json(String),
    /// An impossible start.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A list of moves without a start, on a board that has no usual start.
    #[error("no usual start is known for {0}; expected a position before the moves")]
    NoStart(Size),
    /// A list of moves, or the start before it, that cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A symmetry that no board has, or not this one.
    #[error("a board of {size} has no symmetry number {symmetry}")]
    Symmetry {
        /// The requested number.
        symmetry: usize,
        /// The board.
        size: Size,
    },
    /// A game that Botzone does not play.
    #[error("Botzone plays 8x8 from the usual start, and this game has another")]
    NotBotzone,
    /// A move that the rules do not allow.
    #[error("move {number}, {mv}, is not legal for {player}: {reason}")]
    Illegal {
        /// Counted from 1 from the beginning of the game.
        number: usize,
        /// The player who made the move.
        player: Player,
        /// As `d1-d7/g7`, or with numbers as `from-to/arrow` if a square is not on the board.
        mv: String,
        /// The rule that forbids it, with the square that shows it.
        reason: String,
    },
    /// A variation that does not leave its line, or comes after one that leaves later.
    #[error("a variation after {after} moves, but its line is shorter or already has one that leaves later")]
    Variation {
        /// The number of moves that should be before it.
        after: usize,
    },
}
