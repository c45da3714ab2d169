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
use tesuji_prove::{Answer, BoardConfig, BoardSolver, Distance, Proof, Question};
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
        let mut solver = solver(table_bytes);
        let [search_nodes, proof_nodes] = nodes;
        let found = solver.solve_kept(question, &limits(search_nodes, stop), None);
        Self::prove(&mut solver, question, &found, proof_nodes, stop)
    }

    /// Proves what a solver has found, within these nodes.
    pub(super) fn prove(
        solver: &mut BoardSolver,
        question: &Question,
        found: &Answer,
        nodes: Option<u64>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, TaskError> {
        let failed = |error: CertificateError| TaskError::Failed(error.to_string());
        let mut certificate = None;
        if found.winner.is_some() {
            let mut draft = Draft::new(Cursor::new(Vec::new()), question.topology.n_cells()).map_err(failed)?;
            let proof = solver.prove(question, &limits(nodes, stop), &mut draft).map_err(failed)?;
            if let Some(Proof { heading, root }) = proof {
                let sink = draft.write(&heading, root, Cursor::new(Vec::new())).map_err(failed)?;
                certificate = Some(STANDARD.encode(sink.into_inner()));
            }
        }
        if stop.load(Ordering::Relaxed) {
            return Err(TaskError::Stopped);
        }
        // An answer without a proof is not an answer.
        let winner = found.winner.filter(|_| certificate.is_some());
        let distance = found.distance.filter(|_| winner.is_none());
        let distance = distance.map(|Distance { to_win, to_lose }| [to_win, to_lose]);
        Ok(Self { winner, nodes: found.nodes, distance, certificate })
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

/// Limits of this many nodes that can be stopped.
pub(super) fn limits(nodes: Option<u64>, stop: &Arc<AtomicBool>) -> Limits {
    Limits { nodes, interrupt: Arc::clone(stop), ..Limits::default() }
}

/// A solver with this many bytes for the table, and as many for a proof.
pub(super) fn solver(table_bytes: u64) -> BoardSolver {
    let bytes = usize::try_from(table_bytes).unwrap_or(usize::MAX);
    BoardSolver::new(BoardConfig { table_bytes: bytes, proof_bytes: bytes, ..BoardConfig::default() })
}
