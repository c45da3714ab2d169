//! Why a text cannot be read, or a game not be written.

use tesuji_amazons::record::RecordError as AmazonsError;
use tesuji_go::record::RecordError as GoError;
use tesuji_hex::notation::{Inexpressible, NotationError};
use tesuji_hex::{ReplayError, SetupError};
use tesuji_problem::ProblemError;

use crate::Form;

/// Why a text cannot be read as a game, or a game cannot be written in a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormError {
    /// The text is in a notation of Hex, and has a fault.
    #[error(transparent)]
    Hex(#[from] NotationError),
    /// Moves of Hex that cannot be made.
    #[error(transparent)]
    HexMoves(#[from] ReplayError),
    /// A position of Hex that cannot be.
    #[error(transparent)]
    HexSetup(#[from] SetupError),
    /// A file of positions of Hex with a fault.
    #[error(transparent)]
    Positions(#[from] ProblemError),
    /// A record of Go with a fault.
    #[error(transparent)]
    Go(#[from] GoError),
    /// A drawing or a list of Go with a fault.
    #[error("read as {form} of Go: {fault}")]
    GoText {
        /// Which form.
        form: &'static str,
        /// What is wrong, and where.
        fault: String,
    },
    /// A record or position of Amazons with a fault.
    #[error(transparent)]
    Amazons(#[from] AmazonsError),
    /// The text is something else.
    #[error("{found}: expected a game or a position{advice}")]
    NoGame {
        /// What it is.
        found: &'static str,
        /// Which command takes it; empty, or begins with a semicolon.
        advice: &'static str,
    },
    /// There is nothing to read.
    #[error("expected a game or a position, found nothing")]
    Empty,
    /// An SGF file of a game that is not known here.
    #[error("the game is GM[{0}]: expected 1 (Go), 11 (Hex) or 18 (Amazons)")]
    OtherGame(String),
    /// More moves than there are.
    #[error("there is no position after move {asked}: the record has {n_moves} moves")]
    TooFar {
        /// The move that was asked for.
        asked: usize,
        /// How many there are.
        n_moves: usize,
    },
    /// A form that this game does not have.
    #[error("{what} cannot be written as `{form}`: expected {expected}")]
    Form {
        /// The form.
        form: Form,
        /// Which game, or a claim.
        what: &'static str,
        /// The forms that it has.
        expected: String,
    },
    /// A notation of Hex has no way to say this.
    #[error(transparent)]
    Inexpressible(#[from] Inexpressible),
    /// A form has no way to say this, for another reason.
    #[error("cannot be written as `{form}`: {reason}")]
    Cannot {
        /// The form.
        form: Form,
        /// Why not.
        reason: String,
    },
}
