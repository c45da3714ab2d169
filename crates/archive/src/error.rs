//! Errors of archives.

use std::io;
use std::path::PathBuf;

use crate::searches::SearchFileError;
use crate::store::StoreError;
use tesuji_proof::CertificateError;

/// Error of answering a question or keeping the answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A kept search cannot be used.
    #[error(transparent)]
    Search(#[from] SearchFileError),
    /// A certificate cannot be read or written.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// A file without a name cannot be read or written.
    #[error(transparent)]
    Draft(#[from] io::Error),
    /// A file cannot be written.
    #[error("cannot write {}: {reason}", path.display())]
    Unwritten {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        reason: io::Error,
    },
    /// A file cannot be made in a folder.
    #[error("cannot write to {}: {reason}", folder.display())]
    Closed {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        reason: io::Error,
    },
    /// A folder cannot be made.
    #[error("cannot make the folder {}: {reason}", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        reason: io::Error,
    },
    /// The checker rejects a certificate that was about to be written.
    #[error("the certificate for {} does not check: {fault}", path.display())]
    Rejected {
        /// Target path.
        path: PathBuf,
        /// The fault.
        fault: String,
    },
}
