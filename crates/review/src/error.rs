//! Reasons why a game could not be reviewed.

use tesuji_archive::ArchiveError;
use tesuji_engine::{GuestError, SessionError};

/// Reasons why a game could not be reviewed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// A move of the record cannot be made, or the settings of the player are wrong.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The store or a certificate cannot be read or written.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The judge cannot be asked.
    #[error(transparent)]
    Judge(#[from] GuestError),
    /// A number of the settings is out of its bounds.
    #[error("{name}: expected {expected}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// Expected content.
        expected: &'static str,
    },
}
