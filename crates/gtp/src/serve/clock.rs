//! Shares out the time that a controller gives among moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{io, thread};

use tesuji_board::Player;
use tesuji_search::Limits;

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
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    settings: Option<TimeSettings>,
    left: [Option<TimeLeft>; 2],
    /// How long recent searches have run over their time.
    lag: Duration,
    timer: Timer,
}

/// What measures the time.
#[derive(Clone, Debug)]
pub(super) enum Timer {
    /// The machine's clock, starting at this moment.
    Machine(Instant),
    /// The work of the searches. What happens in a given time is then the same on every machine.
    #[cfg(test)]
    Work(Arc<work::Work>),
}

impl Default for Timer {
    fn default() -> Self {
        Self::Machine(Instant::now())
    }
}

/// Time for a whole game, in the terms of GTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TimeSettings {
    /// For the moves before the first period.
    pub(super) main: Duration,
    /// The length of a period.
    pub(super) period: Duration,
    /// How many moves a period covers.
    pub(super) stones: u32,
}

/// What a player has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimeLeft {
    pub(super) time: Duration,
    /// For this many moves; 0 in the main time.
    pub(super) stones: u32,
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Share {
    /// What a move usually takes.
    pub(super) usual: Duration,
    /// What a difficult move may take.
    pub(super) most: Duration,
    /// Whether unused time is kept for later moves.
    pub(super) is_saved: bool,
}

impl Share {
    /// The same time for every move.
    pub(super) const fn fixed(time: Duration) -> Self {
        Self { usual: time, most: time, is_saved: false }
    }
}

impl Clock {
    /// Begins a game with these settings. There is no limit if there is no main time and periods have no moves or no
    /// length.
    pub(super) fn set(&mut self, settings: TimeSettings) {
        let is_limited = !settings.main.is_zero() || (settings.stones > 0 && !settings.period.is_zero());
        (self.settings, self.left) = (is_limited.then_some(settings), [None; 2]);
    }

    /// The time since some moment.
    pub(super) fn now(&self) -> Duration {
        match &self.timer {
            Timer::Machine(start) => start.elapsed(),
            #[cfg(test)]
            Timer::Work(work) => work.now(),
        }
    }

    /// The time since `then`, an earlier value of [`Self::now`].
    pub(super) fn since(&self, then: Duration) -> Duration {
        self.now().saturating_sub(then)
    }

    /// Runs a search within `limits` that is interrupted after `time`.
    ///
    /// # Errors
    ///
    /// If no thread can be started to watch the time.
    pub(super) fn limited<T>(
        &self,
        time: Duration,
        limits: Limits,
        search: impl FnOnce(&Limits) -> T,
    ) -> io::Result<T> {
        match &self.timer {
            Timer::Machine(_) => {
                let interrupt = Arc::clone(&limits.interrupt);
                with_alarm(time, &interrupt, || search(&limits))
            }
            #[cfg(test)]
            Timer::Work(work) => Ok(search(&work.limits(time, limits))),
        }
    }

    /// Begins another game with the same settings.
    pub(super) const fn restart(&mut self) {
        self.left = [None; 2];
    }

    /// Corrects what a player has left.
    pub(super) const fn correct(&mut self, player: Player, left: TimeLeft) {
        self.left[player.index()] = Some(left);
    }

