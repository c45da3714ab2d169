//! Connection certificates: what is claimed, how a proof is written, and who checks it.
//!
//! Useful for: stating a [`Claim`]; holding a [`Certificate`] in memory; writing and reading it (binary and text);
//! writing it while it is being found ([`Draft`]); checking it from any bytes ([`check_stream`]) or in memory
//! ([`Certificate::check`]); opening one that was pasted ([`Form`]) and saying in words what the checker found ([`Report`]).
//!
//! Not useful for: finding proofs (crates `verify` and `solve`). Never: this crate imports only `board`. Its checker knows
//! adjacency and the rules of `docs/CERTIFICATE.md`, but no search and no solver's inferences.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

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

mod form;
mod report;
pub mod words;

mod error;

pub use certificate::{Certificate, GoalId, Node, NodeId, Summary, Verdict, in_order};
pub use check::{FREE_STEPS, MAX_COMBINATIONS, MAX_EDGES, STEPS_PER_BYTE};
pub use claim::{Claim, ClaimError, Goal, Group, Mover, Terminal};
pub use draft::{Draft, NodeSink};
pub use error::{CertificateError, NodeFault, RootFault};
pub use form::{Form, FormError, to_base64};
pub use parse::TextError;
pub use reader::{CertificateReader, check_stream};
pub use report::Report;
pub use statement::{Heading, Proven};
pub use writer::CertificateWriter;
