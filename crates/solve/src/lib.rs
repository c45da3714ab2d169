//! Verifiers of union-connections; they write certificates.
//!
//! Never: no I/O, no clock. Limits and progress come in as values.

pub mod brute;
pub mod paper;
pub mod problem;
mod region;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod verify;

pub use verify::{Outcome, Program, Report, verify};
