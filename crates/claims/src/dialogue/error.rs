//! Errors of a dialogue.

use tesuji_problem::ProblemError;

use crate::strategy::StrategyFailure;

/// Reasons why a request about a strategy in the making makes no sense.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DialogueError {
    /// The strategy has no first position.
    #[error(transparent)]
    Start(#[from] StrategyFailure),
    /// There is no such place.
    #[error("`{found}` at the place `{place}`: expected {expected}")]
    Place {
        /// The text given.
        found: String,
        /// The place up to there.
        place: String,
        /// The valid alternatives.
        expected: String,
    },
    /// The moves or parts cannot be read.
    #[error(transparent)]
    Line(#[from] ProblemError),
    /// Nothing was proposed.
    #[error(
        "nothing to try: expected a reply such as `d5` after a move, or lines such as `e3 -> d5` or `part d5-bottom: c6 d6`"
    )]
    Nothing,
    /// The parts do not fit the position.
    #[error("at `{place}`, {fault}")]
    Parts {
        /// The position.
        place: String,
        /// The fault.
        fault: String,
    },
    /// The position has moves, but parts are proposed, or the other way round.
    #[error("`{place}` has {has} that are not all refuted: remove them from the file first")]
    Taken {
        /// The position.
        place: String,
        /// Moves or parts.
        has: &'static str,
    },
    /// Two files about different claims.
    #[error("the other file is about another claim")]
    OtherClaim,
    /// Two files that contradict each other.
    #[error("at `{place}`, one file says {here} and the other {there}")]
    Contradiction {
        /// The position.
        place: String,
        /// The state in this file.
        here: String,
        /// The state in the other.
        there: String,
    },
}
