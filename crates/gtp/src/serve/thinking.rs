//! Chooses moves: within a time, with a chance to resign, and on the opponent's time.
//!
//! A player that continues from earlier searches uses its time in slices. Between slices it checks whether more thought
//! can change anything. A player that starts each search from scratch runs one search under an alarm.

#[cfg(feature = "testing")]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use tesuji_board::Player;
use tesuji_engine::time::Share;
use tesuji_engine::{Analysis, PlayerSpec, Proved, Session, SessionError, move_seed};
use tesuji_search::Limits;

use super::arguments::Reply;
use super::board::{Board, RESIGN};
use super::solving::SolverBounds;

/// The number of slices that a share of time is cut into,
const N_SLICES: u32 = 8;
/// none of them shorter than this.
const SHORTEST_SLICE: Duration = Duration::from_millis(30);
/// If the second move has this share of the first one's visits, the choice is difficult.
const RIVAL: f64 = 0.8;
/// The most playouts made on the opponent's time. The tree has its own bound, but its counts need one too.
const MOST_PONDERED: u64 = 50_000_000;
/// How many playouts are made before checking whether anything is left to think about.
const PONDERED_AT_ONCE: u64 = 50_000;

/// A position to think about while no command is running.
#[derive(Clone, Debug)]
pub(super) struct Pondering {
    position: u64,
    n_playouts_left: u64,
    n_turns: u64,
}

impl Board {
    /// Lets the player choose and make a move for `player`, whose clock runs. `seen` gets the analyses on the way.
    pub(super) fn genmove(&mut self, player: Player, seen: &mut dyn FnMut(&Analysis)) -> Reply {
        let by_clock = self.clock.time.share(player, self.session.position().moves_left());
        let share = by_clock.or(self.settings.move_time.map(|time| self.clock.time.fixed(time)));
        self.clock.takes_turn(player, Duration::ZERO);
        let started = self.clock.now();
        let analysis = self.think(player, share, seen)?;
        let until = if share.is_some() { self.until } else { Duration::MAX };
        self.clock.takes_turn(player, self.clock.since(started).min(until));
        let choice = analysis.choice;
        self.has_proved[player.index()] = choice.proved == Some(Proved::Win);
        self.comment = choice.comment;
        if self.resigns(player, choice.value, choice.proved) {
            return Ok(RESIGN.to_owned());
        }
        self.session.play(player, &choice.mv).map_err(|error| error.to_string())?;
        self.pondering = choice.proved.is_none().then(|| Pondering {
            position: self.session.position().hash(),
            n_playouts_left: MOST_PONDERED,
            n_turns: 0,
        });
        Ok(choice.mv)
    }