    /// How long the next move of `player` may take when `n_possible` moves are possible; `None` without a limit.
    pub(super) fn share(&self, player: Player, n_possible: usize) -> Option<Share> {
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
    pub(super) fn fixed(&self, time: Duration) -> Share {
        Share::fixed(self.less_lag(time))
    }

    /// At least half of a time is left: a search without any time is of no use.
    fn less_lag(&self, time: Duration) -> Duration {
        time - self.lag.min(time / 2)
    }

    /// Notes how long a search ran over its time. A long overrun is forgotten over some moves.
    pub(super) fn overrun(&mut self, by: Duration) {
        self.lag = by.max(self.lag / 4 * 3);
    }

    /// What `player` has left; `None` without a limit.
    pub(super) fn left(&self, player: Player) -> Option<TimeLeft> {
        self.left[player.index()].or_else(|| {
            let settings = self.settings?;
            Some(match settings.main.is_zero() {
                true => TimeLeft { time: settings.period, stones: settings.stones },
                false => TimeLeft { time: settings.main, stones: 0 },
            })
        })
    }

    /// The settings of the game, if there is a limit.
    pub(super) const fn settings(&self) -> Option<TimeSettings> {
        self.settings
    }

    /// Subtracts the time of a move.
    pub(super) fn spend(&mut self, player: Player, time: Duration) {
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

/// Does `work`, and sets `interrupt` if it takes longer than `time`.
///
/// # Errors
///
/// If no thread can be started to watch the time.
fn with_alarm<T>(time: Duration, interrupt: &AtomicBool, work: impl FnOnce() -> T) -> io::Result<T> {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        thread::Builder::new().spawn_scoped(scope, move || {
            if is_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                interrupt.store(true, Ordering::Relaxed);
            }
        })?;
        let result = work();
        drop(done);
        Ok(result)
    })
}

/// Time that passes only with work, for tests.
#[cfg(test)]
pub(super) mod work {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU64;

    use tesuji_search::Meter;

    use super::*;

    /// How long one node of a search takes.
    const NODE: Duration = Duration::from_millis(1);

    /// Counts the nodes of searches, and interrupts a search when its time is up.
    #[derive(Debug, Default)]
    pub(in crate::serve) struct Work {
        n_nodes: AtomicU64,
        alarm: Mutex<Option<(Duration, Arc<AtomicBool>)>>,
    }

    impl Work {
        pub(super) fn now(&self) -> Duration {
            NODE * u32::try_from(self.n_nodes.load(Ordering::Relaxed)).expect("tests are short")
        }

        pub(super) fn limits(self: &Arc<Self>, time: Duration, limits: Limits) -> Limits {
            *self.alarm.lock().unwrap() = Some((self.now() + time, Arc::clone(&limits.interrupt)));
            Limits { meter: Some(Arc::clone(self) as Arc<dyn Meter>), ..limits }
        }
    }

    impl Meter for Work {
        fn tick(&self) {
            self.n_nodes.fetch_add(1, Ordering::Relaxed);
            if let Some((until, interrupt)) = &*self.alarm.lock().unwrap()
                && self.now() >= *until
            {
                interrupt.store(true, Ordering::Relaxed);
            }
        }

        fn leave(&self) {}
    }

    impl Clock {
        /// A clock that runs only while a search works.
        pub(in crate::serve) fn by_work() -> Self {
            Self { timer: Timer::Work(Arc::default()), ..Self::default() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn clock(main: u64, period: u64, stones: u32) -> Clock {
        let mut clock = Clock::default();
        clock.set(TimeSettings { main: seconds(main), period: seconds(period), stones });
        clock
    }

    fn used(time: Duration) -> Duration {
        time / 100 * 90
    }

    fn usual(clock: &Clock, player: Player, n_possible: usize) -> Option<Duration> {
        clock.share(player, n_possible).map(|share| share.usual)
    }

    #[test]
    fn no_settings_no_limit() {
        for clock in [Clock::default(), clock(0, 0, 0), clock(0, 1, 0), clock(0, 0, 5)] {
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
            let mut clock = Clock::default();
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
        let mut clock = Clock::default();
        clock.correct(Player::Black, TimeLeft { time: seconds(10), stones: 0 });
        assert_eq!(usual(&clock, Player::Black, 40), Some(used(seconds(9) / 8)));
        assert_eq!(clock.share(Player::White, 40), None);
        clock.spend(Player::Black, seconds(4));
        assert_eq!(clock.left(Player::Black), Some(TimeLeft { time: seconds(6), stones: 0 }));
    }

    #[test]
    fn an_alarm_rings_or_does_not() {
        let interrupt = AtomicBool::new(false);
        assert_eq!(with_alarm(seconds(1000), &interrupt, || 5).unwrap(), 5);
        assert!(!interrupt.load(Ordering::Relaxed), "done in time, and nobody waits for the rest of it");
        let wait = || {
            while !interrupt.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        };
        with_alarm(Duration::from_millis(1), &interrupt, wait).unwrap();
    }
}
