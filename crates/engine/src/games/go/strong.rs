//! The strong player of Go: tree search with knowledge, which decides by the rules in force when to pass.
//!
//! All stones on the board count as alive, so dead stones have to be captured before the end. The player passes if it
//! has won the count and nothing is left to gain or lose, and then answers a pass with a pass at once. If the count is
//! lost, mistakes of the opponent may still turn it, so the player never passes while it has a move that may change
//! anything.

mod leaf;
#[cfg(feature = "testing")]
mod tests;

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{CellSet, Player, SortOnce as _};
use tesuji_game::{Game, Outcome};
use tesuji_go::{Komi, Liberties, Move, Position, View};
use tesuji_playout::{Advice, Ends, Fights, GoPriors, GoSteered, Remember, ReplyLessons, Steering};
use tesuji_search::Limits;
use tesuji_search::mcts::TreeReport;
use tesuji_search::mcts::guided::{GuidedConfig, GuidedPlayer, SearchResult};

use crate::player::side_by_side::{join, part_of, run_all};
use crate::player::{Chosen, Finish, GoNetwork, Judgement, LeafJudge, Priors, Replies, Strong, StrongSpec};
use crate::{ExpectedEnd, SessionError, move_seed};
use leaf::NetTree;

/// Below this value no move seems better than another. Above the next constant it is worth playing for the win again.
const LOST: f64 = 0.08;
const REGAINED: f64 = 0.6;
/// A target is this many points above the result of playouts.
const AHEAD: f64 = 1.0;

/// A leaf that a net judges counts as this many playouts of the settings, since it takes as long on 9x9.
const PLAYOUTS_PER_LEAF: u64 = 4;

/// A cell is settled if its mean owner is at least this far from 0: one player has it in at least 95 % of the playouts.
const SETTLED: f64 = 0.9;

/// State that the player keeps from move to move.
#[derive(Default)]
pub(crate) struct GoStrong {
    /// A net of the caller, which judges leaves.
    judge: Option<Arc<dyn LeafJudge>>,
    trees: Vec<Grown>,
    /// The last position in which it chose.
    last: Option<Position>,
    /// Advice for playouts learnt about that position, with the settings that asked for it.
    advice: Arc<Advice>,
    advised: Option<(ReplyLessons, u32)>,
    /// The target in a lost game: it plays as if the komi were this many half points less.
    handicap: i16,
}

/// A tree with what it needs for itself.
struct Grown {
    tree: GuidedPlayer<Position, GoSteered>,
    priors: GoPriors,
    /// The tree that a net guides, in place of the first.
    net: Option<NetTree>,
    /// The fights that both have read.
    fights: Arc<Mutex<Fights>>,
    found: Option<SearchResult<Move>>,
}

impl Grown {
    fn new() -> Self {
        let fights = Arc::<Mutex<Fights>>::default();
        let (mut playout, mut priors) = (GoSteered::default(), GoPriors::default());
        (playout.fights, priors.fights) = (Arc::clone(&fights), Arc::clone(&fights));
        Self { tree: GuidedPlayer::new(playout), priors, net: None, fights, found: None }
    }
}

impl Finish for Position {
    /// Only a pass that answers a pass ends the game.
    fn winning_move(&self) -> Option<Move> {
        let wins = self.n_passes() > 0 && !self.is_over() && self.score().outcome() == Outcome::Win(self.to_move());
        wins.then_some(Move::Pass)
    }
}

impl Strong<Position> for GoStrong {
    fn choose(&mut self, spec: &StrongSpec, position: &Position, limits: &Limits, seed: u64) -> Chosen<Move> {
        let config = spec.config(GuidedPlayer::<Position, GoSteered>::nodes_in(1 << 20))?;
        if position.outcome().is_some() {
            return Err(SessionError::Over);
        }
        // Without any time left nothing is read.
        _ = limits.reached(0);
        self.start(spec, position, limits, seed)?;
        let mover = position.to_move();
        let wins_count = position.score().outcome() == Outcome::Win(mover);
        if wins_count && position.n_passes() > 0 {
            return Ok(Judgement {
                mv: Move::Pass,
                winner: Some(mover),
                report: None,
                n_playouts: 0,
                ends: self.ends(position).map(ExpectedEnd::from),
            });
        }
        self.search(spec, &config, &self.target(position), limits, seed);
        let mut report = join(|| self.found()).ok_or(SessionError::Over)?;
        let ends = self.ends(position);
        // A proof for the target says nothing about the game.
        let winner = self.found().find_map(|found| found.winner).filter(|_| self.handicap == 0);
        if let Some(ends) = &ends {
            self.aim(mover, ends, &mut report);
        }
        let mut mv = report.best();
        if wins_count && winner != Some(mover) && ends.as_ref().is_some_and(|ends| is_settled(position, ends)) {
            mv = Move::Pass;
        } else if !wins_count {
            // The most visited first.
            let may_matter = may_matter(position);
            mv = report.moves.iter().map(|stats| stats.mv).find(may_matter).unwrap_or(Move::Pass);
        }
        // The line must be that of the move that is played.
        if report.line.first() != Some(&mv) {
            report.line = vec![mv];
        }
        report.moves.sort_once_by_key(|stats| stats.mv != mv);
        let n_playouts = report.n_playouts;
        Ok(Judgement { mv, winner, report: Some(report), n_playouts, ends: ends.map(ExpectedEnd::from) })
    }

