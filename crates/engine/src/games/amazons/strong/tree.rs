//! Choosing by trees whose leaves are judged.

use std::sync::atomic::Ordering;
use tesuji_board::SortOnce as _;

use tesuji_amazons::{Move, Position, Stage, Stages};
use tesuji_amazons_eval::StagesEvaluator;
use tesuji_game::{Evaluation, Evaluator, Game};
use tesuji_search::Limits;
use tesuji_search::mcts::guided::SearchResult;
use tesuji_search::mcts::leaves::{Leaves, LeavesConfig, Nothing};
use tesuji_search::mcts::{MoveStats, TreeReport};

use super::{LeafEndings, moves_between};
use crate::player::side_by_side::{join, part_of, run_all};
use crate::player::{Chosen, Judgement, StrongSpec};
use crate::{SessionError, move_seed};

/// Trees, kept from move to move.
#[derive(Default)]
pub(super) struct Trees {
    trees: Vec<Grown>,
    /// The last position that was searched.
    last: Option<Position>,
}

/// A tree, and the judge of its leaves.
struct Grown {
    tree: Leaves<Stages>,
    judge: Judge,
    found: Option<SearchResult<Move>>,
}

impl Trees {
    /// Chooses by search within the limits.
    pub(super) fn choose(
        &mut self,
        spec: &StrongSpec,
        position: &Position,
        limits: &Limits,
        seed: u64,
    ) -> Chosen<Move> {
        self.start(spec, position, seed);
        self.search(spec, position, limits)?;
        let report = join(|| self.found()).ok_or(SessionError::Over)?;
        let winner = self.found().find_map(|found| found.winner);
        Ok(Judgement { mv: report.best(), winner, n_playouts: report.n_playouts, report: Some(report), ends: None })
    }

    /// Prepares as many trees as the settings say. Knowledge of the position is kept.
    fn start(&mut self, spec: &StrongSpec, position: &Position, seed: u64) {
        self.trees.truncate(spec.trees);
        self.trees.resize_with(spec.trees, || Grown { tree: Leaves::new(), judge: Judge::default(), found: None });
        let moves = self.last.take().and_then(|last| moves_between(&last, position));
        for (idx, grown) in self.trees.iter_mut().enumerate() {
            match &moves {
                None => grown.tree.forget(),
                Some(moves) => moves.iter().flat_map(|&mv| Stages::of_move(mv)).for_each(|stage| {
                    grown.tree.advance(stage);
                }),
            }
            let seed = if idx == 0 { seed } else { move_seed(seed, idx) };
            grown.judge.terms.set_jitter(spec.game.amazons().jitter, seed);
            grown.found = None;
        }
        self.last = Some(position.clone());
    }

    fn search(&mut self, spec: &StrongSpec, position: &Position, limits: &Limits) -> Result<(), SessionError> {
        let most = limits.nodes.map_or(spec.playouts, |nodes| nodes.min(spec.playouts));
        let n_trees = self.trees.len() as u64;
        let max_nodes = spec.memory_mib.saturating_mul(Leaves::<Stages>::nodes_in(1 << 20)) / self.trees.len();
        let config = spec.game.amazons().config(max_nodes)?;
        let config = LeavesConfig { settled_within: spec.stop_early.then_some(0), ..config };
        let start = Stages::from(position.clone());
        let part = |(idx, grown)| (grown, part_of(limits, most / n_trees + u64::from(idx < most % n_trees)));
        let parts: Vec<(&mut Grown, Limits)> = (0..).zip(&mut self.trees).map(part).collect();
        run_all(parts, spec.threads, limits, |(grown, limits)| grown.search(&start, &config, &limits));
        limits.progress.store(self.found().map(|found| found.report.n_playouts).sum(), Ordering::Relaxed);
        Ok(())
    }

    /// Result of the last search of each tree.
    fn found(&self) -> impl Iterator<Item = &SearchResult<Move>> {
        self.trees.iter().filter_map(|grown| grown.found.as_ref())
    }
}

impl Grown {
    fn search(&mut self, start: &Stages, config: &LeavesConfig, limits: &Limits) {
        let steps = self.tree.search(start, config, &mut self.judge, &mut Nothing, limits);
        self.found = steps.map(|steps| self.whole_moves(start, steps));
    }

