//! The store as the memory of questions: whole boards of Hex that were solved before.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use tesuji_archive::{Archive, ArchiveAnswer, ArchiveConfig, ArchiveError, Experience};
use tesuji_problem::board::Question;
use tesuji_workbench::{Known, Memory, Undecided};

/// The largest certificate that goes into an answer.
const MOST_BYTES: u64 = 48 << 20;
/// How many notices are kept for people.
const MOST_NOTICES: usize = 20;

/// The store, and what should be known about it.
#[derive(Debug)]
pub(crate) struct StoreMemory {
    pub(crate) archive: Archive,
    notices: Arc<Mutex<Vec<String>>>,
}

impl StoreMemory {
    /// Opens the store, or creates it.
    pub(crate) fn open(store: PathBuf) -> Result<Self, ArchiveError> {
        let notices = Arc::new(Mutex::new(Vec::new()));
        let listed = Arc::clone(&notices);
        let config = ArchiveConfig {
            store: Some(store),
            certificates: None,
            certify: false,
            table_bytes: 1 << 20,
            n_threads: 1,
            uses_net: None,
            experience: Experience::None,
        };
        let archive = Archive::open(config, move |notice| push(&listed, notice.to_owned()))?;
        Ok(Self { archive, notices })
    }

    /// What should be known about the store: rows that it does not trust, answers that could not be kept.
    pub(crate) fn notices(&self) -> Vec<String> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The value, or a notice instead of an error: a search goes on without the store.
    fn noted<T>(&self, result: Result<T, ArchiveError>) -> Option<T> {
        result.map_err(|error| push(&self.notices, error.to_string())).ok()
    }
}

fn push(notices: &Mutex<Vec<String>>, notice: String) {
    let mut notices = notices.lock().unwrap_or_else(PoisonError::into_inner);
    if !notices.contains(&notice) && notices.len() < MOST_NOTICES {
        notices.push(notice);
    }
}

fn solved(known: &Known) -> ArchiveAnswer {
    ArchiveAnswer {
        winner: Some(known.winner),
        winning_move: known.winning_move,
        nodes: known.nodes,
        seconds: known.seconds,
        ..ArchiveAnswer::default()
    }
}

impl Memory for StoreMemory {
    fn recall(&self, question: &Question) -> Option<Known> {
        let ArchiveAnswer { winner, winning_move, nodes, seconds, stored, .. } =
            self.noted(self.archive.known(question))?;
        winner.filter(|_| stored).map(|winner| Known { winner, winning_move, nodes, seconds })
    }

    fn keep(&self, question: &Question, known: &Known) {
        self.noted(self.archive.remember(question, &solved(known)));
    }

    fn keep_undecided(&self, question: &Question, search: &Undecided) {
        let Undecided { nodes, seconds, distance } = *search;
        self.noted(
            self.archive.remember(question, &ArchiveAnswer { nodes, seconds, distance, ..ArchiveAnswer::default() }),
        );
    }

    fn certificate(&self, question: &Question) -> Option<Vec<u8>> {
        let winner = self.recall(question)?.winner;
        self.noted(self.archive.certificate(question, winner, MOST_BYTES))?
    }

    fn keep_certificate(&self, question: &Question, known: &Known, certificate: &[u8]) {
        self.noted(self.archive.remember_certificate(question, &solved(known), certificate));
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_board::{CellSet, Player, Topology};
    use tesuji_proof::{Draft, Verdict};
    use tesuji_prove::{BoardConfig, BoardSolver};
    use tesuji_search::Limits;

    use super::*;

    #[test]
    fn answers_and_checked_certificates_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let open = || StoreMemory::open(folder.path().join("store")).unwrap();
        let topology = Arc::new(Topology::rhombus(3, 3).unwrap());
        let question = Question { topology, black: CellSet::new(), white: CellSet::new(), to_move: Player::Black };
        let memory = open();
        assert_eq!(memory.recall(&question), None);
        let undecided = Undecided { nodes: 5, seconds: 0.25, distance: None };
        let kept = |memory: &StoreMemory| memory.archive.store().unwrap().find(&question).unwrap().unwrap().finding;
        memory.keep_undecided(&question, &undecided);
        assert_eq!((memory.recall(&question), kept(&memory).nodes, kept(&memory).winner), (None, 5, None));
        let known = Known { winner: Player::Black, winning_move: None, nodes: 7, seconds: 0.5 };
        memory.keep(&question, &known);
        memory.keep_undecided(&question, &Undecided { nodes: 50, ..undecided });
        assert_eq!((memory.recall(&question), memory.certificate(&question)), (Some(known), None));
        let mut solver =
            BoardSolver::new(BoardConfig { table_bytes: 1 << 20, proof_bytes: 1 << 20, ..BoardConfig::default() });
        let mut draft = Draft::new(tempfile::tempfile().unwrap(), 9).unwrap();
        let proof = solver.prove(&question, &Limits::default(), &mut draft).unwrap().unwrap();
        assert_eq!(proof.heading.verdict, Verdict::Holds);
        let mut file = draft.write(&proof.heading, proof.root, tempfile::tempfile().unwrap()).unwrap();
        let mut bytes = Vec::new();
        std::io::Seek::rewind(&mut file).unwrap();
        std::io::Read::read_to_end(&mut file, &mut bytes).unwrap();
        // One that is cut off is not kept.
        memory.keep_certificate(&question, &known, &bytes[..bytes.len() - 1]);
        assert_eq!(memory.certificate(&question), None);
        memory.keep_certificate(&question, &known, &bytes);
        assert_eq!(open().certificate(&question), Some(bytes));
        assert!(open().notices().is_empty());
    }
}
