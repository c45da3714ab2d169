//! Connection certificates: what is claimed, how a proof is written, and who checks it.
//!
//! Useful for: stating a [`Claim`]; holding a [`Certificate`] in memory; writing and reading it (binary and text);
//! building one, node by node ([`CertificateBuilder`]), in memory or in a file ([`Draft`]); checking it from any bytes ([`check_stream`]) or in memory
//! ([`Certificate::check`]); opening one that was pasted ([`Form`]) and saying in words what the checker found ([`CheckReport`]).
//!
//! Not useful for: finding proofs (crate `prove`). Never: this crate imports only `board`. Its checker knows
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

mod builder;
mod recent;

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

pub use builder::{Cells, CertificateBuilder, ImportError, Subproof};
pub use certificate::{Certificate, FilledCells, GoalId, Node, NodeId, Summary, Verdict, WalkStep};
pub use check::{FREE_STEPS, MAX_COMBINATIONS, MAX_EDGES, STEPS_PER_BYTE};
pub use claim::{Claim, ClaimError, Goal, Group, Mover, Terminal};
pub use draft::{Draft, NodeSink};
pub use error::{CertificateError, NodeFault, RootFault};
pub use form::{CertificateFormError, Form, to_base64};
pub use parse::TextError;
pub use reader::{CertificateReader, check_stream};
pub use recent::Recent;
pub use report::CheckReport;
pub use statement::{Heading, Proven};
pub use writer::CertificateWriter;
