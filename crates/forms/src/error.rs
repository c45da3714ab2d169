//! Reasons why a text cannot be read, or a game not be written.

use tesuji_amazons::record::RecordError as AmazonsError;
use tesuji_board::syntax::SyntaxFault;
use tesuji_go::record::RecordError as GoError;
use tesuji_hex::notation::{Inexpressible, NotationError};
use tesuji_hex::{ReplayError, SetupError};
use tesuji_problem::ProblemError;

use crate::{Form, Site};

/// Reasons why a text cannot be read as a game, or a game cannot be written in a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormError {
    /// The text is in a notation of Hex, and has a fault.
    #[error(transparent)]
    Hex(#[from] NotationError),
    /// The text looks like nothing that is known. What it looks like most, and what is wrong with it as that.
    #[error("{}", unknown(.0, .1))]
    Unknown(Likeness, NotationError),
    /// The address of a game on a site from which nothing is fetched.
    #[error("an address of {}: nothing is fetched from there; {}", .0.name, .0.advice)]
    Address(Site),
    /// JSON of Abstract Play that is no game here.
    #[error("a game of Abstract Play: {0}")]
    AbstractPlay(String),
    /// JSON that breaks off or has a fault.
    #[error("{0}")]
    Json(String),
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
        /// The form.
        form: &'static str,
        /// The fault and its place.
        fault: String,
    },
    /// A record or position of Amazons with a fault.
    #[error(transparent)]
    Amazons(#[from] AmazonsError),
    /// The text is something else.
    #[error("{found}: expected a game or a position{advice}")]
    NoGame {
        /// Its kind.
        found: &'static str,
        /// The command that takes it; empty, or begins with a semicolon.
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
        /// Number of moves.
        n_moves: usize,
    },
    /// A form that this game does not have.
    #[error("{what} cannot be written as `{form}`: expected {expected}")]
    Form {
        /// The form.
        form: Form,
        /// The game, or a claim.
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
        /// The reason.
        reason: String,
    },
}

/// Closest form of a text that is in no known form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// Most of its lines consist of the signs of a drawing.
    Drawing,
    /// Most of its words are moves.
    Moves,
    /// A page of the web.
    Page,
    /// A game of chess.
    Chess,
    /// Bytes that are no text.
    Binary,
    /// Words.
    Words,
}

/// The forms that most people have.
const USUAL: &str = "expected SGF, a link to HexWorld, moves such as `f6 e5 d4`, or a drawing of a board";

fn unknown(likeness: &Likeness, error: &NotationError) -> String {
    let NotationError { place, fault, .. } = error;
    let place = format!("line {}, column {}", place.line, place.column);
    match likeness {
        Likeness::Drawing => format!("in no form that is known; as a drawing of Hex: {place}: {fault}"),
        Likeness::Moves => format!("in no form that is known; as a list of moves of Hex: {place}: {fault}"),
        Likeness::Page => format!("the source of a page of the web, with no game in it that is known: {USUAL}"),
        Likeness::Chess => format!("a game of chess or another game in PGN: {USUAL}"),
        Likeness::Binary => format!("no text, but other data: {USUAL}"),
        Likeness::Words => format!("no game, position or claim is found in this text: {USUAL}"),
    }
}

/// The fault of JSON, in plain words.
pub(crate) fn json_fault(text: &str, error: &serde_json::Error) -> FormError {
    FormError::Json(format!("faulty JSON: {}", SyntaxFault::of_json(text, error)))
}
