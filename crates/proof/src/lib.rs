//! Connection certificates: what is claimed, how a proof of it is written, and who checks it.
//!
//! Useful for: stating a [`Claim`], holding a [`Certificate`] in memory, writing and reading it,
//! and checking it from any bytes.
//!
//! Not useful for: finding proofs (crate `solve`). Never: this crate imports `board` alone; its checker
//! knows adjacency and the rules of `docs/CERTIFICATE.md`, no search and no inference of any solver.

mod certificate;
mod claim;

pub use certificate::{Certificate, GoalId, Node, NodeId, Verdict};
pub use claim::{Claim, ClaimError, Goal, Group, Mover, Terminal};
