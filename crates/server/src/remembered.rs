//! The archive of the server: whole boards of Hex and claims that were answered before.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use tesuji_archive::{Archive, ArchiveConfig, ArchiveError};

/// Number of notices that are kept for people.
const MOST_NOTICES: usize = 20;

/// The archive, and the messages about its store.
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
        let config = ArchiveConfig { store: Some(store), keeps_searches: true, ..ArchiveConfig::default() };
        let archive = Archive::open(config, move |notice| push(&listed, notice.to_owned()))?;
        Ok(Self { archive, notices })
    }

    /// Notices about the store: rows that it does not trust, answers that could not be kept.
    pub(crate) fn notices(&self) -> Vec<String> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn push(notices: &Mutex<Vec<String>>, notice: String) {
    let mut notices = notices.lock().unwrap_or_else(PoisonError::into_inner);
    if !notices.contains(&notice) && notices.len() < MOST_NOTICES {
        notices.push(notice);
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_archive::ArchiveAnswer;
    use tesuji_board::{CellSet, Player, Topology};
    use tesuji_problem::board::Question;
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
        let archive = open().archive;
        assert!(archive.known(&question).is_none());
        let undecided = ArchiveAnswer { nodes: 5, seconds: 0.25, ..ArchiveAnswer::default() };
        let kept = || archive.store().unwrap().find(&question).unwrap().unwrap().finding;
        archive.remember(&question, &undecided);
        assert!(archive.known(&question).is_none() && kept().nodes == 5 && kept().winner.is_none());
        let black = Some(Player::Black);
        let known = ArchiveAnswer { winner: black, nodes: 7, seconds: 0.5, ..ArchiveAnswer::default() };
        archive.remember(&question, &known);
        archive.remember(&question, &ArchiveAnswer { nodes: 50, ..undecided });
        let certificate = || archive.certificate(&question, Player::Black, 1 << 20);
        let found = archive.known(&question).unwrap();
        assert_eq!((found.winner, found.nodes, found.seconds, certificate()), (black, 7, 0.5, None));
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
        archive.remember_certificate(&question, &known, &bytes[..bytes.len() - 1]);
        assert_eq!(certificate(), None);
        archive.remember_certificate(&question, &known, &bytes);
        assert_eq!(certificate(), Some(bytes));
        assert!(open().notices().is_empty());
    }
}
