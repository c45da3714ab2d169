//! The search itself.

use std::mem;
use std::num::NonZeroU8;
use std::ops::ControlFlow;

use tesuji_game::{Evaluation, Evaluator, Game, Undo};

use super::deepen::{SearcherShare, deepen};
use super::order::MoveOrder;
use super::report::{AlphaBetaReport, SearchCounts};
use super::score::{ScoreWindow, SearchScore};
use crate::table::{Bound, ScoreEntry, ScoreTable};
use crate::{Limits, Stopped};

/// Depth and memory of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaConfig {
    /// The most plies. The search ends sooner only if the position is certainly won or lost. Otherwise it goes on to
    /// this depth, even if there is nothing more to see.
    pub depth: NonZeroU8,
    /// The most memory for the table; 0 for a search without one.
    pub table_bytes: usize,
    /// *Late-move reduction*: from this move of a position on, counted from 0 in the order of trying, ...
    pub late: usize,
    /// ... moves are searched this many plies less deep, and again in full if they still look better; 0 turns it off.
    /// The value is then an opinion, even if it says win or loss.
    pub reduction: u8,
    /// The most moves of a position that are tried, those that come first in the order; at least 1. It does not bind at the
    /// root, on the principal variation, and where every move tried so far is a proved loss. So a proved result is none
    /// of moves left out.
    pub width: usize,
    /// Number of root moves that get values, at least 1. A player needs one; each further move costs time.
    pub n_best: usize,
}

/// A searcher, with memory that it reuses for each search.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Game> {
    table: ScoreTable<SearchScore, G::Move>,
    pub(super) order: MoveOrder<G::Move>,
    /// For each ply, the moves of the position there.
    moves: Vec<Vec<G::Move>>,
    /// For each ply, the best line from there.
    pub(super) lines: Vec<Vec<G::Move>>,
}

impl<G: Undo> Default for AlphaBeta<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Undo> AlphaBeta<G> {
    /// A searcher without memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self { table: ScoreTable::new(), order: MoveOrder::new(), moves: Vec::new(), lines: Vec::new() }
    }

    /// Searches the position; `None` if it is over.
    ///
    /// A node of `limits` is a position entered, not counting the root. A move is found even if no node is allowed.
    /// Nothing is kept from one search to the next.
    pub fn search<E: Evaluator<G> + ?Sized>(
        &mut self,
        root: &G,
        evaluator: &mut E,
        config: &AlphaBetaConfig,
        limits: &Limits,
    ) -> Option<AlphaBetaReport<G::Move>> {
        if root.outcome().is_some() {
            return None;
        }
        let mut parts = [SearcherShare::new(self, evaluator, root, config, limits.clone())];
        deepen(&mut parts, |parts, search| parts.iter_mut().for_each(search))
    }

    /// Makes room for a search.
    pub(super) fn prepare(&mut self, config: &AlphaBetaConfig) {
        let n_plies = usize::from(config.depth.get()) + 1;
        self.table.reset(config.table_bytes);
        self.order.reset(n_plies);
        self.moves.resize_with(n_plies, Vec::new);
        self.lines.resize_with(n_plies, Vec::new);
    }
}

/// A search in progress.
pub(super) struct AlphaBetaRun<'a, G: Game, E: ?Sized> {
    pub(super) memory: &'a mut AlphaBeta<G>,
    pub(super) evaluator: &'a mut E,
    pub(super) config: &'a AlphaBetaConfig,
    pub(super) limits: Limits,
    pub(super) statistics: SearchCounts,
}

/// The depth of a result that holds at any depth, because the evaluator said that the position is decided.
const ANY_DEPTH: u8 = u8::MAX;

