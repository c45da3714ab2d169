//! Verifiers of union-connections; they write certificates.
//!
//! Never: no I/O, no clock. Limits and progress come in as values.

pub mod defend;
pub mod problem;
mod verify;

pub use verify::{Outcome, Program, Report, verify};