    /// Lets the player think about a move for `player`, perhaps within a time, without making it.
    pub(super) fn think(
        &mut self,
        player: Player,
        share: Option<Share>,
        seen: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, String> {
        self.check_resigned()?;
        self.session.set_to_move(player).map_err(|error| error.to_string())?;
        let seed = move_seed(self.settings.seed, self.session.moves().len());
        self.bell.listen();
        let analysis = match share {
            None => {
                let (spec, limits) = (self.settings.player.clone(), self.limits(None));
                self.session.analyze(&spec, &limits, seed).map_err(|error| error.to_string())?
            }
            Some(share) => self.think_within(player, share, seed, seen)?,
        };
        seen(&analysis);
        self.analysis = Some((self.session.position().hash(), analysis.clone()));
        Ok(analysis)
    }

    fn think_within(
        &mut self,
        player: Player,
        share: Share,
        seed: u64,
        seen: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, String> {
        let spec = match self.settings.is_bounded {
            true => self.settings.player.clone(),
            false => self.settings.player.clone().without_bound(),
        };
        let started = self.clock.now();
        // If a win was proved for the last move but not yet for this one, the proof is looked for without a break.
        let is_looked_for = self.has_proved[player.index()];
        let playouts = match &spec {
            PlayerSpec::Strong(strong) if !is_looked_for && self.settings.game.keeps_search(&spec) => strong.playouts,
            PlayerSpec::Random
            | PlayerSpec::Uct(_)
            | PlayerSpec::AlphaBeta(_)
            | PlayerSpec::Map(_)
            | PlayerSpec::Strong(_) => {
                let time = if is_looked_for { share.most } else { share.usual };
                self.until = time;
                return self.analyze_for(time, &spec, None, seed);
            }
        };
        let slice = (share.usual / N_SLICES).max(SHORTEST_SLICE);
        let (mut until, mut n_playouts) = (share.usual, 0);
        for turn in 0.. {
            let is_interrupted = self.bell.listen();
            let before = self.clock.since(started);
            let time = slice.min(until.saturating_sub(before));
            let seed = if turn == 0 { seed } else { move_seed(seed, turn) };
            let mut analysis = self.analyze_for(time, &spec, Some(playouts - n_playouts), seed)?;
            let n_new = analysis.choice.nodes;
            n_playouts += n_new;
            if turn > 0 {
                analysis.choice.nodes = n_playouts;
                analysis.choice.comment = analysis.comment(Some(&analysis.playouts_text()));
            }
            let elapsed = self.clock.since(started);
            // A search that ends by itself and has done nothing has nothing left to do.
            let is_idle = n_new == 0 && elapsed.saturating_sub(before) < time / 2;
            let is_done = is_interrupted
                || is_idle
                || analysis.choice.proved.is_some()
                || n_playouts >= playouts
                || (analysis.moves.len() < 2 && self.session.legal_moves().len() < 2);
            if !is_done && elapsed >= until && until < share.most && is_hard(&analysis) {
                until = share.most;
            }
            if is_done || elapsed >= until || (share.is_saved && is_settled(&analysis, n_playouts, elapsed, until)) {
                self.until = until;
                return Ok(analysis);
            }
            seen(&analysis);
        }
        Err("no move was chosen".to_owned())
    }

    /// Runs one search, which an alarm ends after `time`.
    pub(super) fn analyze_for(
        &mut self,
        time: Duration,
        spec: &PlayerSpec,
        nodes: Option<u64>,
        seed: u64,
    ) -> Result<Analysis, String> {
        let (limits, session) = (self.limits(nodes), &mut self.session);
        let found = self.clock.limited(time, limits, |limits| session.analyze(spec, limits, seed));
        let found = found.map_err(|error| format!("cannot keep the time: {error}"))?;
        found.map_err(|error: SessionError| error.to_string())
    }

    /// Asks the solver within these bounds, which an interrupt ends too.
    pub(super) fn solve_within<T>(
        &mut self,
        bounds: SolverBounds,
        ask: impl FnOnce(&mut Session, &Limits) -> Result<T, String>,
    ) -> Result<T, String> {
        self.bell.listen();
        let (limits, session) = (self.limits(bounds.nodes), &mut self.session);
        match bounds.time {
            None => ask(session, &limits),
            Some(time) => {
                let asked = self.clock.limited(time, limits, |limits| ask(session, limits));
                asked.map_err(|error| format!("cannot keep the time: {error}"))?
            }
        }
    }

    /// Limits that use the bell as their interrupt.
    pub(super) fn limits(&self, nodes: Option<u64>) -> Limits {
        Limits { nodes, interrupt: Arc::clone(self.bell.flag()), ..Limits::default() }
    }

    /// Whether to resign instead of playing on.
    fn resigns(&mut self, player: Player, value: Option<f64>, proved: Option<Proved>) -> bool {
        let Some(resignation) = self.settings.resignation else { return false };
        let n_hopeless = &mut self.n_hopeless[player.index()];
        match value {
            Some(value) if value < resignation.below => *n_hopeless += 1,
            _ => *n_hopeless = 0,
        }
        proved == Some(Proved::Loss) || *n_hopeless >= resignation.moves
    }

    /// Thinks about the position after the last move that was chosen, until a line comes. Does so only if this is
    /// switched on and the player remembers.
    ///
    /// A proved position is not thought about again: nothing more can be found, and the player's next search begins
    /// with the proof.
    pub(super) fn ponder(&mut self) {
        let PlayerSpec::Strong(_) = self.settings.player else { return };
        let Some(mut pondering) = self.pondering.take() else { return };
        let is_due = self.session.position().hash() == pondering.position && self.session.outcome().is_none();
        if !self.settings.ponder || !is_due || self.resigned.is_some() {
            return;
        }
        let spec = self.settings.player.clone().without_bound();
        while pondering.n_playouts_left > 0 && !self.bell.watch() {
            let limits = self.limits(Some(pondering.n_playouts_left.min(PONDERED_AT_ONCE)));
            let seed = move_seed(!self.settings.seed, self.session.moves().len());
            let thought = self.session.analyze(&spec, &limits, move_seed(seed, pondering.n_turns as usize));
            pondering.n_turns += 1;
            pondering.n_playouts_left = match thought {
                Ok(thought) if thought.choice.proved.is_none() && (thought.choice.nodes > 0 || self.bell.is_set()) => {
                    pondering.n_playouts_left.saturating_sub(thought.choice.nodes)
                }
                _ => 0,
            };
        }
        // A question about the position does not end the pondering.
        self.pondering = Some(pondering);
    }
}

/// Whether a second move was looked at nearly as much, or a better one is not yet the most visited.
fn is_hard(analysis: &Analysis) -> bool {
    let [best, others @ ..] = analysis.moves.as_slice() else { return false };
    let is_rival = |visits: u64| visits as f64 > RIVAL * best.visits as f64;
    others.iter().any(|other| is_rival(other.visits))
}

/// Whether the most visited move is also the best, and no other can reach its visits in the time that is left.
///
/// Visits from earlier searches count, so part of the time is still used to see whether this holds.
fn is_settled(analysis: &Analysis, n_playouts: u64, elapsed: Duration, until: Duration) -> bool {
    let [best, others @ ..] = analysis.moves.as_slice() else { return false };
    let second = others.iter().map(|other| other.visits).max().unwrap_or(0);
    let per_second = n_playouts as f64 / elapsed.as_secs_f64().max(f64::EPSILON);
    let to_come = per_second * until.saturating_sub(elapsed).as_secs_f64();
    let is_best = others.iter().filter(|other| 10 * other.visits > best.visits).all(|other| other.value <= best.value);
    elapsed >= until / 2 && n_playouts > 0 && is_best && best.visits.saturating_sub(second) as f64 > to_come
}
