//! Iterative deepening, by one searcher or by several that share the moves of the root.
//!
//! Each of several searchers searches the first move, because its value is the bound against which all others are
//! tested, and every n-th of the rest. They meet after each depth, so that the next depth begins with the best move of
//! all. Each has its own table, and nothing passes between them during an iteration. So what they find together depends
//! on their number, but not on threads or the machine.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use tesuji_board::SortOnce as _;

use tesuji_game::{Evaluator, Game, Undo};

use super::report::{AlphaBetaReport, Iteration, SearchCounts};
use super::score::{ScoreWindow, SearchScore};
use super::search::{AlphaBeta, AlphaBetaConfig, AlphaBetaRun};
use crate::Limits;

/// A searcher and its share of the moves of the root.
pub(super) struct SearcherShare<'a, G: Game, E: ?Sized> {
    run: AlphaBetaRun<'a, G, E>,
    root: G,
    /// Its moves, each with its place in the order of all moves and the score found.
    moves: Vec<(usize, SearchScore, G::Move)>,
    /// The best moves, the best first, each as the line that begins with it; empty if not even the first was finished.
    best: Vec<(SearchScore, Vec<G::Move>)>,
    /// Whether every move was finished.
    is_whole: bool,
}

impl<'a, G: Undo, E: Evaluator<G> + ?Sized> SearcherShare<'a, G, E> {
    pub(super) fn new(
        memory: &'a mut AlphaBeta<G>,
        evaluator: &'a mut E,
        root: &G,
        config: &'a AlphaBetaConfig,
        limits: Limits,
    ) -> Self {
        memory.prepare(config);
        let run = AlphaBetaRun { memory, evaluator, config, limits, statistics: SearchCounts::default() };
        Self { run, root: root.clone(), moves: Vec::new(), best: Vec::new(), is_whole: true }
    }

    /// Searches its moves, and keeps their scores.
    fn search(&mut self, depth: u8) {
        let n_best = self.run.config.n_best.max(1);
        let mut window = ScoreWindow::FULL;
        self.best.clear();
        self.is_whole = false;
        for (place, score, mv) in &mut self.moves {
            let Ok(found) = self.run.child(&mut self.root, *mv, depth, 0, window, *place) else { return };
            *score = found;
            // A move that is not above alpha has only a bound, no value.
            if self.best.is_empty() || found > window.alpha {
                self.run.extend_line(*mv, 0);
                rank(&mut self.best, (found, self.run.memory.lines[0].clone()), n_best);
            }
            if let Some((last, _)) = self.best.get(n_best - 1) {
                window.alpha = *last;
            }
        }
        self.is_whole = true;
    }
}

/// Inserts a move at its rank, after its equals, unless it is already there; at most `n_best` moves are kept.
fn rank<M: PartialEq>(best: &mut Vec<(SearchScore, Vec<M>)>, (score, line): (SearchScore, Vec<M>), n_best: usize) {
    if best.iter().any(|(_, known)| known[0] == line[0]) {
        return;
    }
    let place = best.partition_point(|&(known, _)| known >= score);
    best.insert(place, (score, line));
    best.truncate(n_best);
}

