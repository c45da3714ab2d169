//! Connection certificates: what is claimed, how a proof of it is written, and who checks it.
//!
//! Useful for: stating a [`Claim`], holding a [`Certificate`] in memory, writing and reading it (binary and text),
//! writing it while it is found ([`Draft`]), and checking it from any bytes ([`check_stream`]) or from memory
//! ([`Certificate::check`]).
//!
//! Not useful for: finding proofs (crates `verify` and `solve`). Never: this crate imports `board` alone; its checker
//! knows adjacency and the rules of `docs/CERTIFICATE.md`, no search and no inference of any solver.

mod certificate;
mod claim;
mod statement;

mod check;
mod goals;
mod pieces;
mod sets;

mod binary;
mod draft;
mod input;
mod parse;
mod reader;
mod text;
mod writer;

mod error;

pub use certificate::{Certificate, GoalId, Node, NodeId, Summary, Verdict, in_order};
pub use check::{FREE_STEPS, MAX_COMBINATIONS, MAX_EDGES, STEPS_PER_BYTE};
pub use claim::{Claim, ClaimError, Goal, Group, Mover, Terminal};
pub use draft::{Draft, NodeSink};
pub use error::{CertificateError, NodeFault, RootFault};
pub use parse::TextError;
pub use reader::{CertificateReader, check_stream};
pub use statement::{Heading, Proven};
pub use writer::CertificateWriter;
