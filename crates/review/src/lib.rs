//! A whole game judged: at each position what is proved, elsewhere what an engine estimates, and which moves were
//! mistakes.
//!
//! ```text
//! move     0 ...... 15   16 ............ 30   31 ............ 36
//!          estimated     proved: Black wins   proved: White wins
//!                                             ^ Black's move 31 lost the game; d10 would have won
//! ```
//!
//! Useful for: every door that shows a game ([`Reviewer::review`] gives a [`Review`], which is plain data), and for
//! files that other programs show ([`sgf`], [`html`], [`chart`]).
//!
//! | game | proved by | estimated by |
//! | --- | --- | --- |
//! | Hex | the solver, with certificates and a store (`archive`) | the strong player |
//! | Amazons | exact values of endings (`endings`) | the strong player |
//! | Go | the rules, and unconditional life (`go::life`) | the strong player |
//!
//! Not useful for: a single position (`archive`, `engine`).
//! Never: reads a clock (a [`Timekeeper`] has it), prints a line, calls an estimate certain.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod chart;
mod error;
mod estimate;
mod game;
pub mod html;
mod mistakes;
mod prove;
mod report;
mod reviewer;
pub mod sgf;
mod spec;
#[cfg(feature = "testing")]
mod tests;
mod words;

pub use error::ReviewError;
pub use game::GameToReview;
pub use report::{
    Alternative, Estimate, EstimatedBy, Known, MistakeKind, MoveReview, PositionReview, Proof, ProvedBy, Review, Side,
    Spent, Turning,
};
pub use reviewer::{Reviewer, file_stem};
pub use spec::{Effort, Elapsed, ReviewSpec, Timekeeper, Unlimited};
