//! Alpha-beta that leaves moves out and looks at late ones less deep.
//!
//! Like [`super::AlphaBeta`], but for games of so many moves that full width sees nothing. All moves of a position are
//! rated by the evaluator, the best so many are kept (*forward pruning*; fewer the nearer the horizon), tried in the order
//! of the table's move, killers and ratings, and those that come late are first asked at a smaller depth whether they are
//! better (*late-move reduction*). So a value here is an opinion even where it says win or loss: the opponent's best reply
//! may have been left out. At the root no move is.
//!
//! A game whose moves are made in stages is best given with each stage a move of its own, by the same player.

#[cfg(test)]
mod tests;

use std::mem;
use std::num::NonZeroU8;
use std::ops::ControlFlow;

use tesuji_game::{Evaluation, Evaluator, Game, Undo};

use super::report::{Iteration, Report, Statistics};
use super::score::{Score, Window};
use crate::Limits;
use crate::table::{Bound, Entry, Table};

/// How deep, how wide, and with what memory to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelectiveConfig {
    /// The most plies.
    pub depth: NonZeroU8,
    /// So many moves are kept in a position that is searched one ply deep; at least 1.
    pub width: usize,
    /// And so many more for each ply beyond.
    pub width_a_ply: usize,
    /// From this move on, counted from 0, moves are searched less deep first; at least 1.
    pub late: usize,
    /// By so many plies; 0 for never.
    pub reduction: u8,
    /// The most memory that the table takes; 0 for a search without.
    pub table_bytes: usize,
}

/// A searcher, with the memory that it uses again for each search.
#[derive(Clone, Debug)]
pub struct Selective<G: Game> {
    table: Table<Score, G::Move>,
    /// By ply, the later first.
    killers: Vec<[Option<G::Move>; 2]>,
    /// By ply, the moves that are kept of the position there.
    moves: Vec<Vec<G::Move>>,
    /// By ply, the best line from there.
    lines: Vec<Vec<G::Move>>,
    all: Vec<G::Move>,
    ratings: Vec<f64>,
    rated: Vec<(f64, G::Move)>,
}

impl<G: Undo> Default for Selective<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Undo> Selective<G> {
    /// A searcher that has no memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            table: Table::new(),
            killers: Vec::new(),
            moves: Vec::new(),
            lines: Vec::new(),
            all: Vec::new(),
            ratings: Vec::new(),
            rated: Vec::new(),
        }
    }

    /// Searches the position, or gives `None` if it is over.
    ///
    /// A node of `limits` is a position entered; the root is none. Nothing is kept of one search for the next.
    pub fn search<E: Evaluator<G> + ?Sized>(
        &mut self,
        root: &G,
        evaluator: &mut E,
        config: &SelectiveConfig,
        limits: &Limits,
    ) -> Option<Report<G::Move>> {
        if root.outcome().is_some() {
            return None;
        }
        let n_plies = usize::from(config.depth.get()) + 1;
        self.table.reset(config.table_bytes);
        self.killers.clear();
        self.killers.resize(n_plies, [None; 2]);
        self.moves.resize_with(n_plies, Vec::new);
        self.lines.resize_with(n_plies, Vec::new);
        let mut run = Run { memory: self, evaluator, config, limits, statistics: Statistics::default() };
        let mut root = root.clone();
        let moves = run.rated_moves(&root, usize::MAX, Vec::new());
        (!moves.is_empty()).then(|| run.deepen(&mut root, moves))
    }
}

/// A search in progress.
struct Run<'a, G: Game, E: ?Sized> {
    memory: &'a mut Selective<G>,
    evaluator: &'a mut E,
    config: &'a SelectiveConfig,
    limits: &'a Limits,
    statistics: Statistics,
}

/// The limits were reached.
struct Stopped;

