//! Faults of work.

use std::path::PathBuf;

/// Reasons why work cannot be opened, or an outcome cannot be kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The control, an option or a task makes no sense. The text names the place.
    #[error("{0}")]
    Senseless(String),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The folder belongs to other work.
    #[error("{}: {fault}", path.display())]
    Foreign {
        /// The file or folder.
        path: PathBuf,
        /// The mismatch.
        fault: String,
    },
    /// An outcome that is not believed.
    #[error("the outcome of task {number} is refused: {fault}")]
    Refused {
        /// The number of the task.
        number: u64,
        /// The fault.
        fault: String,
    },
    /// The store of a match failed.
    #[error(transparent)]
    Match(#[from] tesuji_arena::MatchError),
}

impl WorkError {
    pub(crate) fn file(path: &std::path::Path, source: std::io::Error) -> Self {
        Self::File { path: path.to_owned(), source }
    }
}
