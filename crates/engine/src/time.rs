//! Divides the time of a game among moves.
//!
//! No clock is read here: the time that something took comes in, and the time that the next move may take comes out. So
//! GTP, a server and a page in a browser divide time in the same way.

#[cfg(feature = "testing")]
mod tests;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_search::TimeMeter;

use crate::MovesLeft;

/// Largest part of its share that a move may take, in percent.
const USED_PERCENT: u32 = 90;
/// Held back for delays that no alarm can prevent, but never more than a fifth of a main time or a seventh of a period.
const RESERVE: Duration = Duration::from_secs(2);
/// A difficult move may take this many shares, in quarters,
const MOST_QUARTERS: u32 = 10;
/// but no more than one part in this many of what is left.
const MOST_OF_REST: u32 = 4;
/// Assumed cost of a move beyond its search before any has been measured.
const FIRST_COST: Duration = Duration::from_millis(20);
/// The costs of this many moves are remembered.
const N_COSTS: usize = 64;
/// Controllers may send a player's time in whole seconds, rounded one way or the other.
const ROUNDING: Duration = Duration::from_secs(1);

/// The time that each player has left, by the settings of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameTime {
    settings: Option<TimeSettings>,
    left: [Option<TimeLeft>; 2],
    /// Time by which recent moves have exceeded theirs; decays.
    lag: Duration,
    /// By how much the last moves ran over their time, the latest last.
    costs: VecDeque<Duration>,
    /// Controllers' reports about the main time of each player.
    told: [Option<Told>; 2],
}

/// A controller's first report of a main time, and the time measured since.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Told {
    first: Duration,
    spent: Duration,
    n_moves: u32,
    /// Cost of each move on the controller's clock and not on ours.
    unseen: Duration,
}

/// Time for a whole game, in the terms of GTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TimeSettings {
    /// For the moves before the first period.
    pub main: Duration,
    /// The length of a period.
    pub period: Duration,
    /// Number of moves that a period covers.
    pub stones: u32,
    /// Whether periods are those of Japanese byo-yomi: one move each, and the number that a controller sends with the
    /// time left is that of the periods left.
    #[serde(default)]
    pub is_byoyomi: bool,
}

/// Remaining time of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeLeft {
    /// The time.
    pub time: Duration,
    /// For this many moves; 0 in the main time.
    pub stones: u32,
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// Usual time of a move.
    pub usual: Duration,
    /// Longest time of a difficult move.
    pub most: Duration,
    /// Whether unused time is kept for later moves.
    pub is_saved: bool,
}

impl Share {
    /// An equal time for every move.
    #[must_use]
    pub const fn fixed(time: Duration) -> Self {
        Self { usual: time, most: time, is_saved: false }
    }
}

impl GameTime {
    /// Begins a game with these settings. There is no limit if there is no main time and periods have no moves or no
    /// length.
    pub fn set(&mut self, settings: TimeSettings) {
        let is_limited = !settings.main.is_zero() || (settings.stones > 0 && !settings.period.is_zero());
        self.settings = is_limited.then_some(settings);
        self.restart();
    }

    /// Begins another game with the same settings.
    pub const fn restart(&mut self) {
        (self.left, self.told) = ([None; 2], [None; 2]);
    }

    /// Corrects what a player has left. Where our own clock says less by no more than a controller's rounding, it is
    /// believed.
    pub fn correct(&mut self, player: Player, left: TimeLeft) {
        let settings = self.settings.unwrap_or_default();
        let stones = if settings.is_byoyomi { left.stones.min(1) } else { left.stones };
        let mut time = left.time;
        if stones == 0 {
            let told = &mut self.told[player.index()];
            let mut known = told.filter(|told| time <= told.first);
            if let Some(told) = known.as_mut() {
                let rounding = if time.subsec_nanos() == 0 { ROUNDING } else { Duration::ZERO };
                let unseen = (told.first - time).saturating_sub(told.spent + rounding);
                told.unseen = told.unseen.max(unseen / told.n_moves.max(1));
            }
            *told =
                Some(known.unwrap_or(Told { first: time, spent: Duration::ZERO, n_moves: 0, unseen: Duration::ZERO }));
            let own = self.left[player.index()].filter(|own| own.stones == 0 && time.subsec_nanos() == 0);
            time = own
                .map_or(time, |own| if time.saturating_sub(own.time) <= ROUNDING { own.time.min(time) } else { time });
        }
        self.left[player.index()] = Some(TimeLeft { time, stones });
    }

    /// Time for the search for the next move of `player`; `None` without a limit. That is nothing at all if what is
    /// left is needed for what the moves to come cost beyond their searches.
    #[must_use]
    pub fn share(&self, player: Player, moves: MovesLeft) -> Option<Share> {
        let left = self.left(player)?;
        let used = |time: Duration| time / 100 * USED_PERCENT;
        let cost = self.cost(player);
        Some(match left.stones {
            0 => {
                // A period that follows may be used up completely.
                let period = self.settings.and_then(|settings| settings.period.checked_div(settings.stones));
                let whole = self.settings.map_or(Duration::ZERO, |settings| settings.main).max(left.time);
                let whole = self.told[player.index()].map_or(whole, |told| whole.max(told.first));
                let held = match period {
                    Some(_) => RESERVE.min(left.time / 10),
                    None => {
                        // What held up a move once may do so again, and twice.
                        let worst = self.costs.iter().max().copied().unwrap_or_default();
                        let stalls = RESERVE.min(whole / 5).max(worst.saturating_mul(2).min(left.time / 2));
                        stalls.saturating_add(cost.saturating_mul(moves.most))
                    }
                };
                let rest = left.time.saturating_sub(held);
                let usual = (rest / moves.usual.max(1)).max(period.unwrap_or_default().min(rest));
                let most = (usual / 4).saturating_mul(MOST_QUARTERS).min(rest / MOST_OF_REST).max(usual);
                Share { usual: used(usual), most: used(most), is_saved: true }
            }
            stones => {
                let period = self.settings.map_or(Duration::ZERO, |settings| settings.period).max(left.time);
                let rest = used(left.time).min(left.time.saturating_sub(RESERVE.min(period / 7)));
                let rest = rest.saturating_sub(self.lag.max(cost)).saturating_sub(cost.saturating_mul(stones - 1));
                Share { is_saved: stones > 1, ..Share::fixed(rest / stones) }
            }
        })
    }

