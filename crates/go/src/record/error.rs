//! What can be wrong with a record.

use tesuji_board::BoardError;
use tesuji_sgf::{PropertyError, SgfError};

use crate::{Illegal, KomiError, RulesError, SetupError};

/// Why a text is no game of Go, or a game cannot be played or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The text is no SGF, or has more than is read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// Not JSON, or not of a record; the reason names the place.
    #[error("no record in JSON: {0}")]
    Json(String),
    /// A record of another game.
    #[error("the game is no Go: expected GM[1]")]
    OtherGame,
    /// A property that makes no sense.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// A board told by a private property, and another size beside it.
    #[error("TSJBOARD[{board}] and SZ[{size}] are different boards: expected SZ[{expected}] or none")]
    TwoBoards {
        /// The board, shortened if it is long.
        board: String,
        /// The size beside it.
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
    /// The stones at the beginning cannot stand so.
    #[error("set-up: {0}")]
    Setup(#[from] SetupError),
    /// A move that the rules forbid.
    #[error("move {number}, {mv}: {reason}")]
    Illegal {
        /// Which move, counted from 1.
        number: usize,
        /// Its name.
        mv: String,
        /// Which rule.
        reason: Illegal,
    },
    /// A cell that the board does not have, in a record that is to be written.
    #[error("cell number {0} lies beyond the board")]
    Beyond(usize),
}
