//! The store where there are no files, as in a browser: none can be opened, so whoever asks for none goes on as usual.

use std::io::Read;
use std::path::Path;

use tesuji_problem::board::Question;
use tesuji_proof::Claim;

use crate::searches::SearchFolder;

use super::{CertificateFolder, ClaimEntry, ClaimProof, Digest, Finding, StoreEntry, StoreError};

/// Stand-in for the module of the same name.
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

/// Methods of the store with files, which nobody can call without a store.
macro_rules! nowhere {
    ($($see:vis $name:ident($($argument:ty),*) -> $result:ty;)*) => {
        #[expect(missing_docs, clippy::missing_errors_doc, reason = "they are those of the store with files")]
        impl Store {
            pub fn open_or_create(_: &Path) -> Result<Self, StoreError> {
                Err(database::DatabaseError.into())
            }

            $($see fn $name(&self, $(_: $argument),*) -> $result {
                match *self {}
            })*
        }
    };
}

nowhere! {
    pub examine() -> Result<(), StoreError>;
    pub access() -> database::Access;
    pub path() -> &Path;
    pub certificates() -> &CertificateFolder;
    pub(crate) searches() -> &SearchFolder;
    pub take_doubts() -> Vec<String>;
    pub doubt(&str) -> ();
    pub find(&Question) -> Result<Option<StoreEntry>, StoreError>;
    pub keep(&Question, &Finding) -> Result<(), StoreError>;
    pub forget(&Question) -> Result<(), StoreError>;
    pub keep_certificate(impl Read) -> Result<Digest, StoreError>;
    pub find_claim(&Claim) -> Result<Option<ClaimEntry>, StoreError>;
    pub claim_proof(&ClaimEntry, &Claim) -> Option<Result<ClaimProof, StoreError>>;
    pub keep_claim(&ClaimEntry) -> Result<(), StoreError>;
}
