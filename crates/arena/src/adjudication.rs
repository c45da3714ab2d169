//! Games that the rules have not ended, ended by what proves who wins: the solver of whole boards, or exact counts of
//! endings.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tesuji_board::Player;
use tesuji_engine::Session;
use tesuji_search::Limits;
use tesuji_solve::board::{BoardConfig, BoardSolver};

use crate::control::SolverTerms;

/// Memory for what the solver learns in a game.
const TABLE_BYTES: usize = 64 << 20;

/// The solver of one game. What it learns lasts as long as the game, so its answers depend on the moves alone.
pub(crate) struct Adjudicator {
    terms: SolverTerms,
    /// Made when it is first asked.
    solver: Option<BoardSolver>,
    stop: Arc<AtomicBool>,
}

impl Adjudicator {
    /// A solver that gives up on a position when `stop` is set.
    pub(crate) const fn new(terms: SolverTerms, stop: Arc<AtomicBool>) -> Self {
        Self { terms, solver: None, stop }
    }

    /// Who wins from here, if that is proved within the limits.
    pub(crate) fn winner(&mut self, session: &Session) -> Option<Player> {
        let most_empty = self.terms.empties.get() as usize;
        let limits =
            Limits { nodes: Some(self.terms.nodes.get()), interrupt: Arc::clone(&self.stop), ..Limits::default() };
        if session.has_endings() {
            return session.ending(most_empty, &limits);
        }
        let question = session.question()?;
        if session.legal_moves().len() > most_empty {
            return None;
        }
        let config = BoardConfig { table_bytes: TABLE_BYTES, n_threads: 1, ..BoardConfig::default() };
        self.solver.get_or_insert_with(|| BoardSolver::new(config)).solve(&question, &limits).winner
    }
}
