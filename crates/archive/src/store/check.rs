//! Checks what a store holds: whether each certificate proves the answer it belongs to.

use std::io::{self, BufReader};

use tesuji_problem::board::MoveMap;
use tesuji_proof::{CertificateError, Summary, check_stream};
use tesuji_search::Limits;

use super::certificates::Summing;
use super::trust::proved;
use super::{Store, StoreEntry, StoreError};
use crate::known::StoreCache;

/// Fault of a certificate in a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateFault {
    /// The file is missing or cannot be read.
    #[error("the certificate cannot be read: {0}")]
    Unreadable(io::Error),
    /// The bytes are not those that were written.
    #[error("the certificate was damaged: its bytes do not match its name")]
    Damaged,
    /// The bytes are those that were written, but they are not a proof.
    #[error("the certificate does not check: {0}")]
    Rejected(#[from] CertificateError),
    /// It proves something else.
    #[error("the certificate proves another position, or the other winner")]
    Another,
}

impl CertificateFault {
    pub(super) fn unreadable(error: StoreError) -> Self {
        Self::Unreadable(match error {
            StoreError::Certificate { source, .. } => source,
            other => io::Error::other(other),
        })
    }

    /// Whether the program that wrote the certificate is at fault, and not a disk.
    #[must_use]
    pub const fn is_of_the_writer(&self) -> bool {
        matches!(self, Self::Rejected(_) | Self::Another)
    }
}

impl Store {
    /// Faults of the file itself, in SQLite's words; empty if it is intact. Reads the whole file.
    ///
    /// # Errors
    ///
    /// If it cannot be read at all.
    pub fn faults(&self) -> Result<Vec<String>, StoreError> {
        let connection = self.connection();
        let read = || -> rusqlite::Result<Vec<String>> {
            connection.prepare("PRAGMA integrity_check")?.query_map([], |row| row.get(0))?.collect()
        };
        let mut faults = read().map_err(|error| self.database(error))?;
        faults.retain(|fault| fault != "ok");
        Ok(faults)
    }

    /// Lets the checker read the certificate of an entry as a stream. `None` if the entry has no certificate.
    ///
    /// A certificate may be about any image of the position. It may claim that either side wins, or that a side does
    /// not.
    ///
    /// # Errors
    ///
    /// Checks the certificate of an entry.
    pub fn check(&self, entry: &StoreEntry) -> Option<Result<Summary, CertificateFault>> {
        let digest = entry.finding.certificate?;
        Some((|| {
            let file = self.certificates().open(digest).map_err(CertificateFault::unreadable)?;
            let mut file = Summing::new(BufReader::new(file));
            let checked = check_stream(&mut file);
            if file.finish().map_err(CertificateFault::Unreadable)? != digest {
                return Err(CertificateFault::Damaged);
            }
            let summary = checked?;
            let proved = proved(&summary.claim, summary.verdict).map(|(question, winner)| {
                let (canonical, symmetry) = question.canonical();
                (canonical, Some(symmetry.player(winner)))
            });
            let (canonical, symmetry) = entry.question.canonical();
            let stated = (canonical, entry.finding.winner.map(|winner| symmetry.player(winner)));
            if proved == Some(stated) { Ok(summary) } else { Err(CertificateFault::Another) }
        })())
    }

    /// Whether the answers to a position's moves contradict its own: a move wins although the mover is said to lose, or
    /// no move can win although the mover is said to win.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn contradicts_its_moves(&self, entry: &StoreEntry) -> Result<bool, StoreError> {
        let mut known = StoreCache::new(Some(self), &Limits::default(), None);
        let map = MoveMap::recall(&entry.question, &mut known);
        match known.failure {
            Some(error) => Err(error),
            None => Ok(map.winner(&entry.question).zip(entry.finding.winner).is_some_and(|(a, b)| a != b)),
        }
    }
}
