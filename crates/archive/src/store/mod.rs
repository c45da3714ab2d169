//! The proof database: solved positions of Hex and claims with their certificates, kept across runs.
//!
//! Useful for: looking up a position or one of its mirror images ([`Store::find`]) or a claim ([`Store::find_claim`]),
//! keeping an answer as soon as it is found ([`Store::keep`], [`Store::keep_claim`]), merging stores ([`Store::merge`]), and checking every certificate again ([`Store::check`]).
//!
//! One SQLite file holds the answers. The certificates lie in a folder beside it, each named by the SHA-256 of its
//! bytes. They can have hundreds of megabytes, which would go through the database's log twice. As files, any checker
//! can read them in place. `docs/SOLVE.md` describes both, so that other programs can read them.
//!
//! Every row read is compared with its checksum, and every answer with the claim of its certificate. If they do not
//! agree, there is no answer ([`Store::take_doubts`]).
//!
//! Not useful for: finding answers (`prove`). Never: a write that is seen in part, an answer replaced by one that
//! contradicts it, or a file overwritten that is not a store.

mod certificates;
mod entry;
mod error;
pub mod writing;

#[cfg(not(target_family = "wasm"))]
mod check;
#[cfg(not(target_family = "wasm"))]
mod claims;
#[cfg(not(target_family = "wasm"))]
pub mod database;
#[cfg(not(target_family = "wasm"))]
mod merge;
#[cfg(not(target_family = "wasm"))]
mod positions;
#[cfg(not(target_family = "wasm"))]
mod rows;
#[cfg(not(target_family = "wasm"))]
mod trust;

// SQLite needs files, and a browser has none.
#[cfg(target_family = "wasm")]
mod nowhere;

pub use crate::sealed::ClaimProof;
pub use certificates::{CertificateFolder, Digest};
#[cfg(not(target_family = "wasm"))]
pub use check::CertificateFault;
pub use entry::{ClaimEntry, Filter, Finding, StoreEntry, claim_key};
pub use error::{Contradiction, StoreError};
#[cfg(not(target_family = "wasm"))]
pub use merge::StoreMerge;
#[cfg(target_family = "wasm")]
pub use nowhere::{Store, database};
#[cfg(not(target_family = "wasm"))]
pub use positions::Store;
