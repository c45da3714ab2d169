//! Divides the time of a game among moves.
//!
//! No clock is read here: the time that something took comes in, and the time that the next move may take comes out. So
//! GTP, a server and a page in a browser divide time in the same way.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_search::Meter;

/// A main time is shared out as if a player had at least this many moves left, so that it is never used up.
const FEWEST_MOVES: u32 = 8;
/// The number of possible moves is divided by this to estimate how many moves each player still has to make. Games end
/// long before the board is full, proved moves take no time, and most of the thinking belongs in the first half.
const POSSIBLE_TO_PLAYED: usize = 8;
/// How much of its share a move may take, in percent. The rest is for the way to the controller and back.
const USED_PERCENT: u32 = 90;
/// Held back from a main time for delays that no alarm can prevent, but never more than a tenth of it.
const RESERVE: Duration = Duration::from_secs(1);
/// A difficult move may take this many shares, in quarters,
const MOST_QUARTERS: u32 = 10;
/// but no more than one part in this many of what is left.
const MOST_OF_REST: u32 = 4;

/// The time that each player has left, by the settings of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameTime {
    settings: Option<TimeSettings>,
    left: [Option<TimeLeft>; 2],
    /// How long recent searches have run over their time.
    lag: Duration,
}

/// Time for a whole game, in the terms of GTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TimeSettings {
    /// For the moves before the first period.
    pub main: Duration,
    /// The length of a period.
    pub period: Duration,
    /// How many moves a period covers.
    pub stones: u32,
}

/// What a player has left.
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
    /// What a move usually takes.
    pub usual: Duration,
    /// What a difficult move may take.
    pub most: Duration,
    /// Whether unused time is kept for later moves.
    pub is_saved: bool,
}

