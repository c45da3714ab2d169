//! What can be wrong with a record.

use tesuji_board::BoardError;

use crate::{Illegal, KomiError, RulesError, SetupError};

/// Why a text is not a game of Go, or why a game cannot be played or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Not SGF at all.
    #[error("not SGF: {0}")]
    Sgf(String),
    /// Not JSON, or JSON but not a record; the reason names the place.
    #[error("not a record in JSON: {0}")]
    Json(String),
    /// A record of another game.
    #[error("the game is not Go: expected GM[1]")]
    OtherGame,
    /// More nodes in sequence than any real game has.
    #[error("more than {0} nodes follow each other")]
    Long(usize),
    /// Rectangles with more points in all than any real game lists.
    #[error("rectangles of more than {0} points in all")]
    Crowded(usize),
    /// A property that makes no sense.
    #[error("{property}[{found}] after {n_moves} moves: expected {expected}")]
    Property {
        /// Its name.
        property: String,
        /// Its value, shortened if it is long.
        found: String,
        /// How many moves came before.
        n_moves: usize,
        /// What was expected instead.
        expected: &'static str,
    },
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
    /// A move that the rules forbid.
    #[error("move {number}, {mv}: {reason}")]
    Illegal {
        /// Which move, counted from 1.
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
