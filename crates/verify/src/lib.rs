//! Verifiers of claims, which write certificates, and what builds on them.
//!
//! [`verify`] runs one of four programs. A and B are those of Mishima, Sakurai, Yoshimoto and Noshita 2008 ([`paper`]),
//! C is ours, and the referee is exhaustive search ([`brute`]). The following build on them: minimal carriers and edge
//! templates ([`carriers`]), playing from a certificate ([`defend`]), its answers to all first intrusions ([`answers`](mod@answers)), the must-play set of a claim ([`must_play`]), as each program sees it ([`preclusion`]), programs beside each other ([`compare`](mod@compare)),
//! verifying strategies that a person wrote ([`strategy`]), and proposing a strategy ([`split`]).
//!
//! Never: no I/O, no clock. Limits and progress come in as values.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod adjacency;
pub mod answers;
pub mod brute;
pub mod carriers;
pub mod compare;
pub mod defend;
pub mod must_play;
pub mod paper;
pub mod preclusion;
mod program_c;
mod region;
pub mod split;
pub mod strategy;
#[cfg(feature = "testing")]
mod testing;
mod verify;

pub use program_c::{ClaimLesson, ClaimLessons, lessons_of};
pub use verify::{Program, VerifyOutcome, VerifyReport, verify, verify_on_threads, verify_with};