    /// The results for steps, and for the arrows after them, as results for whole moves.
    fn whole_moves(&mut self, start: &Stages, steps: SearchResult<Stage>) -> SearchResult<Move> {
        let (mut moves, mut lost) = (Vec::new(), Vec::new());
        let mut line = Vec::new();
        for stats in &steps.report.moves {
            let Stage::Step(from, to) = stats.mv else { continue };
            let Some(arrows) = self.tree.found_after(stats.mv) else { continue };
            let whole = |stage: Stage| match stage {
                Stage::Arrow(arrow) => Some(Move { from, to, arrow }),
                Stage::Step(..) => None,
            };
            let is_first = moves.is_empty();
            moves.extend(arrows.report.moves.iter().filter(|shot| is_first || shot.visits > 0).filter_map(|shot| {
                Some(MoveStats {
                    mv: whole(shot.mv)?,
                    visits: shot.visits,
                    value: shot.value,
                    prior: None,
                    is_lost: shot.is_lost,
                })
            }));
            lost.extend(arrows.lost.iter().filter_map(|&shot| whole(shot)));
            if is_first {
                line = pairs(std::iter::once(stats.mv).chain(arrows.report.line));
            }
        }
        if moves.is_empty() {
            // Stopped before any step was searched: take the arrow that is rated best.
            let mv = self.judge.at_sight(start, steps.report.best());
            moves.push(MoveStats { mv, visits: 0, value: 0.5, prior: None, is_lost: false });
        }
        // The choice is the best arrow of the first step. The other moves follow by visits.
        moves[1..].sort_once_by_key(|stats| (lost.contains(&stats.mv), std::cmp::Reverse(stats.visits)));
        if line.first() != Some(&moves[0].mv) {
            line = vec![moves[0].mv];
        }
        SearchResult {
            report: TreeReport { moves, line, value: steps.report.value, ..counts(&steps.report) },
            lost,
            winner: steps.winner,
        }
    }
}

/// The numbers of a report, with no moves.
fn counts(report: &TreeReport<Stage>) -> TreeReport<Move> {
    TreeReport {
        moves: Vec::new(),
        value: report.value,
        line: Vec::new(),
        n_playouts: report.n_playouts,
        n_nodes: report.n_nodes,
        is_full: report.is_full,
        spread: report.spread,
    }
}

/// Stages as the moves that they make up; a step without its arrow is left out.
fn pairs(stages: impl Iterator<Item = Stage>) -> Vec<Move> {
    let (mut moves, mut step) = (Vec::new(), None);
    for stage in stages {
        match (stage, step) {
            (Stage::Step(from, to), _) => step = Some((from, to)),
            (Stage::Arrow(arrow), Some((from, to))) => moves.push(Move { from, to, arrow }),
            (Stage::Arrow(_), None) => {}
        }
    }
    moves
}

/// Judges leaves: by counting where it can.
#[derive(Default)]
struct Judge {
    terms: StagesEvaluator,
    endings: LeafEndings,
}

impl Judge {
    /// The move that begins with this step and ends with the arrow rated best.
    fn at_sight(&mut self, start: &Stages, step: Stage) -> Move {
        let mut moved = start.clone();
        moved.play_unchecked(step);
        let shots = moved.moves();
        let mut ratings = vec![0.0; shots.len()];
        self.rate(&moved, &shots, &mut ratings);
        let best = (0..shots.len()).max_by(|&a, &b| ratings[a].total_cmp(&ratings[b])).map(|idx| shots[idx]);
        match (step, best) {
            (Stage::Step(from, to), Some(Stage::Arrow(arrow))) => Move { from, to, arrow },
            _ => unreachable!("before the turn a step is made, and after it an arrow can fly back"),
        }
    }
}

impl Evaluator<Stages> for Judge {
    fn evaluate(&mut self, stages: &Stages) -> Evaluation {
        let is_countable = stages.shooter().is_none() && !self.terms.is_open(stages);
        let decided = if is_countable { self.endings.decide(stages.position()) } else { None };
        decided.unwrap_or_else(|| self.terms.evaluate(stages))
    }

    fn rate(&mut self, stages: &Stages, moves: &[Stage], ratings: &mut [f64]) {
        self.terms.rate(stages, moves, ratings);
    }
}
