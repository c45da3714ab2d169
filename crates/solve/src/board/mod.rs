//! Whole boards: who wins, with which moves, and why.
//!
//! A [`Question`] is a position of Hex and the player to move. [`BoardSolver::solve`] answers with the winner, a winning
//! move and a certificate in the three rules of `proof`; [`MoveMap::search`] tells of every move whether it wins.
//! A solver keeps what it learns about one size of board, so asking it about related positions is cheap.

mod certify;
mod engine;
pub mod file;
mod moves;
mod patterns;
mod resistance;
mod search;
mod sight;
mod symmetry;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use tesuji_board::{BOTTOM, Cell, CellSet, LEFT, Player, RIGHT, TOP, Topology};
use tesuji_proof::{Certificate, CertificateError, Claim, Goal, Heading, Mover, Node, NodeId, NodeSink, Terminal};
use tesuji_search::Limits;

use crate::board::engine::AnyEngine;
use crate::program_c::in_order;

/// The longest side of a whole board.
pub use tesuji_hex::MAX_SIDE;

pub use moves::{Forgetful, Known, MoveMap};
pub use resistance::Resistance;
pub use symmetry::Symmetry;

/// A position of Hex in which somebody is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The board, a rhombus.
    pub topology: Arc<Topology>,
    /// Stones of the player who joins top and bottom.
    pub black: CellSet,
    /// Stones of the player who joins left and right.
    pub white: CellSet,
    /// Whose turn it is.
    pub to_move: Player,
}

impl Question {
    /// That `owner` wins from here, as a claim about its stones and all empty cells.
    #[must_use]
    pub fn claim(&self, owner: Player) -> Claim {
        let (stones, edges) = match owner {
            Player::Black => (&self.black, [TOP, BOTTOM]),
            Player::White => (&self.white, [LEFT, RIGHT]),
        };
        let mut carrier: CellSet = self.topology.cells().collect();
        carrier.subtract(&self.black);
        carrier.subtract(&self.white);
        let goal = Goal::new(vec![vec![edges.map(Terminal::Edge).to_vec()]]).expect("two edges are a goal");
        let to_move = if owner == self.to_move { Mover::Owner } else { Mover::Opponent };
        Claim { topology: self.topology.clone(), owner, stones: stones.clone(), carrier, goal, to_move }
    }
}

/// Settings of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardConfig {
    /// Most bytes of memory for the table of positions.
    pub table_bytes: usize,
    /// Bytes of memory, about, for a proof phase beside the table: claims proved before and nodes, to be used again. The
    /// older ones are forgotten when they are too many; a proof that needs them again gets longer. The goals of a
    /// certificate come on top: some hundred bytes for every ten nodes.
    pub proof_bytes: usize,
    /// Threads that search one position together.
    pub n_threads: usize,
}

impl Default for BoardConfig {
    fn default() -> Self {
        Self { table_bytes: 1 << 30, proof_bytes: 1 << 30, n_threads: 1 }
    }
}

/// How far a search was from an answer when it was given up: the proof numbers of its first position.
///
/// They say how much was left to do by what the search had seen, which leaves out moves that were not yet in its width; so
/// they compare searches of related positions, and bound nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distance {
    /// Positions that would have to be won to show that the player to move wins.
    pub to_win: u32,
    /// Positions that would have to be lost to show that the player to move loses.
    pub to_lose: u32,
}

/// What is known about a question.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Answer {
    /// Who wins; `None` if a limit was reached first.
    pub winner: Option<Player>,
    /// A move that wins, if the player to move does.
    pub winning_move: Option<Cell>,
    /// The empty cells in which the winner wins, `winning_move` among them: a move of the loser elsewhere changes nothing.
    pub carrier: CellSet,
    /// Positions searched for it.
    pub nodes: u64,
    /// How far it was from being answered, if a limit was reached first.
    pub distance: Option<Distance>,
}

/// A win that is proved: what its certificate says, and which node is the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// All but the nodes.
    pub heading: Heading,
    /// The last node that the certificate needs.
    pub root: NodeId,
}

/// Solves positions, and keeps what it learns about one size of board.
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

    /// Who wins, and with which move.
    ///
    /// On a board that is no rhombus nobody is said to win.
    pub fn solve(&mut self, question: &Question, limits: &Limits) -> Answer {
        if self.engine.as_ref().is_none_or(|engine| *engine.topology() != *question.topology) {
            self.engine = AnyEngine::new(&question.topology, self.config.table_bytes);
        }
        match &self.engine {
            Some(engine) => engine.solve(question, limits, self.config.n_threads),
            None => Answer::default(),
        }
    }

    /// Proves that the winner wins, handing the nodes of the certificate to `sink` as they are found; `None` if a limit
    /// was reached first.
    ///
    /// The claim is [`Question::claim`] of the winner, who is always its owner. The question is solved first, and then
    /// the win is proved anew; `limits` hold for each of the two. Not all nodes are needed in the end.
    ///
    /// # Errors
    ///
    /// The first of `sink`.
    pub fn prove(
        &mut self,
        question: &Question,
        limits: &Limits,
        sink: &mut dyn NodeSink,
    ) -> Result<Option<Proof>, CertificateError> {
        let answer = self.solve(question, limits);
        let Some(engine) = &self.engine else { return Ok(None) };
        engine.prove(question, &answer, limits, self.config.proof_bytes, sink)
    }

    /// [`Self::prove`] with all nodes in memory, about 100 bytes each.
    pub fn certificate(&mut self, question: &Question, limits: &Limits) -> Option<Certificate> {
        let mut nodes: Vec<Node> = Vec::new();
        // Memory takes whatever comes.
        let Proof { heading, root } = self.prove(question, limits, &mut nodes).ok()??;
        let Heading { claim, verdict, first, goals } = heading;
        Some(Certificate { claim, verdict, first, goals, nodes: in_order(nodes, root) })
    }
}
