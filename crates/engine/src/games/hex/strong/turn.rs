//! A turn: trees and the solver search the same position side by side, and then exchange what they found.
//!
//! Each part of a turn has its own memory, seed and bound, and reads nothing that another changes. So unless they are
//! interrupted, neither the number of threads nor the order of the parts matters.

use tesuji_hex::{Move, Position};
use tesuji_insight::{HexInsight, HexPriors};
use tesuji_playout::HexBridges;
use tesuji_prove::{Answer, BoardSolver, Question};
use tesuji_search::Limits;
use tesuji_search::mcts::TreeReport;
use tesuji_search::mcts::guided::{GuidedConfig, GuidedPlayer, Nothing, SearchResult};
use tesuji_search::mcts::leaves::{Leaves, LeavesConfig};

use super::is_stopped;
use super::leaf::NetJudge;
use crate::SessionError;
use crate::player::side_by_side::{join, part_of, run_all};
use crate::player::{NetworkChoice, Priors, StrongSpec};
use crate::seed::move_seed;

/// Independent trees of one position.
#[derive(Default)]
pub(super) struct Trees(Vec<Grown>);

/// A tree with what it needs for itself.
struct Grown {
    tree: Tree,
    /// Which net judges its leaves.
    network: NetworkChoice,
    insight: HexInsight,
    found: Option<SearchResult<Move>>,
}

/// A tree by what judges its leaves.
enum Tree {
    Playouts(GuidedPlayer<Position, HexBridges>),
    Net(Leaves<Position>, Box<NetJudge>),
}

/// The settings of each tree.
#[derive(Clone, Copy, Debug)]
pub(super) enum TreeConfig {
    Playouts(GuidedConfig),
    Net(LeavesConfig),
}

/// What is done in a turn.
pub(super) struct StrongTurn<'a> {
    pub(super) position: &'a Position,
    /// The settings of each tree; `look_after` is `None` where knowledge is of no use.
    pub(super) config: &'a TreeConfig,
    /// Playouts of all trees together, or judged leaves.
    pub(super) n_playouts: u64,
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
    pub(super) fn start(&mut self, spec: &StrongSpec, position: &Position) {
        self.0.retain(|grown| grown.network == spec.game.hex().network);
        self.0.truncate(spec.trees);
        self.0.resize_with(spec.trees, || Grown {
            network: spec.game.hex().network,
            // A net that this program does not have is refused with the settings.
            tree: match spec.game.hex().network.net().ok().flatten() {
                None => Tree::Playouts(GuidedPlayer::new(HexBridges::default())),
                Some(net) => Tree::Net(Leaves::new(), Box::new(NetJudge::new(net))),
            },
            insight: HexInsight::default(),
            found: None,
        });
        for grown in &mut self.0 {
            grown.insight.start(position);
            grown.insight.priors = match spec.game.formula().priors {
                Priors::Plain => HexPriors::Plain,
                Priors::Patterns => HexPriors::Patterns,
            };
            match &mut grown.tree {
                Tree::Playouts(tree) => tree.playout_mut().reply(spec.game.hex().elsewhere),
                Tree::Net(_, judge) => {
                    judge.play_out(spec.game.hex().net.playouts, spec.game.hex().net.weight, spec.game.hex().elsewhere);
                    judge.start(position);
                }
            }
            grown.found = None;
        }
    }

    pub(super) fn forget(&mut self) {
        self.0.iter_mut().for_each(|grown| match &mut grown.tree {
            Tree::Playouts(tree) => tree.forget(),
            Tree::Net(tree, _) => tree.forget(),
        });
    }

    /// Goes on to the position after a move.
    pub(super) fn advance(&mut self, mv: Move) {
        self.0.iter_mut().for_each(|grown| {
            match &mut grown.tree {
                Tree::Playouts(tree) => tree.advance(mv),
                Tree::Net(tree, _) => tree.advance(mv),
            };
        });
    }

    /// Marks these moves as lost in all trees.
    pub(super) fn refute(&mut self, loses: impl Fn(Move) -> bool) {
        self.0.iter_mut().for_each(|grown| match &mut grown.tree {
            Tree::Playouts(tree) => tree.refute(&loses),
            Tree::Net(tree, _) => tree.refute(&loses),
        });
    }

    /// Searches. Returns the solver's answers to the questions that it reached, or none after an interrupt.
    pub(super) fn search(&mut self, turn: &StrongTurn<'_>, solver: &mut BoardSolver) -> Vec<Answer> {
        let (n_trees, mut answers) = (self.0.len() as u64, Vec::new());
        let solver = (!turn.questions.is_empty()).then_some(Part::Solver(solver, &mut answers));
        let tree = |(idx, grown)| {
            let n_playouts = turn.n_playouts / n_trees + u64::from(idx < turn.n_playouts % n_trees);
            Part::Tree(
                grown,
                part_of(turn.limits, n_playouts),
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

    /// What each tree found in its last search.
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
        let (position, insight) = (turn.position, &mut self.insight);
        self.found = match (&mut self.tree, turn.config) {
            (Tree::Playouts(tree), TreeConfig::Playouts(config)) => match config.look_after {
                Some(_) => tree.search(position, config, insight, limits, seed),
                None => tree.search(position, config, &mut Nothing, limits, seed),
            },
            (Tree::Net(tree, judge), TreeConfig::Net(config)) => {
                judge.vary(seed);
                tree.search(position, config, &mut **judge, insight, limits)
            }
            (Tree::Playouts(_), TreeConfig::Net(_)) | (Tree::Net(..), TreeConfig::Playouts(_)) => None,
        };
    }
}

impl TreeConfig {
    /// The settings for trees that take what the settings of the player allow.
    pub(super) fn new(spec: &StrongSpec) -> Result<Self, SessionError> {
        let guided = spec.config(GuidedPlayer::<Position, HexBridges>::nodes_in(1 << 20))?;
        Ok(match spec.game.hex().network {
            NetworkChoice::None => Self::Playouts(guided),
            NetworkChoice::Small | NetworkChoice::Large => {
                let max_nodes = spec.memory_mib.saturating_mul(Leaves::<Position>::nodes_in(1 << 20)) / spec.trees;
                Self::Net(spec.game.hex().net.config(max_nodes)?)
            }
        })
    }

    /// The same, but a search ends once its move is settled within this many more rounds.
    pub(super) fn settled_within(&self, settled_within: Option<u64>) -> Self {
        match *self {
            Self::Playouts(config) => Self::Playouts(GuidedConfig { settled_within, ..config }),
            Self::Net(config) => Self::Net(LeavesConfig { settled_within, ..config }),
        }
    }

    /// The same, but without knowledge.
    pub(super) fn blind(&self) -> Self {
        match *self {
            Self::Playouts(config) => Self::Playouts(GuidedConfig { look_after: None, ..config }),
            Self::Net(config) => Self::Net(LeavesConfig { look_after: None, ..config }),
        }
    }

    /// As how many playouts of the settings a round counts. So the same settings take about the same time, whatever
    /// judges the leaves.
    pub(super) const fn playouts_per_round(&self) -> u64 {
        match self {
            Self::Playouts(_) => 1,
            Self::Net(_) => 10,
        }
    }

    /// Rounds of all trees in a turn, and between two turns of the solver. With a net a turn is short, so that the solver
    /// is asked within a move of 100 ms.
    pub(super) const fn rounds_per_turn(&self) -> u64 {
        match self {
            Self::Playouts(_) => 5_000,
            Self::Net(_) => 40,
        }
    }
}
