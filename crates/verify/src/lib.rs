//! Verifiers of claims, which write certificates.
//!
//! [`verify()`] is Program C, and the referee is exhaustive search ([`brute`]). [`must_play`](mod@must_play) has the first
//! moves of a claim that still matter.
//!
//! Not useful for: the programs of Mishima et al. 2008 (`mishima`), or what is asked about a claim that holds (`claims`).
//! Never: no I/O, no clock. Limits and progress come in as values.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod brute;
pub mod must_play;
mod program_c;
mod verify;

pub use program_c::{ClaimLesson, ClaimLessons, lessons_of};
#[cfg(feature = "testing")]
pub use tesuji_decide::testing;
pub use verify::{Verifier, VerifyOutcome, VerifyReport, verify, verify_on_threads};