/// Searches the root depth after depth with all parts; `None` if it has no moves.
///
/// `each` makes every part do something, in any order and on any thread.
pub(super) fn deepen<G: Undo, E: Evaluator<G> + ?Sized>(
    parts: &mut [SearcherShare<'_, G, E>],
    each: impl Fn(&mut [SearcherShare<'_, G, E>], &(dyn Fn(&mut SearcherShare<'_, G, E>) + Sync)),
) -> Option<AlphaBetaReport<G::Move>> {
    let first = parts.first_mut()?;
    let mut moves = first.root.moves();
    first.run.statistics.ratings += 1;
    first.run.memory.order.sort(&first.root, &mut moves, usize::MAX, first.run.evaluator);
    let mut report = AlphaBetaReport {
        best: *moves.first()?,
        value: None,
        line: Vec::new(),
        moves: Vec::new(),
        depth: 0,
        is_stopped: false,
        iterations: Vec::new(),
        statistics: SearchCounts::default(),
    };
    let (most, n_best) = (first.run.config.depth.get(), first.run.config.n_best.max(1));
    let mut moves: Vec<_> = moves.into_iter().map(|mv| (SearchScore::MIN, mv)).collect();
    let mut best = Vec::new();
    for depth in 1..=most {
        deal(&moves, parts);
        each(parts, &|part| part.search(depth));
        let before = mem::take(&mut best);
        // All have searched the first move; the result of the first searcher counts.
        let found = parts.iter_mut().flat_map(|part| part.best.drain(..));
        found.for_each(|found| rank(&mut best, found, n_best));
        report.is_stopped = !parts.iter().all(|part| part.is_whole);
        // Values of different depths cannot be compared: an incomplete list of this depth does not replace the one of
        // the depth before.
        if report.is_stopped && best.len() < n_best.min(before.len()) {
            best = before;
        }
        let Some((score, line)) = best.first() else { break };
        (report.best, report.value, report.line) = (line[0], Some(score.value()), line.clone());
        report.moves = best.iter().map(|(score, line)| (score.value(), line.clone())).collect();
        if report.is_stopped {
            break;
        }
        report.depth = depth;
        let statistics = parts.iter().map(|part| part.run.statistics).sum();
        report.iterations.push(Iteration { depth, value: score.value(), line: line.clone(), statistics });
        if score.proved_in().is_some() {
            break;
        }
        for &(place, score, _) in parts.iter().rev().flat_map(|part| &part.moves) {
            moves[place].0 = score;
        }
        // Moves other than the best have only bounds, but a bound orders better than nothing. The sort is stable, and
        // the best move, which may have equals, goes to the front.
        moves.sort_once_by_key(|&(score, mv)| (mv != report.best, -score));
    }
    report.statistics = parts.iter().map(|part| part.run.statistics).sum();
    Some(report)
}

/// Gives the first move to all parts, and every n-th of the others to each.
fn deal<G: Game, E: ?Sized>(moves: &[(SearchScore, G::Move)], parts: &mut [SearcherShare<'_, G, E>]) {
    let n_parts = parts.len();
    for (idx, part) in parts.iter_mut().enumerate() {
        let is_own = |place: usize| place == 0 || place % n_parts == idx;
        let own = moves.iter().enumerate().filter(|&(place, _)| is_own(place));
        part.moves.clear();
        part.moves.extend(own.map(|(place, &(score, mv))| (place, score, mv)));
    }
}

/// Searches as [`AlphaBeta::search`] does, with several searchers that share the moves of the position. Each has its
/// own evaluator, and they run on at most `n_threads` threads.
///
/// They also share the nodes of the limits and the memory of the table. The result depends on the number of searchers
/// but not on the number of threads. `None` if the position is over or there is no searcher.
pub fn search_together<G, E>(
    searchers: &mut [(AlphaBeta<G>, E)],
    root: &G,
    config: &AlphaBetaConfig,
    limits: &Limits,
    n_threads: usize,
) -> Option<AlphaBetaReport<G::Move>>
where
    G: Undo<Move: Send> + Send,
    E: Evaluator<G> + Send,
{
    if root.outcome().is_some() || searchers.is_empty() {
        return None;
    }
    let n_parts = searchers.len();
    let config = AlphaBetaConfig { table_bytes: config.table_bytes / n_parts, ..*config };
    let part_of = |(idx, (memory, evaluator))| {
        let nodes = limits.nodes.map(|nodes| nodes / n_parts as u64 + u64::from((idx as u64) < nodes % n_parts as u64));
        // The progress that one of several reports would hide the others'.
        let progress = if n_parts == 1 { limits.progress.clone() } else { Arc::default() };
        SearcherShare::new(memory, evaluator, root, &config, Limits { nodes, progress, ..limits.clone() })
    };
    let mut parts: Vec<_> =
        searchers.iter_mut().map(|(memory, evaluator)| (memory, evaluator)).enumerate().map(part_of).collect();
    let per_thread = n_parts.div_ceil(n_threads.max(1));
    deepen(&mut parts, |parts, search| {
        let (own, others) = parts.split_at_mut(per_thread.min(n_parts));
        thread::scope(|scope| {
            for others in others.chunks_mut(per_thread) {
                scope.spawn(|| {
                    others.iter_mut().for_each(search);
                    limits.leave();
                });
            }
            own.iter_mut().for_each(search);
        });
        limits.progress.store(parts.iter().map(|part| part.run.statistics.nodes).sum(), Ordering::Relaxed);
    })
}