    /// This time for every move, minus the usual overrun that no alarm can cut short. At least half of it is left: a
    /// search without any time is of no use.
    #[must_use]
    pub fn fixed(&self, time: Duration) -> Share {
        Share::fixed(time - self.lag.min(time / 2))
    }

    /// Cost of a move of this player beyond the time of its search: the mean of the larger half of what the last moves
    /// cost, and what only the controller's clock has seen.
    fn cost(&self, player: Player) -> Duration {
        let mut costs: Vec<Duration> = self.costs.iter().copied().collect();
        costs.sort_unstable();
        let larger = &costs[costs.len() / 2..];
        let seen = larger.iter().sum::<Duration>().checked_div(larger.len() as u32).unwrap_or(FIRST_COST);
        seen.saturating_add(self.told[player.index()].map_or(Duration::ZERO, |told| told.unseen))
    }

    /// Remaining time of `player`; `None` without a limit.
    #[must_use]
    pub fn left(&self, player: Player) -> Option<TimeLeft> {
        let settings = self.settings.unwrap_or_default();
        let period = TimeLeft { time: settings.period, stones: settings.stones };
        match self.left[player.index()] {
            Some(TimeLeft { time: Duration::ZERO, stones: 0 }) if settings.stones > 0 => Some(period),
            None if self.settings.is_some() && settings.main.is_zero() => Some(period),
            None => self.settings.map(|settings| TimeLeft { time: settings.main, stones: 0 }),
            left => left,
        }
    }

    /// The settings of the game, if there is a limit.
    #[must_use]
    pub const fn settings(&self) -> Option<TimeSettings> {
        self.settings
    }

    /// Subtracts the time of a move, from the command to the answer, of which the search was given `given`. The rest is
    /// what a move costs beyond its search, which later shares take into account.
    pub fn spend(&mut self, player: Player, time: Duration, given: Duration) {
        let cost = time.saturating_sub(given);
        self.lag = cost.max(self.lag / 4 * 3);
        self.costs.push_back(cost);
        self.costs.drain(..self.costs.len().saturating_sub(N_COSTS));
        let Some(left) = self.left(player) else { return };
        if let Some(told) = &mut self.told[player.index()] {
            (told.spent, told.n_moves) = (told.spent.saturating_add(time), told.n_moves + 1);
        }
        let settings = self.settings.unwrap_or_default();
        let next_period = TimeLeft { time: settings.period, stones: settings.stones };
        let left = match (left.time.saturating_sub(time), left.stones) {
            (Duration::ZERO, 0) if settings.stones > 0 => next_period,
            (_, 1) => next_period,
            (time, stones) => TimeLeft { time, stones: stones.saturating_sub(1) },
        };
        self.left[player.index()] = Some(left);
    }
}

/// Interrupts a search when its time is over, by a clock that is passed in: a function that returns the time. The
/// search looks at the clock itself, so no thread has to watch it. The search must tick a [`TimeMeter`], as those of all
/// players do.
pub struct Deadline<C> {
    clock: C,
    until: Duration,
    interrupt: Arc<AtomicBool>,
    n_ticks: AtomicU32,
    /// The clock is read after this many nodes.
    stride: AtomicU32,
    /// Time of the last reading, in nanoseconds.
    looked: AtomicU64,
}

/// Number of fast nodes between two readings of the clock. Reading it costs about as much as a move in a playout.
const NODES_PER_LOOK: u32 = 8;
/// After nodes that take longer than this, such as playouts on a large board, each is followed by a look.
const SLOW_NODE: Duration = Duration::from_micros(20);

impl<C: Fn() -> Option<Duration>> Deadline<C> {
    /// A deadline after this time from now; `None` if the clock cannot give the time.
    pub fn after(time: Duration, clock: C, interrupt: Arc<AtomicBool>) -> Option<Self> {
        let now = clock()?;
        let (until, looked) = (now.saturating_add(time), AtomicU64::new(nanoseconds(now)));
        Some(Self { clock, until, interrupt, n_ticks: AtomicU32::new(0), stride: AtomicU32::new(1), looked })
    }
}

impl<C: Fn() -> Option<Duration> + Send + Sync> TimeMeter for Deadline<C> {
    fn tick(&self) {
        let stride = self.stride.load(Ordering::Relaxed);
        if !self.n_ticks.fetch_add(1, Ordering::Relaxed).is_multiple_of(stride) {
            return;
        }
        let Some(now) = (self.clock)() else { return };
        let passed = nanoseconds(now).saturating_sub(self.looked.swap(nanoseconds(now), Ordering::Relaxed));
        let is_slow = passed > u64::from(stride) * nanoseconds(SLOW_NODE);
        self.stride.store(if is_slow { 1 } else { NODES_PER_LOOK }, Ordering::Relaxed);
        if now >= self.until {
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }

    fn leave(&self) {}
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl<C> fmt::Debug for Deadline<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deadline").field("until", &self.until).finish_non_exhaustive()
    }
}
