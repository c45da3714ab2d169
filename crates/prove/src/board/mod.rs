//! Whole boards: who wins, with which moves, and why.
//!
//! A [`Question`] is a position of Hex and the player to move. [`BoardSolver::solve`] answers with the winner, a
//! winning move and its carrier. [`BoardSolver::certificate`] proves the answer with the rules of `proof`, and
//! [`BoardSolver::search_moves`] says for every move whether it wins. A solver keeps what it learns about one board, so
//! questions about related positions are cheap.
//!
//! Never: no I/O, no clock. Limits and progress come in as values.

mod depth_to_win;
pub(crate) mod engine;
mod moves;
#[cfg(feature = "testing")]
mod tests;

use tesuji_board::{Cell, CellSet, Player, in_its_width};
use tesuji_neural::Kernel;
use tesuji_proof::{Certificate, CertificateError, Node, NodeSink};
use tesuji_search::Limits;

use crate::pairing::Pairing;
use crate::search::{SearchJournal, SearchLimits, SearchState};
use crate::{Proof, TrainingSample};

use self::engine::{AnyEngine, engine};

pub use depth_to_win::{DepthStop, DepthToWin, QuickestWin, longest_defence, most_stones};
pub use tesuji_problem::board::{Distance, Forgetful, Known, MAX_SIDE, MoveMap, Question, Symmetry};

/// Settings of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardConfig {
    /// The maximum number of bytes for the table of positions.
    pub table_bytes: usize,
    /// The approximate number of bytes that a proof phase uses besides the table, for proved claims and nodes that it
    /// can reuse. If there are too many, the older ones are forgotten, and a proof that needs them again gets longer.
    /// The goals of a certificate need extra memory: some hundred bytes for every ten nodes.
    pub proof_bytes: usize,
    /// The number of threads that search one position together.
    pub n_threads: usize,
    /// Whether the learned net says where to search first. The answer is the same without it; the nodes differ.
    pub uses_net: bool,
}

/// The net is used where it pays: where this machine has a quick kernel. By the plain one a judgement takes longer than a position.
impl Default for BoardConfig {
    fn default() -> Self {
        let uses_net = Kernel::best() != Kernel::PLAIN;
        Self { table_bytes: 1 << 30, proof_bytes: 1 << 30, n_threads: 1, uses_net }
    }
}

/// Result of a question.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Answer {
    /// The winner; `None` if a limit was reached first.
    pub winner: Option<Player>,
    /// A move that wins, if the player to move does.
    pub winning_move: Option<Cell>,
    /// The winner's stones that the win rests on: without the others it stays a win.
    pub stones: CellSet,
    /// The empty cells in which the winner wins, including `winning_move`: a move of the loser elsewhere changes
    /// nothing.
    pub carrier: CellSet,
    /// The number of positions searched.
    pub nodes: u64,
    /// Distance of the search from an answer, if a limit was reached first.
    pub distance: Option<Distance>,
}

/// Solves positions and keeps what it learns about one board.
#[derive(Debug)]
pub struct BoardSolver {
    config: BoardConfig,
    engine: Option<AnyEngine>,
}

impl BoardSolver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub const fn new(config: BoardConfig) -> Self {
        Self { config, engine: None }
    }

    /// The winner, with a winning move.
    ///
    /// On a board that is not a rhombus there is no winner. Where pairs of cells win for the player with the shorter way,
    /// nothing is searched.
    pub fn solve(&mut self, question: &Question, limits: &Limits) -> Answer {
        self.solve_kept(question, limits, None)
    }

    /// Solves with a journal that keeps what the search learns, and has what earlier searches of the question learned.
    pub fn solve_kept(&mut self, question: &Question, limits: &Limits, journal: Option<&dyn SearchJournal>) -> Answer {
        if let Some((winner, pairing)) = Pairing::of_board(question) {
            let stones = if winner == Player::Black { question.black.clone() } else { question.white.clone() };
            let (winner, winning_move, carrier) = (Some(winner), pairing.first, pairing.carrier());
            return Answer { winner, winning_move, stones, carrier, nodes: 1, distance: None };
        }
        let limits = SearchLimits { limits, n_threads: self.config.n_threads, journal };
        match self.engine_for(question) {
            Some(any) => in_its_width!(any, engine => engine.solve(question, limits)),
            None => Answer::default(),
        }
    }

    /// The state of a search that was kept; cells are numbered as on the board. `None` if what was kept makes
    /// no sense.
    pub fn state(&mut self, question: &Question, journal: &dyn SearchJournal) -> Option<SearchState> {
        let any = self.engine_for(question)?;
        in_its_width!(any, engine => engine.state(question, journal))
    }

    fn engine_for(&mut self, question: &Question) -> Option<&AnyEngine> {
        let is_of = |any: &AnyEngine| in_its_width!(any, engine => *engine.topology == *question.topology);
        if !self.engine.as_ref().is_some_and(is_of) {
            self.engine = engine(&question.topology, &self.config);
        }
        self.engine.as_ref()
    }

    /// Proves that the winner wins and passes the nodes of the certificate to `sink` as they are found; `None` if a
    /// limit was reached first.
    ///
    /// The claim is [`Question::claim`] of the winner, who is always its owner. The question is solved first, and then
    /// the win is proved again; `limits` apply to each of the two. Some of the nodes may not be needed in the end.
    ///
    /// # Errors
    ///
    /// The first error of `sink`.
    pub fn prove(
        &mut self,
        question: &Question,
        limits: &Limits,
        sink: &mut dyn NodeSink,
    ) -> Result<Option<Proof>, CertificateError> {
        if let Some((winner, pairing)) = Pairing::of_board(question) {
            return pairing.prove(&question.claim(winner), sink).map(Some);
        }
        let answer = self.solve(question, limits);
        let Some(any) = &self.engine else { return Ok(None) };
        in_its_width!(any, engine => engine.prove(question, &answer, limits, self.config.proof_bytes, sink))
    }

    /// Training samples from the board of the last question: positions that took at least this many others to decide. A
    /// search that a limit ended has samples too. They are in no particular order, and not all if the table is full.
    #[must_use]
    pub fn samples(&self, least_nodes: u32) -> Vec<TrainingSample> {
        let Some(any) = &self.engine else { return Vec::new() };
        in_its_width!(any, engine => engine.samples(least_nodes))
    }

    /// [`Self::prove`] with all nodes in memory, about 100 bytes each.
    pub fn certificate(&mut self, question: &Question, limits: &Limits) -> Option<Certificate> {
        let mut nodes: Vec<Node> = Vec::new();
        // A vector accepts every node.
        let Proof { heading, root } = self.prove(question, limits, &mut nodes).ok()??;
        Some(heading.certificate(nodes, root))
    }
}