    fn judge_by(&mut self, judge: Arc<dyn LeafJudge>) -> Result<(), SessionError> {
        *self = Self { judge: Some(judge), ..Self::default() };
        Ok(())
    }
}

impl GoStrong {
    /// The position with the komi of its target.
    fn target(&self, position: &Position) -> Position {
        let half_points = position.komi().half_points().saturating_sub(self.handicap);
        position.clone().with_komi(Komi::from_half_points(half_points))
    }

    /// Translates the report of a search for a target into values of the game, and sets the target of the next search.
    ///
    /// If nearly all playouts are lost, all moves look the same, and the player would throw points away. So in a lost
    /// game it plays for as many points as it may hope for. That also keeps alive everything that mistakes of the
    /// opponent could turn.
    fn aim(&mut self, mover: Player, ends: &Ends, report: &mut TreeReport<Move>) {
        let (sign, value) = if mover == Player::Black { (1.0, ends.share) } else { (-1.0, 1.0 - ends.share) };
        let reached = report.value;
        if self.handicap != 0 {
            // The same playouts, counted with the komi of the game; moves keep their order.
            let scale = if reached > 0.0 { (value / reached).min(1.0) } else { 0.0 };
            report.moves.iter_mut().for_each(|stats| stats.value *= scale);
            report.value = value;
        }
        let is_lost = value < LOST && reached < LOST;
        let is_too_easy = self.handicap != 0 && reached > REGAINED;
        if is_lost || is_too_easy {
            // Whole points, so that no draw arises where there was none; and the target is never above winning the
            // game.
            let missing = (-sign * ends.lead - AHEAD).max(0.0).round();
            self.handicap = 2 * (sign * missing) as i16;
        }
    }

    /// Prepares as many trees as the settings say. Knowledge of the position is kept.
    fn start(
        &mut self,
        spec: &StrongSpec,
        position: &Position,
        limits: &Limits,
        seed: u64,
    ) -> Result<(), SessionError> {
        self.trees.truncate(spec.trees);
        self.trees.resize_with(spec.trees, Grown::new);
        let moves = self.last.take().and_then(|last| moves_between(&last, position));
        let is_new = moves.as_ref().is_none_or(|moves| !moves.is_empty());
        if moves.is_none() {
            self.handicap = 0;
        }
        let go = spec.game.go();
        let net = go.network.net()?;
        let lessons = ReplyLessons { miai: go.miai, late: go.order, early: go.early };
        if is_new || self.advised != Some((lessons, go.sample)) {
            self.advised = Some((lessons, go.sample));
            self.advice = Arc::new(Advice::learn(position, lessons, go.sample, move_seed(!seed, 0)));
        }
        let callers = self.judge.as_ref();
        for grown in &mut self.trees {
            if grown.net.is_some() != (net.is_some() || callers.is_some()) {
                grown.net = NetTree::new(callers, net);
            }
            match &moves {
                None => {
                    grown.tree.forget();
                    grown.net = NetTree::new(callers, net);
                }
                Some(moves) => moves.iter().for_each(|&mv| {
                    grown.tree.advance(mv);
                    if let Some(net) = &mut grown.net {
                        net.advance(mv);
                    }
                }),
            }
            let playout = grown.tree.playout_mut();
            playout.steering = Steering {
                tactics: go.tactics,
                shapes: go.shapes,
                spares_own: go.spares_own,
                spaces: go.spaces,
                replies: match go.replies {
                    Replies::None => Remember::Nothing,
                    Replies::Near => Remember::Near,
                    Replies::All => Remember::All,
                },
            };
            playout.advice = Arc::clone(&self.advice);
            let mut fights = grown.fights.lock().unwrap_or_else(PoisonError::into_inner);
            fights.limit(limits);
            if is_new {
                playout.forget_ends();
                if go.reads && callers.is_none() {
                    fights.find(position, &mut Xoshiro256PlusPlus::seed_from_u64(move_seed(seed, 1)));
                } else {
                    *fights = Fights::default();
                }
            }
            if moves.is_none() {
                playout.forget_replies();
            }
            // The tree asks with the komi of its target, which is not part of the hash.
            grown.priors.advice = (Arc::clone(&self.advice), position.zobrist());
            grown.priors.is_plain = spec.game.formula().priors == Priors::Plain;
            grown.found = None;
        }
        self.last = Some(position.clone());
        Ok(())
    }

