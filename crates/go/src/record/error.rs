//! Errors of records.

use tesuji_board::BoardError;
use tesuji_sgf::{PropertyError, SgfError};

use crate::{Illegal, KomiError, RulesError, SetupError};

/// Error of a text that is not a game of Go, or of playing or writing one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The text is not SGF, or exceeds a bound.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// Not JSON, or JSON but not a record; the reason names the place.
    #[error("not a record in JSON: {0}")]
    Json(String),
    /// A record of another game.
    #[error("the game is not Go: expected GM[1]")]
    OtherGame,
    /// A property that makes no sense.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// A board given by a private property, with a different size next to it.
    #[error("TSJBOARD[{board}] and SZ[{size}] are different boards: expected SZ[{expected}] or none")]
    TwoBoards {
        /// The board, shortened if it is long.
        board: String,
        /// The size next to it.
        size: String,
        /// The size of the board.
        expected: String,
    },
    /// No such board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// No such rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// No such komi.
    #[error(transparent)]
    Komi(#[from] KomiError),
    /// The set-up at the beginning is impossible.
    #[error("set-up: {0}")]
    Setup(#[from] SetupError),
    /// More changes of the board in the middle of a game than this.
    #[error("more than {0} nodes change the board in the middle of a game")]
    Edits(usize),
    /// A move that the rules forbid.
    #[error("move {number}, {mv}: {reason}")]
    Illegal {
        /// Number of the move, from 1.
        number: usize,
        /// The move's name.
        mv: String,
        /// The rule that forbids it.
        reason: Illegal,
    },
    /// A cell that the board does not have, in a record that is to be written.
    #[error("cell number {0} is not on the board")]
    Beyond(usize),
}