impl<G: Undo, E: Evaluator<G> + ?Sized> Run<'_, G, E> {
    /// Searches depth after depth.
    fn deepen(&mut self, root: &mut G, moves: Vec<G::Move>) -> Report<G::Move> {
        let mut report = Report {
            best: moves[0],
            value: None,
            line: Vec::new(),
            depth: 0,
            is_stopped: false,
            iterations: Vec::new(),
            statistics: Statistics::default(),
        };
        let mut root_moves: Vec<_> = moves.into_iter().map(|mv| (Score::MIN, mv)).collect();
        for depth in 1..=self.config.depth.get() {
            let mut window = Window::FULL;
            for (mv_idx, (score, mv)) in root_moves.iter_mut().enumerate() {
                let Ok(found) = self.child(root, *mv, (depth, 0), window, mv_idx) else {
                    report.is_stopped = true;
                    break;
                };
                *score = found;
                if mv_idx == 0 || found > window.alpha {
                    window.alpha = found;
                    self.extend_line(*mv, 0);
                    report.line.clone_from(&self.memory.lines[0]);
                    (report.best, report.value) = (*mv, Some(found.value()));
                }
            }
            if report.is_stopped {
                break;
            }
            report.depth = depth;
            let value = window.alpha.value();
            report.iterations.push(Iteration { depth, value, line: report.line.clone(), statistics: self.statistics });
            if window.alpha.proved_in().is_some() {
                break;
            }
            root_moves.sort_by_key(|&(score, mv)| (mv != report.best, -score));
        }
        report.statistics = self.statistics;
        report
    }

    /// The score of a position for the player to move: the value within `window`, a bound outside.
    fn node(&mut self, position: &mut G, (depth, ply): (u8, u32), window: Window) -> Result<Score, Stopped> {
        if self.limits.reached(self.statistics.nodes) {
            return Err(Stopped);
        }
        self.statistics.nodes += 1;
        self.memory.lines[ply as usize].clear();
        if let Some(outcome) = position.outcome() {
            return Ok(Score::outcome(outcome, position.to_move(), ply));
        }
        let known = self.memory.table.find(position.zobrist());
        if let Some(score) = known.and_then(|known| answer(&known, depth, ply, window)) {
            self.statistics.table_hits += 1;
            return Ok(score);
        }
        if depth == 0 || known.is_none() {
            self.statistics.evaluations += 1;
            let (score, depth_seen) = match self.evaluator.evaluate(position) {
                Evaluation::Decided(outcome) => (Score::outcome(outcome, position.to_move(), ply), u8::MAX),
                Evaluation::Estimate(value) => (Score::estimate(value), 0),
            };
            if depth <= depth_seen {
                self.store(position, score, Bound::Exact, depth_seen, None, ply);
                return Ok(score);
            }
        }
        self.interior(position, (depth, ply), window, known.and_then(|known| known.mv))
    }

    /// The score of a position by that of the moves kept; `known` is the one that the table has.
    fn interior(
        &mut self,
        position: &mut G,
        (depth, ply): (u8, u32),
        mut window: Window,
        known: Option<G::Move>,
    ) -> Result<Score, Stopped> {
        let before = window.alpha;
        let width = self.config.width + self.config.width_a_ply * usize::from(depth - 1);
        let moves = mem::take(&mut self.memory.moves[ply as usize]);
        let mut moves = self.rated_moves(position, width, moves);
        let [killer, older] = self.memory.killers[ply as usize];
        let mut n_urgent = 0;
        for mv in [known, killer, older].into_iter().flatten() {
            if let Some(idx) = moves[n_urgent..].iter().position(|&kept| kept == mv) {
                moves[n_urgent..=n_urgent + idx].rotate_right(1);
                n_urgent += 1;
            }
        }
        let (mut best, mut best_mv) = (Score::MIN, None);
        for (mv_idx, &mv) in moves.iter().enumerate() {
            let score = self.child(position, mv, (depth, ply), window, mv_idx)?;
            if score > best {
                (best, best_mv) = (score, Some(mv));
            }
            if score > window.alpha {
                window.alpha = score;
                self.extend_line(mv, ply);
            }
            if score >= window.beta {
                self.statistics.refutations += 1;
                self.statistics.first_refutations += u64::from(mv_idx == 0);
                let killers = &mut self.memory.killers[ply as usize];
                if killers[0] != Some(mv) {
                    *killers = [Some(mv), killers[0]];
                }
                break;
            }
        }
        self.memory.moves[ply as usize] = moves;
        let bound = match best {
            score if score >= window.beta => Bound::Lower,
            score if score > before => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store(position, best, bound, depth, best_mv, ply);
        Ok(best)
    }

    /// The score of the `mv_idx`-th move for the player who makes it, in a position searched to `depth`.
    fn child(
        &mut self,
        position: &mut G,
        mv: G::Move,
        (depth, ply): (u8, u32),
        window: Window,
        mv_idx: usize,
    ) -> Result<Score, Stopped> {
        let player = position.to_move();
        let undone = position.play_undoable(mv);
        let is_answered = position.to_move() != player;
        let SelectiveConfig { late, reduction, .. } = *self.config;
        let mut ask = |depth: u8, window: Window| match is_answered {
            true => Ok(-self.node(position, (depth, ply + 1), -window)?),
            false => self.node(position, (depth, ply + 1), window),
        };
        let is_better = |found: &Result<Score, Stopped>| matches!(found, Ok(score) if *score > window.alpha);
        let question = Window::above(window.alpha);
        let reduced = (depth - 1).saturating_sub(reduction);
        // From the cheapest question on, until one says no.
        let mut found = Ok(Score::MAX);
        if mv_idx >= late && reduced < depth - 1 {
            found = ask(reduced, question);
        }
        if mv_idx > 0 && !window.is_question() && is_better(&found) {
            found = ask(depth - 1, question);
        }
        if is_better(&found) {
            found = ask(depth - 1, window);
        }
        position.undo(undone);
        found
    }

    /// The best `width` moves of a position by their ratings, the best first.
    fn rated_moves(&mut self, position: &G, width: usize, mut kept: Vec<G::Move>) -> Vec<G::Move> {
        let Selective { all, ratings, rated, .. } = &mut *self.memory;
        all.clear();
        let _: ControlFlow<()> = position.try_for_each_move(|mv| {
            all.push(mv);
            ControlFlow::Continue(())
        });
        self.statistics.ratings += 1;
        ratings.clear();
        ratings.resize(all.len(), 0.0);
        self.evaluator.rate(position, all, ratings);
        rated.clear();
        rated.extend(ratings.iter().copied().zip(all.iter().copied()));
        let order = |a: &(f64, G::Move), b: &(f64, G::Move)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if width < rated.len() {
            rated.select_nth_unstable_by(width, order);
            rated.truncate(width);
        }
        rated.sort_unstable_by(order);
        kept.clear();
        kept.extend(rated.iter().map(|&(_, mv)| mv));
        kept
    }

    /// The best line from `ply` is `mv` and what is best after it.
    fn extend_line(&mut self, mv: G::Move, ply: u32) {
        let (before, after) = self.memory.lines.split_at_mut(ply as usize + 1);
        let line = &mut before[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    fn store(&mut self, position: &G, score: Score, bound: Bound, depth: u8, mv: Option<G::Move>, ply: u32) {
        let entry = Entry { score: score.seen_here(ply), bound, depth, mv };
        self.memory.table.store(position.zobrist(), entry);
    }
}

/// The score of a position `ply` plies from the root, to be searched to `depth`, if what is known of it is as deep.
fn answer<M>(known: &Entry<Score, M>, depth: u8, ply: u32, window: Window) -> Option<Score> {
    if known.depth < depth {
        return None;
    }
    let score = known.score.seen_from_root(ply);
    window.is_answered_by(score, known.bound).then_some(score)
}
