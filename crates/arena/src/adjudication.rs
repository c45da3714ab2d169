//! Games that the rules have not ended yet, and who is proved to win them: by the solver of whole boards, or by exact
//! counts of endings.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tesuji_board::Player;
use tesuji_engine::Session;
use tesuji_prove::{BoardConfig, BoardSolver};
use tesuji_search::Limits;

use crate::control::SolverTerms;

/// Memory for what the solver learns during a game.
const TABLE_BYTES: usize = 64 << 20;

/// The solver for one game. What it learns lasts only for that game, so its answers depend on the moves alone.
pub(crate) struct Adjudicator {
    /// Created when it is first asked.
    solver: Option<BoardSolver>,
    stop: Arc<AtomicBool>,
}

impl Adjudicator {
    /// A solver that gives up on a position once `stop` is set.
    pub(crate) const fn new(stop: Arc<AtomicBool>) -> Self {
        Self { solver: None, stop }
    }

    /// Winner from here, if the terms cover such a position and the win is proved within their limits.
    pub(crate) fn winner(&mut self, session: &Session, terms: SolverTerms) -> Option<Player> {
        self.proved(session, terms.nodes, terms.empties.get() as usize)
    }

    /// Winner from here, if proved within `nodes` nodes, however many cells are empty.
    pub(crate) fn proof(&mut self, session: &Session, nodes: NonZeroU64) -> Option<Player> {
        self.proved(session, nodes, usize::MAX)
    }

    fn proved(&mut self, session: &Session, nodes: NonZeroU64, most_empty: usize) -> Option<Player> {
        let limits = Limits { nodes: Some(nodes.get()), interrupt: Arc::clone(&self.stop), ..Limits::default() };
        if let Some(endings) = session.endings() {
            return endings.winner(most_empty, &limits);
        }
        let question = session.hex()?.question()?;
        if session.legal_moves().len() > most_empty {
            return None;
        }
        let config = BoardConfig { table_bytes: TABLE_BYTES, n_threads: 1, ..BoardConfig::default() };
        self.solver.get_or_insert_with(|| BoardSolver::new(config)).solve(&question, &limits).winner
    }
}