    fn search(&mut self, spec: &StrongSpec, config: &GuidedConfig, position: &Position, limits: &Limits, seed: u64) {
        let most = limits.nodes.map_or(spec.playouts, |nodes| nodes.min(spec.playouts));
        let n_trees = self.trees.len() as u64;
        let settled_within = spec.stop_early.then_some(0);
        let go = spec.game.go();
        let per_leaf = if go.network == GoNetwork::None || self.judge.is_some() { 1 } else { PLAYOUTS_PER_LEAF };
        let most = most.div_ceil(per_leaf);
        let config = GuidedConfig { settled_within, ..*config };
        let part = |(idx, grown)| {
            let n_playouts = most / n_trees + u64::from(idx < most % n_trees);
            (grown, part_of(limits, n_playouts), if idx == 0 { seed } else { move_seed(seed, idx as usize) })
        };
        let parts: Vec<(&mut Grown, Limits, u64)> = (0..).zip(&mut self.trees).map(part).collect();
        run_all(parts, spec.threads, limits, |(grown, limits, seed)| {
            grown.found = match &mut grown.net {
                None => grown.tree.search(position, &config, &mut grown.priors, &limits, seed),
                Some(net) => net.search(position, (spec, settled_within), grown.tree.playout_mut(), &limits, seed),
            };
        });
        let n_playouts = self.found().map(|found| found.report.n_playouts).sum::<u64>();
        limits.progress.store(n_playouts * per_leaf, Ordering::Relaxed);
    }

    /// Result of the last search of each tree.
    fn found(&self) -> impl Iterator<Item = &SearchResult<Move>> {
        self.trees.iter().filter_map(|grown| grown.found.as_ref())
    }

    /// Ends of the playouts of all trees from this position.
    fn ends(&mut self, position: &Position) -> Option<Ends> {
        let ends = |grown: &mut Grown| {
            let by_playouts = grown.tree.playout_mut().ends(position.komi());
            by_playouts.or_else(|| grown.net.as_mut()?.ends(position))
        };
        self.trees.iter_mut().filter_map(ends).reduce(Ends::join)
    }
}

impl From<Ends> for ExpectedEnd {
    fn from(ends: Ends) -> Self {
        Self { owners: ends.owners, lead: ends.lead }
    }
}

/// Whether every cell counts now for the player who has it at the end of nearly all playouts.
fn is_settled(position: &Position, ends: &Ends) -> bool {
    let [black, white] = position.areas(&CellSet::new());
    position.topology().cells().zip(&ends.owners).all(|(cell, &owner)| match owner {
        _ if owner >= SETTLED => black.contains(cell),
        _ if owner <= -SETTLED => white.contains(cell),
        _ => false,
    })
}

/// Moves that may change anything: stones, except suicides and those in the eyes of the player's own unconditionally
/// living chains.
///
/// Moves around dead stones are included: even if they are certainly dead, they count until the opponent has captured
/// them.
fn may_matter(position: &Position) -> impl Fn(&Move) -> bool {
    let (view, mover) = (position.view(), position.to_move());
    let territory = position.life(mover).territory;
    move |mv| match *mv {
        Move::Pass => false,
        Move::Place(cell) if territory.contains(cell) => view.would_play(cell, mover),
        Move::Place(cell) => view.liberties_after(cell, mover) != Liberties::None,
    }
}

/// The moves that lead from one position to another, if there are at most two and the second does not capture the
/// first.
fn moves_between(from: &Position, to: &Position) -> Option<Vec<Move>> {
    if from == to {
        return Some(Vec::new());
    }
    if from.topology() != to.topology() {
        return None;
    }
    let candidates = |reached: &Position| {
        let mut new = to.stones(reached.to_move());
        new.subtract(&reached.stones(reached.to_move()));
        let stones = new.iter().map(Move::Place).collect::<Vec<_>>();
        stones.into_iter().take(2).chain([Move::Pass])
    };
    for first in candidates(from) {
        let mut after = from.clone();
        if after.play(first).is_err() {
            continue;
        }
        if after == *to {
            return Some(vec![first]);
        }
        for second in candidates(&after) {
            let mut last = after.clone();
            if last.play(second).is_ok() && last == *to {
                return Some(vec![first, second]);
            }
        }
    }
    None
}