impl<G: Undo, E: Evaluator<G> + ?Sized> AlphaBetaRun<'_, G, E> {
    /// The score of a position for the player to move: the value inside `window`, a bound outside it.
    fn node(&mut self, position: &mut G, depth: u8, ply: u32, window: ScoreWindow) -> Result<SearchScore, Stopped> {
        if self.limits.reached(self.statistics.nodes) {
            return Err(Stopped);
        }
        self.statistics.nodes += 1;
        self.memory.lines[ply as usize].clear();
        if let Some(outcome) = position.outcome() {
            return Ok(SearchScore::outcome(outcome, position.to_move(), ply));
        }
        let known = self.memory.table.find(position.zobrist());
        if let Some(score) = known.and_then(|known| answer(&known, depth, ply, window)) {
            self.statistics.table_hits += 1;
            return Ok(score);
        }
        // A position that the table knows but has no answer for is not decided.
        if depth == 0 || known.is_none() {
            self.statistics.evaluations += 1;
            let (score, depth_seen) = match self.evaluator.evaluate(position) {
                Evaluation::Decided(outcome) => (SearchScore::outcome(outcome, position.to_move(), ply), ANY_DEPTH),
                Evaluation::Estimate(value) => (SearchScore::estimate(value), 0),
            };
            if depth <= depth_seen {
                self.store(position, score, Bound::Exact, depth_seen, None, ply);
                return Ok(score);
            }
        }
        self.interior(position, depth, ply, window, known.and_then(|known| known.mv))
    }

    /// The score of a position from the scores of its moves; `known` is the table's move.
    fn interior(
        &mut self,
        position: &mut G,
        depth: u8,
        ply: u32,
        window: ScoreWindow,
        known: Option<G::Move>,
    ) -> Result<SearchScore, Stopped> {
        let ply_idx = ply as usize;
        let mut moves = mem::take(&mut self.memory.moves[ply_idx]);
        moves.clear();
        let _: ControlFlow<()> = position.try_for_each_move(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        let n_urgent = self.memory.order.urge(&mut moves, known, ply_idx);
        let found = self.best_of(position, depth, ply, window, &mut moves, n_urgent);
        self.memory.moves[ply_idx] = moves;
        let (score, mv) = found?;
        let bound = match score {
            score if score >= window.beta => Bound::Lower,
            score if score > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store(position, score, bound, depth, mv, ply);
        Ok(score)
    }

    /// Tries `moves` until one is too good for the opponent to allow. The first `n_urgent` are already in order: a
    /// position that one of them refutes costs no rating.
    fn best_of(
        &mut self,
        position: &mut G,
        depth: u8,
        ply: u32,
        mut window: ScoreWindow,
        moves: &mut [G::Move],
        n_urgent: usize,
    ) -> Result<(SearchScore, Option<G::Move>), Stopped> {
        let (mut best, mut best_mv) = (SearchScore::MIN, None);
        let width = if window.is_question() { self.config.width.max(1) } else { usize::MAX };
        for mv_idx in 0..moves.len() {
            if mv_idx == n_urgent {
                self.statistics.ratings += 1;
                let n_first = width.saturating_sub(n_urgent);
                self.memory.order.sort(position, &mut moves[n_urgent..], n_first, self.evaluator);
            }
            if mv_idx >= width && !best.is_loss() {
                break;
            }
            let mv = moves[mv_idx];
            let score = self.child(position, mv, depth, ply, window, mv_idx)?;
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
                self.memory.order.refuted(position.to_move(), mv, depth, ply as usize);
                break;
            }
        }
        Ok((best, best_mv))
    }

    /// The score of `mv` for the player who makes it. It is move `mv_idx` of its position, which is searched to
    /// `depth`.
    pub(super) fn child(
        &mut self,
        position: &mut G,
        mv: G::Move,
        depth: u8,
        ply: u32,
        window: ScoreWindow,
        mv_idx: usize,
    ) -> Result<SearchScore, Stopped> {
        let player = position.to_move();
        let undone = position.play_undoable(mv);
        let is_answered = position.to_move() != player;
        let reduction = if mv_idx >= self.config.late.max(1) { self.config.reduction } else { 0 };
        let mut ask = |depth: u8, window: ScoreWindow| match is_answered {
            true => Ok(-self.node(position, depth, ply + 1, -window)?),
            false => self.node(position, depth, ply + 1, window),
        };
        let is_better = |found: &Result<SearchScore, Stopped>| matches!(found, Ok(score) if *score > window.alpha);
        let question = ScoreWindow::above(window.alpha);
        let reduced = (depth - 1).saturating_sub(reduction);
        // Ask from the cheapest question on, until one says no.
        let mut found = Ok(SearchScore::MAX);
        if reduced < depth - 1 {
            found = ask(reduced, question);
        }
        if mv_idx > 0 && !window.is_question() && is_better(&found) {
            found = ask(depth - 1, question);
            // A leaf has the same value for any window.
            if depth == 1 {
                position.undo(undone);
                return found;
            }
        }
        let is_first = mv_idx == 0 || window.is_question();
        if is_better(&found) && (is_first || matches!(found, Ok(score) if score < window.beta)) {
            found = ask(depth - 1, window);
            self.statistics.researches += u64::from(!is_first);
        }
        position.undo(undone);
        found
    }

    /// Sets the best line from `ply` to `mv` followed by the best line after it.
    pub(super) fn extend_line(&mut self, mv: G::Move, ply: u32) {
        let (before, after) = self.memory.lines.split_at_mut(ply as usize + 1);
        let line = &mut before[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    fn store(&mut self, position: &G, score: SearchScore, bound: Bound, depth: u8, mv: Option<G::Move>, ply: u32) {
        let entry = ScoreEntry { score: score.seen_here(ply), bound, depth, mv };
        self.memory.table.store(position.zobrist(), entry);
    }
}

/// The score of a position that is `ply` plies from the root and to be searched to `depth`, if the known entry is what
/// that search would find.
fn answer<M>(known: &ScoreEntry<SearchScore, M>, depth: u8, ply: u32, window: ScoreWindow) -> Option<SearchScore> {
    // If the value matters, so does the line to it, which the table does not have. A leaf has no line.
    if !window.is_question() && depth > 0 && known.depth != ANY_DEPTH {
        return None;
    }
    let is_seen_at_depth = match known.score.proved_in() {
        Some(plies) => plies <= u32::from(depth),
        None => known.depth == depth || known.depth == ANY_DEPTH,
    };
    let score = known.score.seen_from_root(ply);
    (is_seen_at_depth && window.is_answered_by(score, known.bound)).then_some(score)
}
