//! Verifiers of union-connections, which write certificates; endings of Amazons ([`amazons`]).
//!
//! Never: no I/O, no clock. Limits and progress come in as values.

mod adjacency;
pub mod amazons;
pub mod board;
pub mod brute;
pub mod carriers;
pub mod compose;
pub mod defend;
pub mod must_play;
mod order;
pub mod paper;
pub mod problem;
mod program_c;
mod region;
mod replies;
pub mod split;
pub mod strategy;
#[cfg(test)]
pub mod testing;
mod verify;

pub use verify::{Outcome, Program, Report, verify};
