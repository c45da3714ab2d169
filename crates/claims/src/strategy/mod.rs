//! Verifies strategies. For a strategy that a person wrote ([`tesuji_problem::strategy`]), [`verify`] shows that every
//! move left out is precluded, every part holds, and the parts combine; one certificate proves all of this.
//! [`survey`] goes on after a fault, for a person who is still writing.
//! [`answers_by`] asks Program A or B instead, position by position, without a certificate.
//! [`split`](crate::split) proposes strategies.
//!
//! ```
//! use tesuji_search::Limits;
//! use tesuji_problem::strategy::parse;
//! use tesuji_claims::strategy::{StrategyOutcome, verify};
//!
//! // b2 wins: a bridge to either side.
//! let strategy = parse("
//!     id:   3x3
//!     goal: top-bottom
//!
//!     . . .
//!      . o .
//!       . . .
//!
//!     strategy:
//!     part b2-top:    b1 c1
//!     part b2-bottom: a3 b3
//! ").unwrap();
//! let report = verify(&strategy, &Limits::default());
//! let StrategyOutcome::Holds(certificate) = report.outcome else { panic!("it holds") };
//! assert_eq!(certificate.check().unwrap().carrier.len(), 4);
//! ```

pub(crate) mod failure;
pub(crate) mod links;
pub(crate) mod prover;
pub(crate) mod verify;

mod answered;
mod survey;

use tesuji_board::CellSet;
use tesuji_proof::{Claim, Goal, Mover};

pub use answered::{AnsweredOutcome, AnsweredReason, AnsweredStrategy, PositionAnswer, answers_by};
pub use failure::{FailureReason, StrategyFailure};
pub use survey::{LineStep, MissingReply, Survey, SurveyedLeaf, survey};
pub(crate) use verify::verify_with;
pub use verify::{StrategyOutcome, StrategyReport, verify, verify_by};

/// The claim of a part of a position, with the stones that may matter to it.
pub(crate) fn part_claim(position: &Claim, goal: &Goal, cells: &CellSet) -> Claim {
    Claim {
        stones: links::stones_near(&position.topology, &position.stones, cells, goal),
        carrier: cells.clone(),
        goal: goal.clone(),
        to_move: Mover::Opponent,
        ..position.clone()
    }
}

#[cfg(feature = "testing")]
mod tests;
