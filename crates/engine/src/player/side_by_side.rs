//! Parts of a search that run side by side on threads, and the joined results of trees.

use std::sync::{Mutex, PoisonError};
use std::thread;
use tesuji_board::SortOnce as _;

use tesuji_search::Limits;
use tesuji_search::mcts::guided::SearchResult;
use tesuji_search::mcts::{MoveStats, TreeReport};

/// The joint result of several trees of one position: the moves by their visits in all trees, lost ones last. `None` if
/// there is no tree.
///
/// The line is that of the first tree that would play the best move.
pub(crate) fn join<'a, M: Copy + PartialEq + 'a, I: Iterator<Item = &'a SearchResult<M>>>(
    found: impl Fn() -> I,
) -> Option<TreeReport<M>> {
    let mut all = found();
    let mut sum = all.next()?.report.clone();
    let mut n_trees = 1;
    for found in all {
        n_trees += 1;
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
    if n_trees > 1 {
        let is_lost = |mv| found().any(|found| found.lost.contains(&mv));
        sum.moves.sort_once_by_key(|stats| (is_lost(stats.mv), std::cmp::Reverse(stats.visits)));
        let best = sum.moves[0].mv;
        let line = found().map(|found| &found.report.line).find(|line| line.first() == Some(&best));
        sum.line = line.map_or_else(|| vec![best], Clone::clone);
    }
    Some(sum)
}

fn n_visits<M>(report: &TreeReport<M>) -> u64 {
    report.moves.iter().map(|stats| u64::from(stats.visits)).sum()
}

fn add<M: Copy>(a: &MoveStats<M>, b: &MoveStats<M>) -> MoveStats<M> {
    let is_lost = a.is_lost || b.is_lost;
    let value = if is_lost { 0.0 } else { mean((a.value, a.visits.into()), (b.value, b.visits.into())) };
    MoveStats { mv: a.mv, visits: a.visits.saturating_add(b.visits), value, prior: a.prior, is_lost }
}

/// The mean of two means, each with the number that it is over.
fn mean((a, n_a): (f64, u64), (b, n_b): (f64, u64)) -> f64 {
    match n_a + n_b {
        0 => f64::midpoint(a, b),
        n => (a * n_a as f64 + b * n_b as f64) / n as f64,
    }
}

/// Limits of a part of a search: the same interrupt and meter, but its own nodes and progress.
pub(crate) fn part_of(limits: &Limits, n_nodes: u64) -> Limits {
    Limits {
        nodes: Some(n_nodes),
        interrupt: limits.interrupt.clone(),
        meter: limits.meter.clone(),
        ..Limits::default()
    }
}

/// Runs every part once, on at most `n_threads` threads, including the calling one.
pub(crate) fn run_all<P: Send>(parts: Vec<P>, n_threads: usize, limits: &Limits, run: impl Fn(P) + Sync) {
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
    let beside = || {
        work();
        limits.leave();
    };
    thread::scope(|scope| {
        for _ in 0..n_more {
            // Fewer threads take longer but find the same.
            if thread::Builder::new().spawn_scoped(scope, beside).is_err() {
                break;
            }
        }
        work();
    });
}
