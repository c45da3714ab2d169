//! The answer of a worker to a position of Hex, and what of it is believed.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use tesuji_archive::accept;
use tesuji_board::Player;
use tesuji_proof::{CertificateError, Draft, Verdict};
use tesuji_prove::{BoardConfig, BoardSolver, Distance, Proof, Question, SearchJournal};
use tesuji_search::Limits;

use crate::TaskError;

/// The winner of a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardAnswer {
    /// `None` if it is undecided.
    pub(super) winner: Option<Player>,
    /// Positions searched.
    pub(super) nodes: u64,
    /// Of an undecided position, how far the search was from an answer: proof numbers of a win and of a loss of the
    /// player to move. They say where to search next, and nothing for certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) distance: Option<[u32; 2]>,
    /// The certificate in Base64. Every answer has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<String>,
}

impl BoardAnswer {
    /// Searches a position and proves the answer, each within these nodes, with this many bytes for the table of each.
    ///
    /// # Errors
    ///
    /// If it was stopped, or the certificate cannot be written.
    pub(super) fn search(
        question: &Question,
        nodes: [Option<u64>; 2],
        table_bytes: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, TaskError> {
        Self::search_on(&mut solver(table_bytes), question, nodes, None, stop).map(|(answer, _)| answer)
    }

    /// As above by a solver with the content of a journal. Also returns who wins by the search alone.
    pub(super) fn search_on(
        solver: &mut BoardSolver,
        question: &Question,
        [search_nodes, proof_nodes]: [Option<u64>; 2],
        journal: Option<&dyn SearchJournal>,
        stop: &Arc<AtomicBool>,
    ) -> Result<(Self, Option<Player>), TaskError> {
        let limits = |nodes| Limits { nodes, interrupt: Arc::clone(stop), ..Limits::default() };
        let failed = |error: CertificateError| TaskError::Failed(error.to_string());
        let answer = solver.solve_kept(question, &limits(search_nodes), journal);
        let mut certificate = None;
        if answer.winner.is_some() {
            let mut draft = Draft::new(Cursor::new(Vec::new()), question.topology.n_cells()).map_err(failed)?;
            let proof = solver.prove(question, &limits(proof_nodes), &mut draft).map_err(failed)?;
            if let Some(Proof { heading, root }) = proof {
                let sink = draft.write(&heading, root, Cursor::new(Vec::new())).map_err(failed)?;
                certificate = Some(STANDARD.encode(sink.into_inner()));
            }
        }
        if stop.load(Ordering::Relaxed) {
            return Err(TaskError::Stopped);
        }
        // An answer without a proof is not an answer.
        let winner = answer.winner.filter(|_| certificate.is_some());
        let distance = answer.distance.filter(|_| winner.is_none());
        let distance = distance.map(|Distance { to_win, to_lose }| [to_win, to_lose]);
        Ok((Self { winner, nodes: answer.nodes, distance, certificate }, answer.winner))
    }

    /// The winner of this position and the certificate that proves it, once the checker has accepted it; `None` if the
    /// position is undecided.
    ///
    /// # Errors
    ///
    /// Why the answer is not believed.
    pub(super) fn believe(&self, question: &Question) -> Result<Option<(Player, Vec<u8>)>, String> {
        let (winner, text) = match (self.winner, &self.certificate) {
            (None, None) => return Ok(None),
            (None, Some(_)) => return Err("an undecided answer has no certificate".to_owned()),
            (Some(_), None) => return Err("an answer without a certificate is not believed".to_owned()),
            (Some(winner), Some(text)) => (winner, text),
        };
        let bytes = STANDARD.decode(text).map_err(|error| format!("certificate: {error}"))?;
        let accepted = accept(&bytes, &question.claim(winner)).map_err(|fault| format!("certificate: {fault}"))?;
        if accepted.verdict != Verdict::Holds {
            return Err("certificate: it proves the opposite".to_owned());
        }
        Ok(Some((winner, bytes)))
    }
}

/// A solver with this many bytes for the table, and as many for a proof.
pub(super) fn solver(table_bytes: u64) -> BoardSolver {
    let bytes = usize::try_from(table_bytes).unwrap_or(usize::MAX);
    BoardSolver::new(BoardConfig { table_bytes: bytes, proof_bytes: bytes, ..BoardConfig::default() })
}
