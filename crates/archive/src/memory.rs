//! An archive as a memory for whoever searches by other means: what is known, and what was found.

use std::io::{BufReader, Read};

use tesuji_board::Player;
use tesuji_problem::board::Question;
use tesuji_proof::CertificateReader;

use crate::archive::ArchiveAnswer;
use crate::{Archive, ArchiveError};

impl Archive {
    /// Known result of a position, from the board itself or the store.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn known(&self, question: &Question) -> Result<ArchiveAnswer, ArchiveError> {
        let solved = self.recall(question)?;
        self.report_doubts();
        Ok(solved)
    }

    /// Keeps an answer that was found elsewhere, if answers can be kept.
    ///
    /// # Errors
    ///
    /// If the store cannot be written, or has the other winner.
    pub fn remember(&self, question: &Question, solved: &ArchiveAnswer) -> Result<(), ArchiveError> {
        self.keep(question, solved, None)
    }

    /// The bytes of a certificate of who wins, in terms of the question itself. `None` if none is kept, or it is longer
    /// than `most` bytes.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn certificate(&self, question: &Question, winner: Player, most: u64) -> Result<Option<Vec<u8>>, ArchiveError> {
        let Some(sealed) = self.stored_certificate(question, Some(winner))? else { return Ok(None) };
        if sealed.accepted.bytes > most {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        sealed.bytes()?.read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// Keeps an answer with its certificate. The checker sees the certificate first: one that it rejects is not kept,
    /// and the answer neither.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn remember_certificate(
        &self,
        question: &Question,
        solved: &ArchiveAnswer,
        certificate: &[u8],
    ) -> Result<(), ArchiveError> {
        let Some(store) = self.keeper() else { return Ok(()) };
        let claim = CertificateReader::new(BufReader::new(certificate))?.heading().claim.clone();
        let proved = crate::accept(certificate, &claim).ok().filter(|accepted| {
            let winner = match accepted.verdict {
                tesuji_proof::Verdict::Holds => claim.owner,
                tesuji_proof::Verdict::Fails => claim.owner.opponent(),
            };
            Question::of_claim(&claim).as_ref() == Some(question) && solved.winner == Some(winner)
        });
        match proved {
            Some(_) => self.keep(question, solved, Some(store.keep_certificate(certificate)?)),
            None => Ok(()),
        }
    }

    /// The store, for whoever lists it.
    #[must_use]
    pub fn store(&self) -> Option<&crate::store::Store> {
        self.store.as_deref()
    }
}
