//! What is wrong with a game.

use tesuji_board::Player;
use tesuji_sgf::{PropertyError, SgfError};

use crate::notation::NotationError;
use crate::{SetupError, Size};

/// Why a text is no game of Amazons, or a game cannot be played or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The text is no SGF, or has more than is read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// SGF of another game.
    #[error("no Amazons: expected GM[18]")]
    OtherGame,
    /// A property that makes no sense.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// No Botzone request.
    #[error("request or response number {number}: expected {expected}, found `{found}`")]
    Request {
        /// Counted from 1 in the order of play; 0 for what stands before all.
        number: usize,
        /// What may stand there.
        expected: &'static str,
        /// The start of what does.
        found: String,
    },
    /// JSON that is no request.
    #[error("no request in JSON: {0}")]
    Json(String),
    /// A start that is none.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Moves on a board without a usual start, which do not say where they begin.
    #[error("no usual start is known for {0}; expected a position before the moves")]
    NoStart(Size),
    /// A list of moves, or the start before it, that cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A mirror or turn that boards do not have, or not this one.
    #[error("a board of {size} has no symmetry number {symmetry}")]
    Symmetry {
        /// The number asked for.
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
        /// Whose move.
        player: Player,
        /// As `d1-d7/g7`, or `from-to/arrow` by the numbers of squares beyond the board.
        mv: String,
        /// Which rule forbids it, with the square where that is seen.
        reason: String,
    },
    /// A variation that does not leave its line, or stands behind a later one.
    #[error("a variation after {after} moves, where its line is shorter or had one that leaves later")]
    Variation {
        /// How many moves should be before it.
        after: usize,
    },
}
