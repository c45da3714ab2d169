//! Verifiers of union-connections; they write certificates.
//!
//! Never: no I/O, no clock. Limits and progress come in as values.

mod adjacency;
pub mod problem;
mod program_c;
mod verify;

pub use verify::{Outcome, Program, Report, verify};
