//! Chooses moves: within a time, with a chance to resign, and on the opponent's time. [`Thinking`] does the searches.

#[cfg(feature = "testing")]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use tesuji_board::Player;
use tesuji_engine::time::Share;
use tesuji_engine::{
    Analysis, Pace, PlayerSpec, Proved, Session, SessionError, Slice, Thinking, Timekeeper, move_seed,
};
use tesuji_search::Limits;

use super::arguments::Reply;
use super::board::{Board, RESIGN};
use super::clock::Clock;
use super::input::Bell;
use super::solving::SolverBounds;

/// The most playouts made on the opponent's time. The tree has its own bound, but its counts need one too.
const MOST_PONDERED: u64 = 50_000_000;
/// Number of playouts made before checking whether anything is left to think about.
const PONDERED_AT_ONCE: u64 = 50_000;

/// The clock of a game and the bell.
pub(super) struct ByClock<'a> {
    clock: &'a Clock,
    bell: &'a Bell,
    started: Duration,
    /// Whether any line stops it, as opposed to an interrupt alone.
    is_watched: bool,
}

impl ByClock<'_> {
    fn rings(&self) -> bool {
        if self.is_watched { self.bell.watch() } else { self.bell.listen() }
    }
}

impl Timekeeper for ByClock<'_> {
    type Error = String;

    fn search(
        &mut self,
        slice: Slice,
        search: impl FnOnce(&Limits) -> Result<Analysis, SessionError>,
    ) -> Result<Analysis, String> {
        let mut limits = Limits { nodes: slice.nodes, ..Limits::default() };
        if !slice.is_first {
            self.rings();
            limits.interrupt = Arc::clone(self.bell.flag());
        }
        let found = match slice.time {
            None => Ok(search(&limits)),
            Some(time) => self.clock.limited(time, limits, search),
        };
        found.map_err(|error| format!("cannot keep the time: {error}"))?.map_err(|error| error.to_string())
    }

    fn elapsed(&self) -> Duration {
        self.clock.since(self.started)
    }

    fn is_stopped(&mut self) -> bool {
        self.rings()
    }
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
        self.comment.clone_from(&choice.comment);
        let n_hopeless = &mut self.n_hopeless[player.index()];
        if self.settings.resignation.is_some_and(|resignation| resignation.is_due(n_hopeless, &choice)) {
            return Ok(RESIGN.to_owned());
        }
        self.session.play(player, &choice.mv).map_err(|error| error.to_string())?;
        self.pondering = choice.proved.is_none().then(|| {
            let seed = move_seed(!self.settings.seed, self.session.moves().len());
            let spec = self.settings.player.clone().without_bound();
            (self.session.position().hash(), Thinking::new(&self.session, spec, seed))
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
        let spec = self.settings.player.clone();
        let analysis = match share {
            None => {
                let limits = self.limits(None);
                self.session.analyze(&spec, &limits, seed).map_err(|error| error.to_string())?
            }
            Some(share) => {
                let spec = if self.settings.is_bounded { spec } else { spec.without_bound() };
                // If a win was proved for the last move but not yet for this one, the proof is looked for without a break.
                let pace = match self.has_proved[player.index()] {
                    true => Pace::whole(share.most),
                    false => Pace::of_move(share),
                };
                let mut thinking = Thinking::new(&self.session, spec, seed);
                self.until = self.run(&mut thinking, &pace, false, &mut |analysis, _| {
                    seen(analysis);
                    true
                })?;
                thinking.into_analysis().ok_or("no move was chosen")?
            }
        };
        seen(&analysis);
        self.analysis = Some((self.session.position().hash(), analysis.clone()));
        Ok(analysis)
    }

    /// Thinks at a pace by the clock, until an interrupt comes or, if it `is_watched`, any line.
    pub(super) fn run(
        &mut self,
        thinking: &mut Thinking,
        pace: &Pace,
        is_watched: bool,
        report: &mut dyn FnMut(&Analysis, Duration) -> bool,
    ) -> Result<Duration, String> {
        let (clock, bell) = (&self.clock, &*self.bell);
        let mut keeper = ByClock { clock, bell, started: clock.now(), is_watched };
        thinking.run(&mut self.session, pace, &mut keeper, report)
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

    /// Thinks about the position after the last move that was chosen, until a line comes. Does so only if this is
    /// switched on and the player remembers.
    ///
    /// A proved position is not thought about again: nothing more can be found, and the player's next search begins
    /// with the proof.
    pub(super) fn ponder(&mut self) {
        let PlayerSpec::Strong(_) = self.settings.player else { return };
        let Some((position, mut thinking)) = self.pondering.take() else { return };
        let is_due = self.session.position().hash() == position && self.session.outcome().is_none();
        if !self.settings.ponder || !is_due || self.resigned.is_some() {
            return;
        }
        let (clock, bell) = (&self.clock, &*self.bell);
        let mut keeper = ByClock { clock, bell, started: clock.now(), is_watched: true };
        let slice = Slice { nodes: Some(PONDERED_AT_ONCE), ..Slice::default() };
        while !bell.watch() {
            let has_more = thinking.slice(&mut self.session, slice, &mut keeper);
            if has_more != Ok(true) || thinking.n_nodes() >= MOST_PONDERED {
                return;
            }
        }
        // A question about the position does not end the pondering.
        self.pondering = Some((position, thinking));
    }
}
