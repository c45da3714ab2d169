//! A turn: trees and the solver search the same position side by side, and then exchange what they found.
//!
//! Each part of a turn has its own memory, seed and bound, and reads nothing that another changes. So unless they are
//! interrupted, neither the number of threads nor the order of the parts matters.

use std::sync::Arc;

use tesuji_hex::{Move, Position};
use tesuji_insight::HexInsight;
use tesuji_prove::{Answer, BoardSolver, Question};
use tesuji_search::Limits;
use tesuji_search::mcts::TreeReport;
use tesuji_search::mcts::guided::SearchResult;
use tesuji_search::mcts::leaves::{Leaves, LeavesConfig};

use super::is_stopped;
use super::leaf::NetJudge;
use crate::SessionError;
use crate::player::side_by_side::{join, part_of, run_all};
use crate::player::{LeafJudge, NetworkChoice, StrongSpec};
use crate::seed::move_seed;

/// Independent trees of one position.
#[derive(Default)]
pub(super) struct Trees(Vec<Grown>);

/// A tree with what it needs for itself.
struct Grown {
    tree: Leaves<Position>,
    judge: Box<NetJudge>,
    /// The net of the judge.
    network: NetworkChoice,
    insight: HexInsight,
    found: Option<SearchResult<Move>>,
}

/// A judged leaf counts as this many playouts of the settings. So the same settings take about the same time as in other
/// games.
pub(super) const PLAYOUTS_PER_LEAF: u64 = 10;

/// Leaves of all trees in a turn, and between two turns of the solver: few, so that the solver is asked within a move of
/// 100 ms.
pub(super) const LEAVES_PER_TURN: u64 = 40;

/// The work of a turn.
pub(super) struct StrongTurn<'a> {
    pub(super) position: &'a Position,
    /// The settings of each tree; `look_after` is `None` where knowledge is of no use.
    pub(super) config: &'a LeavesConfig,
    /// Judged leaves of all trees together.
    pub(super) n_leaves: u64,
    /// The seed of the search, and the number of turns before this one.
    pub(super) seed: (u64, usize),
    /// The limits: interrupt and meter count, nodes do not.
    pub(super) limits: &'a Limits,
    pub(super) n_threads: usize,
    /// The questions for the solver, each with the nodes it may search. They are asked in order until one has an
    /// answer.
    pub(super) questions: &'a [(Question, u64)],
    /// Whether the solver begins before the trees. This matters only if there is an interrupt.
    pub(super) is_solver_first: bool,
}

/// A part of a turn that runs on one thread.
enum Part<'a> {
    Tree(&'a mut Grown, Limits, u64),
    Solver(&'a mut BoardSolver, &'a mut Vec<Answer>),
}

impl Trees {
    /// Prepares as many trees as the settings say for a position. Knowledge of it that [`Self::advance`] left is kept.
    pub(super) fn start(
        &mut self,
        spec: &StrongSpec,
        position: &Position,
        judge: Option<&Arc<dyn LeafJudge>>,
    ) -> Result<(), SessionError> {
        let network = spec.game.hex().network;
        let net = network.net()?;
        self.0.retain(|grown| grown.network == network);
        self.0.truncate(spec.trees);
        self.0.resize_with(spec.trees, || Grown {
            tree: Leaves::new(),
            judge: Box::new(NetJudge::new(net).with_callers(judge)),
            network,
            insight: HexInsight::default(),
            found: None,
        });
        for grown in &mut self.0 {
            grown.insight.start(position);
            grown.judge.start(position);
            grown.found = None;
        }
        Ok(())
    }

    pub(super) fn forget(&mut self) {
        self.0.iter_mut().for_each(|grown| grown.tree.forget());
    }

    /// Goes on to the position after a move.
    pub(super) fn advance(&mut self, mv: Move) {
        self.0.iter_mut().for_each(|grown| {
            grown.tree.advance(mv);
        });
    }

    /// Marks these moves as lost in all trees.
    pub(super) fn refute(&mut self, loses: impl Fn(Move) -> bool) {
        self.0.iter_mut().for_each(|grown| grown.tree.refute(&loses));
    }

    /// Searches. Returns the solver's answers to the questions that it reached, or none after an interrupt.
    pub(super) fn search(&mut self, turn: &StrongTurn<'_>, solver: &mut BoardSolver) -> Vec<Answer> {
        let (n_trees, mut answers) = (self.0.len() as u64, Vec::new());
        let solver = (!turn.questions.is_empty()).then_some(Part::Solver(solver, &mut answers));
        let tree = |(idx, grown)| {
            let n_leaves = turn.n_leaves / n_trees + u64::from(idx < turn.n_leaves % n_trees);
            Part::Tree(
                grown,
                part_of(turn.limits, n_leaves),
                move_seed(turn.seed.0, turn.seed.1 * n_trees as usize + idx as usize),
            )
        };
        let mut parts: Vec<_> = solver.into_iter().chain((0..).zip(&mut self.0).map(tree)).collect();
        if !turn.questions.is_empty() && !turn.is_solver_first {
            parts.rotate_left(1);
        }
        run_all(parts, turn.n_threads, turn.limits, |part| match part {
            // The only tree begins nothing after an interrupt: the report of the turn before stands.
            Part::Tree(grown, ..) if n_trees == 1 && turn.seed.1 > 0 && is_stopped(turn.limits) => grown.found = None,
            Part::Tree(grown, limits, seed) => grown.search(turn, &limits, seed),
            Part::Solver(solver, answers) => {
                for (question, n_nodes) in turn.questions {
                    if is_stopped(turn.limits) {
                        break;
                    }
                    answers.push(solver.solve(question, &part_of(turn.limits, *n_nodes)));
                    if answers.last().is_some_and(|answer| answer.winner.is_some()) {
                        break;
                    }
                }
            }
        });
        answers
    }

    /// Result of the last search of each tree.
    pub(super) fn found(&self) -> impl Iterator<Item = &SearchResult<Move>> {
        self.0.iter().filter_map(|grown| grown.found.as_ref())
    }

    /// The joint result of all trees: the moves by their visits in all trees, lost ones last.
    ///
    /// The line is that of the first tree that would play the best move.
    pub(super) fn report(&self) -> Option<TreeReport<Move>> {
        join(|| self.found())
    }
}

impl Grown {
    fn search(&mut self, turn: &StrongTurn<'_>, limits: &Limits, seed: u64) {
        self.judge.vary(seed);
        self.found = self.tree.search(turn.position, turn.config, &mut *self.judge, &mut self.insight, limits);
    }
}

/// The settings of each of the trees that a player with these settings has.
pub(super) fn config_of(spec: &StrongSpec) -> Result<LeavesConfig, SessionError> {
    spec.config(1)?;
    let max_nodes = spec.memory_mib.saturating_mul(Leaves::<Position>::nodes_in(1 << 20)) / spec.trees;
    spec.game.hex().net.config(max_nodes)
}
