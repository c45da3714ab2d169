//! A turn: trees and the solver search the same position side by side, and then tell each other what they found.
//!
//! Each part of a turn has its own memory, seed and bound, and looks at nothing that another changes. So unless they are
//! interrupted it does not matter on how many threads the parts run, nor in which order.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::thread;

use tesuji_hex::{Move, Position};
use tesuji_insight::{HexInsight, HexPriors};
use tesuji_playout::HexBridges;
use tesuji_search::Limits;
use tesuji_search::mcts::guided::{Found, Guided, GuidedConfig, Nothing};
use tesuji_search::mcts::{MoveStats, Report};
use tesuji_solve::board::{Answer, BoardSolver, Question};

use crate::player::{Priors, StrongSpec};
use crate::seed::move_seed;

/// Trees of one position, none of which knows of the others.
#[derive(Default)]
pub(super) struct Trees(Vec<Grown>);

/// A tree with what it needs for itself.
struct Grown {
    tree: Guided<Position, HexBridges>,
    insight: HexInsight,
    found: Option<Found<Move>>,
}

/// What is done in a turn.
pub(super) struct Turn<'a> {
    pub(super) position: &'a Position,
    /// Of each tree; its `look_after` is `None` where knowledge is of no use.
    pub(super) config: &'a GuidedConfig,
    /// Playouts of all trees together.
    pub(super) n_playouts: u64,
    /// Of the search, and how many turns came before.
    pub(super) seed: (u64, usize),
    /// The interrupt and the meter count, the nodes do not.
    pub(super) limits: &'a Limits,
    pub(super) n_threads: usize,
    /// What the solver is asked, each with the nodes it may search, until it has an answer.
    pub(super) questions: &'a [(Question, u64)],
    /// Does the solver begin before the trees? That matters only if there is an interrupt.
    pub(super) is_solver_first: bool,
}

/// A part of a turn that runs on one thread.
enum Part<'a> {
    Tree(&'a mut Grown, Limits, u64),
    Solver(&'a mut BoardSolver, &'a mut Vec<Answer>),
}

impl Trees {
    /// Prepares as many trees as the settings say for a position; what is known of it by [`Self::advance`] is kept.
    pub(super) fn start(&mut self, spec: &StrongSpec, position: &Position) {
        self.0.truncate(spec.trees);
        self.0.resize_with(spec.trees, || Grown {
            tree: Guided::new(HexBridges::default()),
            insight: HexInsight::default(),
            found: None,
        });
        for grown in &mut self.0 {
            grown.insight.start(position);
            grown.insight.priors = match spec.priors {
                Priors::Plain => HexPriors::Plain,
                Priors::Patterns => HexPriors::Patterns,
            };
            grown.tree.playout_mut().reply(spec.elsewhere);
            grown.found = None;
        }
    }

    pub(super) fn forget(&mut self) {
        self.0.iter_mut().for_each(|grown| grown.tree.forget());
    }

    /// Goes on to the position after a move.
    pub(super) fn advance(&mut self, mv: Move) {
        for grown in &mut self.0 {
            grown.tree.advance(mv);
        }
    }

    /// Tells all trees that these moves lose.
    pub(super) fn refute(&mut self, loses: impl Fn(Move) -> bool) {
        self.0.iter_mut().for_each(|grown| grown.tree.refute(&loses));
    }

    /// Searches; gives back what the solver answers to the questions that it came to; none after an
    /// interrupt.
    pub(super) fn search(&mut self, turn: &Turn<'_>, solver: &mut BoardSolver) -> Vec<Answer> {
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
            Part::Tree(grown, limits, seed) => grown.search(turn, &limits, seed),
            Part::Solver(solver, answers) => {
                for (question, n_nodes) in turn.questions {
                    if turn.limits.interrupt.load(Ordering::Relaxed) {
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
    pub(super) fn found(&self) -> impl Iterator<Item = &Found<Move>> {
        self.0.iter().filter_map(|grown| grown.found.as_ref())
    }

    /// What all trees found together: the moves by their visits in all trees, lost ones last.
    ///
    /// The line is that of the first tree that would play the best move.
    pub(super) fn report(&self) -> Option<Report<Move>> {
        let mut all = self.found();
        let mut sum = all.next()?.report.clone();
        for found in all {
            let (visits, more) = (n_visits(&sum), n_visits(&found.report));
            sum.value = mean((sum.value, visits), (found.report.value, more));
            for stats in &found.report.moves {
                match sum.moves.iter_mut().find(|known| known.mv == stats.mv) {
                    Some(known) => *known = add(known, stats),
                    None => sum.moves.push(*stats),
                }
            }
            sum.n_playouts += found.report.n_playouts;
            sum.n_nodes += found.report.n_nodes;
            sum.is_full |= found.report.is_full;
        }
        if self.0.len() > 1 {
            let is_lost = |mv| self.found().any(|found| found.lost.contains(&mv));
            sum.moves.sort_by_key(|stats| (is_lost(stats.mv), std::cmp::Reverse(stats.visits)));
            let best = sum.moves[0].mv;
            let line = self.found().map(|found| &found.report.line).find(|line| line.first() == Some(&best));
            sum.line = line.map_or_else(|| vec![best], Clone::clone);
        }
        Some(sum)
    }
}

impl Grown {
    fn search(&mut self, turn: &Turn<'_>, limits: &Limits, seed: u64) {
        let Turn { position, config, .. } = *turn;
        self.found = match config.look_after {
            Some(_) => self.tree.search(position, config, &mut self.insight, limits, seed),
            None => self.tree.search(position, config, &mut Nothing, limits, seed),
        };
    }
}

fn n_visits(report: &Report<Move>) -> u64 {
    report.moves.iter().map(|stats| u64::from(stats.visits)).sum()
}

fn add(a: &MoveStats<Move>, b: &MoveStats<Move>) -> MoveStats<Move> {
    let value = mean((a.value, a.visits.into()), (b.value, b.visits.into()));
    MoveStats { mv: a.mv, visits: a.visits.saturating_add(b.visits), value }
}

/// The mean of two means over so many.
fn mean((a, n_a): (f64, u64), (b, n_b): (f64, u64)) -> f64 {
    match n_a + n_b {
        0 => f64::midpoint(a, b),
        n => (a * n_a as f64 + b * n_b as f64) / n as f64,
    }
}

/// Limits of a part of a search: the same interrupt and meter, but nodes and progress of its own.
pub(super) fn part_of(limits: &Limits, n_nodes: u64) -> Limits {
    Limits {
        nodes: Some(n_nodes),
        interrupt: limits.interrupt.clone(),
        meter: limits.meter.clone(),
        ..Limits::default()
    }
}

/// Runs every part once, on at most so many threads, the calling one among them.
fn run_all<P: Send>(parts: Vec<P>, n_threads: usize, limits: &Limits, run: impl Fn(P) + Sync) {
    let n_more = n_threads.min(parts.len()).saturating_sub(1);
    let queue = Mutex::new(parts.into_iter());
    let work = || {
        loop {
            // The lock is not held while a part runs.
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            match next {
                Some(part) => run(part),
                None => break,
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..n_more {
            scope.spawn(|| {
                work();
                limits.leave();
            });
        }
        work();
    });
}
