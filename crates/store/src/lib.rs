//! The proof database: positions of Hex that are solved, with their certificates, kept across runs.
//!
//! Useful for: looking a position or one of its mirror images up ([`Store::find`]), keeping an answer the moment it is
//! found ([`Store::keep`]), bringing stores together ([`Store::merge`]), judging every certificate anew ([`Store::check`]).
//!
//! One SQLite file holds the answers. The certificates lie in a folder beside it, each named after the SHA-256 of its
//! bytes: they reach hundreds of megabytes, which would go through the database's log twice, and as files any checker
//! reads them where they lie. `docs/SOLVE.md` describes both, so that other programs can read them.
//!
//! What is read is compared with its checksum, and an answer with its certificate's claim; what does not agree is no
//! answer ([`Store::take_doubts`]).
//!
//! Not useful for: finding answers (`solve`). Never: a write that is seen in part, an answer that replaces one that
//! contradicts it, a file overwritten that is no store.

mod certificates;
mod check;
pub mod database;
mod entry;
mod error;
mod merge;
mod store;
mod trust;
pub mod writing;

pub use certificates::{CertificateFolder, Digest};
pub use check::CertificateFault;
pub use entry::{Entry, Filter, Finding};
pub use error::{Contradiction, StoreError};
pub use merge::Merged;
pub use store::Store;
