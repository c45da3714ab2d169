//! Games that the rules have not ended, ended by a solver that proves.

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
    solver: BoardSolver,
    stop: Arc<AtomicBool>,
}

impl Adjudicator {
    /// A solver that gives up on a position when `stop` is set.
    pub(crate) fn new(terms: SolverTerms, stop: Arc<AtomicBool>) -> Self {
        let config = BoardConfig { table_bytes: TABLE_BYTES, n_threads: 1, ..BoardConfig::default() };
        Self { terms, solver: BoardSolver::new(config), stop }
    }

    /// Who wins from here, if that is proved within the limits.
    pub(crate) fn winner(&mut self, session: &Session) -> Option<Player> {
        let question = session.question()?;
        if session.legal_moves().len() > self.terms.empties.get() as usize {
            return None;
        }
        let limits =
            Limits { nodes: Some(self.terms.nodes.get()), interrupt: Arc::clone(&self.stop), ..Limits::default() };
        self.solver.solve(&question, &limits).winner
    }
}