impl Share {
    /// The same time for every move.
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
        (self.settings, self.left) = (is_limited.then_some(settings), [None; 2]);
    }

    /// Begins another game with the same settings.
    pub const fn restart(&mut self) {
        self.left = [None; 2];
    }

    /// Corrects what a player has left.
    pub const fn correct(&mut self, player: Player, left: TimeLeft) {
        self.left[player.index()] = Some(left);
    }

    /// How long the next move of `player` may take when `n_possible` moves are possible; `None` without a limit.
    #[must_use]
    pub fn share(&self, player: Player, n_possible: usize) -> Option<Share> {
        let left = self.left(player)?;
        let (usual, most, is_saved) = match left.stones {
            0 => {
                let rest = left.time - RESERVE.min(left.time / 10);
                let n_moves = u32::try_from(n_possible / POSSIBLE_TO_PLAYED).unwrap_or(u32::MAX).max(FEWEST_MOVES);
                // A period that follows may be used up completely.
                let period = self.settings.and_then(|settings| settings.period.checked_div(settings.stones));
                let usual = (rest / n_moves).max(period.unwrap_or_default().min(rest));
                (usual, (usual / 4).saturating_mul(MOST_QUARTERS).min(rest / MOST_OF_REST).max(usual), true)
            }
            stones => (left.time / stones, left.time / stones, stones > 1),
        };
        let used = |time: Duration| self.less_lag(time / 100 * USED_PERCENT);
        Some(Share { usual: used(usual), most: used(most), is_saved })
    }

    /// This time for every move, minus the usual overrun that no alarm can cut short.
    #[must_use]
    pub fn fixed(&self, time: Duration) -> Share {
        Share::fixed(self.less_lag(time))
    }

    /// At least half of a time is left: a search without any time is of no use.
    fn less_lag(&self, time: Duration) -> Duration {
        time - self.lag.min(time / 2)
    }

    /// Notes how long a search ran over its time. A long overrun is forgotten over some moves.
    pub fn overrun(&mut self, by: Duration) {
        self.lag = by.max(self.lag / 4 * 3);
    }

    /// What `player` has left; `None` without a limit.
    #[must_use]
    pub fn left(&self, player: Player) -> Option<TimeLeft> {
        self.left[player.index()].or_else(|| {
            let settings = self.settings?;
            Some(match settings.main.is_zero() {
                true => TimeLeft { time: settings.period, stones: settings.stones },
                false => TimeLeft { time: settings.main, stones: 0 },
            })
        })
    }

    /// The settings of the game, if there is a limit.
    #[must_use]
    pub const fn settings(&self) -> Option<TimeSettings> {
        self.settings
    }

    /// Subtracts the time of a move.
    pub fn spend(&mut self, player: Player, time: Duration) {
        let Some(left) = self.left(player) else { return };
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
/// search looks at the clock itself, so no thread has to watch it. The search must tick a [`Meter`], as those of all
/// players do.
pub struct Deadline<C> {
    clock: C,
    until: Duration,
    interrupt: Arc<AtomicBool>,
    n_ticks: AtomicU32,
}

/// The clock is read after this many nodes. Reading it costs about as much as a move in a playout.
const NODES_PER_LOOK: u32 = 8;

impl<C: Fn() -> Option<Duration>> Deadline<C> {
    /// A deadline after this time from now; `None` if the clock cannot give the time.
    pub fn after(time: Duration, clock: C, interrupt: Arc<AtomicBool>) -> Option<Self> {
        let until = clock()?.saturating_add(time);
        Some(Self { clock, until, interrupt, n_ticks: AtomicU32::new(0) })
    }
}

impl<C: Fn() -> Option<Duration> + Send + Sync> Meter for Deadline<C> {
    fn tick(&self) {
        let is_due = self.n_ticks.fetch_add(1, Ordering::Relaxed).is_multiple_of(NODES_PER_LOOK);
        if is_due && (self.clock)().is_some_and(|time| time >= self.until) {
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }

    fn leave(&self) {}
}

impl<C> fmt::Debug for Deadline<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deadline").field("until", &self.until).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn clock(main: u64, period: u64, stones: u32) -> GameTime {
        let mut clock = GameTime::default();
        clock.set(TimeSettings { main: seconds(main), period: seconds(period), stones });
        clock
    }

    fn used(time: Duration) -> Duration {
        time / 100 * 90
    }

    fn usual(clock: &GameTime, player: Player, n_possible: usize) -> Option<Duration> {
        clock.share(player, n_possible).map(|share| share.usual)
    }

    #[test]
    fn no_settings_no_limit() {
        for clock in [GameTime::default(), clock(0, 0, 0), clock(0, 1, 0), clock(0, 0, 5)] {
            assert_eq!(clock.share(Player::Black, 50), None);
        }
    }

    #[test]
    fn main_time_is_shared_out() {
        let mut clock = clock(101, 0, 0);
        assert_eq!(usual(&clock, Player::Black, 400), Some(used(seconds(2))));
        assert_eq!(usual(&clock, Player::Black, 0), Some(used(seconds(100) / 8)), "never all of it");
        assert_eq!(clock.share(Player::Black, 400).unwrap().most, used(seconds(5)));
        clock.spend(Player::Black, seconds(50));
        assert_eq!(usual(&clock, Player::Black, 400), Some(used(seconds(1))));
        assert_eq!(usual(&clock, Player::White, 400), Some(used(seconds(2))));
        clock.spend(Player::Black, seconds(52));
        assert_eq!(usual(&clock, Player::Black, 400), Some(Duration::ZERO));
        clock.restart();
        assert_eq!(usual(&clock, Player::Black, 400), Some(used(seconds(2))));
    }

    #[test]
    fn a_game_of_any_length_keeps_its_time() {
        let mut clock = clock(60, 0, 0);
        for n_possible in (0..361_usize).rev() {
            let share = clock.share(Player::White, n_possible).unwrap();
            assert!(share.usual <= share.most);
            // Even if each move takes all it may, and then a tenth more until it is reported.
            clock.spend(Player::White, share.most + share.most / 10);
            assert!(clock.left(Player::White).unwrap().time > Duration::ZERO, "{n_possible} moves left");
        }
    }

    #[test]
    fn searches_that_end_late_get_less_time() {
        let mut clock = clock(0, 10, 1);
        clock.overrun(seconds(4));
        for taken_off in [4, 3] {
            assert_eq!(usual(&clock, Player::Black, 100), Some(seconds(9 - taken_off)));
            assert_eq!(clock.fixed(seconds(10)), Share::fixed(seconds(10 - taken_off)));
            clock.overrun(seconds(1));
        }
        clock.overrun(seconds(100));
        assert_eq!(clock.fixed(seconds(10)), Share::fixed(seconds(5)), "half of it at least");
        (0..20).for_each(|_| clock.overrun(Duration::ZERO));
        assert!(clock.fixed(seconds(10)).usual > seconds(9));
    }

    #[test]
    fn time_without_end_is_shared_out() {
        // The longest times that a `Duration` can hold.
        for time in [Duration::MAX, seconds(u64::MAX)] {
            let mut clock = GameTime::default();
            clock.set(TimeSettings { main: time, period: time, stones: 1 });
            let share = clock.share(Player::Black, 0).unwrap();
            assert!(share.usual <= share.most && share.most < time);
            clock.spend(Player::Black, seconds(1));
        }
    }

    #[test]
    fn periods_come_after_the_main_time_and_again() {
        let mut clock = clock(10, 60, 3);
        assert_eq!(usual(&clock, Player::White, 100), Some(used(seconds(9))), "no more than is left of the main time");
        clock.spend(Player::White, seconds(11));
        for _ in 0..2 {
            assert_eq!(usual(&clock, Player::White, 100), Some(seconds(18)));
            clock.spend(Player::White, seconds(20));
            assert_eq!(usual(&clock, Player::White, 100), Some(seconds(18)));
            clock.spend(Player::White, seconds(30));
            assert_eq!(clock.share(Player::White, 100), Some(Share::fixed(seconds(9))));
            clock.spend(Player::White, seconds(1));
        }
        clock.correct(Player::White, TimeLeft { time: seconds(5), stones: 1 });
        assert_eq!(usual(&clock, Player::White, 100), Some(used(seconds(5))));
    }

    #[test]
    fn time_left_alone_sets_a_clock() {
        let mut clock = GameTime::default();
        clock.correct(Player::Black, TimeLeft { time: seconds(10), stones: 0 });
        assert_eq!(usual(&clock, Player::Black, 40), Some(used(seconds(9) / 8)));
        assert_eq!(clock.share(Player::White, 40), None);
        clock.spend(Player::Black, seconds(4));
        assert_eq!(clock.left(Player::Black), Some(TimeLeft { time: seconds(6), stones: 0 }));
    }

    #[test]
    fn a_deadline_is_kept_by_the_clock_that_it_has() {
        let now = AtomicU32::new(5);
        let clock = || Some(seconds(now.load(Ordering::Relaxed).into()));
        let interrupt = Arc::<AtomicBool>::default();
        let deadline = Deadline::after(seconds(10), clock, Arc::clone(&interrupt)).unwrap();
        let tick = || (0..NODES_PER_LOOK).for_each(|_| deadline.tick());
        for (late, is_over) in [(5, false), (14, false), (15, true)] {
            now.store(late, Ordering::Relaxed);
            tick();
            assert_eq!(interrupt.load(Ordering::Relaxed), is_over, "{late}");
        }
        assert!(Deadline::after(seconds(1), || None, interrupt).is_none(), "a clock that does not know");
    }
}
