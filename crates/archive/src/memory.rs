//! An archive as a memory for whoever searches by other means: what is known, and what was found.

use std::io::Read;

use tesuji_board::Player;
use tesuji_problem::board::Question;
use tesuji_proof::Verdict;

use crate::archive::ArchiveAnswer;
use crate::{Archive, ArchiveError};

impl Archive {
    /// Known result of a position, if the store has one. Whatever goes wrong is a notice: a search can go on without.
    #[must_use]
    pub fn known(&self, question: &Question) -> Option<ArchiveAnswer> {
        let solved = self.noted(self.recall(question));
        self.report_doubts();
        solved.filter(|solved| solved.stored)
    }

    /// Keeps an answer that was found elsewhere, if answers can be kept. An error is a notice.
    pub fn remember(&self, question: &Question, solved: &ArchiveAnswer) {
        self.noted(self.keep(question, solved, None));
    }

    /// The bytes of a certificate of who wins, in terms of the question itself. `None` if none is kept, or it is longer
    /// than `most` bytes.
    #[must_use]
    pub fn certificate(&self, question: &Question, winner: Player, most: u64) -> Option<Vec<u8>> {
        let sealed = self.noted(self.stored_certificate(question, Some(winner)))??;
        let mut bytes = Vec::new();
        let read = || sealed.bytes()?.read_to_end(&mut bytes);
        self.noted((sealed.accepted.bytes <= most).then(read)?.map_err(ArchiveError::from))?;
        Some(bytes)
    }

    /// Keeps an answer with its certificate. The checker sees the certificate first: one that it rejects is not kept,
    /// and the answer neither. An error is a notice.
    pub fn remember_certificate(&self, question: &Question, solved: &ArchiveAnswer, certificate: &[u8]) {
        let proves = |winner| crate::accept(certificate, &question.claim(winner)).map(|accepted| accepted.verdict);
        let is_proved = solved.winner.is_some_and(|winner| proves(winner) == Ok(Verdict::Holds));
        if let Some(store) = self.keeper().filter(|_| is_proved) {
            let kept = store.keep_certificate(certificate).map_err(ArchiveError::from);
            self.noted(kept.and_then(|digest| self.keep(question, solved, Some(digest))));
        }
    }

    /// The store, for whoever lists it.
    #[must_use]
    pub fn store(&self) -> Option<&crate::store::Store> {
        self.store.as_deref()
    }
}
