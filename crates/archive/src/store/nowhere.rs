//! The store where there are no files, as in a browser: none can be opened, so whoever asks for none goes on as usual.

use std::io::Read;
use std::path::Path;

use tesuji_problem::board::Question;
use tesuji_proof::Claim;

use super::{CertificateFolder, ClaimEntry, ClaimProof, Digest, Finding, StoreEntry, StoreError};

/// What is left of the module of the same name.
pub mod database {
    /// Error of a file that cannot be used.
    #[derive(Debug, thiserror::Error)]
    #[error("a browser has no files, so it has no store: ask a server")]
    pub struct DatabaseError;

    /// Access to an open file.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Access {
        /// It can be read and written.
        Full,
        /// It can only be read.
        ReadOnly,
    }
}

/// A store, of which there is none here.
#[derive(Debug)]
pub enum Store {}

#[expect(missing_docs, clippy::missing_errors_doc, reason = "they are those of the store with files")]
impl Store {
    pub fn open_or_create(_: &Path) -> Result<Self, StoreError> {
        Err(database::DatabaseError.into())
    }

    pub fn examine(&self) -> Result<(), StoreError> {
        match *self {}
    }

    pub fn access(&self) -> database::Access {
        match *self {}
    }

    pub fn path(&self) -> &Path {
        match *self {}
    }

    pub fn certificates(&self) -> &CertificateFolder {
        match *self {}
    }

    pub fn take_doubts(&self) -> Vec<String> {
        match *self {}
    }

    pub fn find(&self, _: &Question) -> Result<Option<StoreEntry>, StoreError> {
        match *self {}
    }

    pub fn keep(&self, _: &Question, _: &Finding) -> Result<(), StoreError> {
        match *self {}
    }

    pub fn forget(&self, _: &Question) -> Result<(), StoreError> {
        match *self {}
    }

    pub fn keep_certificate(&self, _: impl Read) -> Result<Digest, StoreError> {
        match *self {}
    }

    pub fn find_claim(&self, _: &Claim) -> Result<Option<ClaimEntry>, StoreError> {
        match *self {}
    }

    pub fn claim_proof(&self, _: &ClaimEntry, _: &Claim) -> Option<Result<ClaimProof, StoreError>> {
        match *self {}
    }

    pub fn keep_claim(&self, _: &ClaimEntry) -> Result<(), StoreError> {
        match *self {}
    }

    pub(crate) fn doubt(&self, _: &str) {
        match *self {}
    }
}
