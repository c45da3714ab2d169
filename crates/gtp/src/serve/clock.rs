//! The time that a controller gives, shared out among moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{io, thread};

use tesuji_board::Player;

/// A main time is shared out as if at least so many moves of a player were to come.
const FEWEST_MOVES: u32 = 10;
/// How much of its share a move may take, in percent: the rest is for the way to the controller and back.
const USED_PERCENT: u32 = 90;

/// The time left to each player, by the settings of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    settings: Option<TimeSettings>,
    left: [Option<TimeLeft>; 2],
}

/// Time for a whole game, in the terms of GTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimeSettings {
    /// For the moves before the first period.
    pub(super) main: Duration,
    /// The length of a period.
    pub(super) period: Duration,
    /// How many moves a period is for.
    pub(super) stones: u32,
}

/// What a player has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimeLeft {
    pub(super) time: Duration,
    /// For so many moves; 0 in the main time.
    pub(super) stones: u32,
}

impl Clock {
    /// Begins a game with these settings. No main time, and periods for no moves or of no length: no limit.
    pub(super) fn set(&mut self, settings: TimeSettings) {
        let is_limited = !settings.main.is_zero() || (settings.stones > 0 && !settings.period.is_zero());
        *self = Self { settings: is_limited.then_some(settings), left: [None; 2] };
    }

    /// Begins another game with the same settings.
    pub(super) const fn restart(&mut self) {
        self.left = [None; 2];
    }

    /// Corrects what a player has left.
    pub(super) const fn correct(&mut self, player: Player, left: TimeLeft) {
        self.left[player.index()] = Some(left);
    }

    /// How long the next move of `player` may take, who has at most `n_moves` to make; `None` without a limit.
    pub(super) fn share(&self, player: Player, n_moves: usize) -> Option<Duration> {
        let left = self.left(player)?;
        let share = match left.stones {
            0 => {
                let n_moves = u32::try_from(n_moves).unwrap_or(u32::MAX).max(FEWEST_MOVES);
                // A period that follows is there to be used up.
                let period = self.settings.and_then(|settings| settings.period.checked_div(settings.stones));
                (left.time / n_moves).max(period.unwrap_or_default().min(left.time))
            }
            stones => left.time / stones,
        };
        Some(share / 100 * USED_PERCENT)
    }

    /// Takes the time for a move off.
    pub(super) fn spend(&mut self, player: Player, time: Duration) {
        let (Some(left), Some(settings)) = (self.left(player), self.settings) else { return };
        let next_period = TimeLeft { time: settings.period, stones: settings.stones };
        let left = match (left.time.saturating_sub(time), left.stones) {
            (Duration::ZERO, 0) if settings.stones > 0 => next_period,
            (_, 1) => next_period,
            (time, stones) => TimeLeft { time, stones: stones.saturating_sub(1) },
        };
        self.left[player.index()] = Some(left);
    }

    fn left(&self, player: Player) -> Option<TimeLeft> {
        self.left[player.index()].or_else(|| {
            let settings = self.settings?;
            Some(match settings.main.is_zero() {
                true => TimeLeft { time: settings.period, stones: settings.stones },
                false => TimeLeft { time: settings.main, stones: 0 },
            })
        })
    }
}

/// Does `work`, and sets `interrupt` if it is not done after `time`.
///
/// # Errors
///
/// If nobody can be found to watch the time.
pub(super) fn with_alarm<T>(time: Duration, interrupt: &AtomicBool, work: impl FnOnce() -> T) -> io::Result<T> {
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

    #[test]
    fn no_settings_no_limit() {
        for clock in [Clock::default(), clock(0, 0, 0), clock(0, 1, 0), clock(0, 0, 5)] {
            assert_eq!(clock.share(Player::Black, 50), None);
        }
    }

    #[test]
    fn main_time_is_shared_out() {
        let mut clock = clock(100, 0, 0);
        assert_eq!(clock.share(Player::Black, 50), Some(seconds(2) / 100 * 90));
        assert_eq!(clock.share(Player::Black, 0), Some(seconds(9)), "never all of it");
        clock.spend(Player::Black, seconds(50));
        assert_eq!(clock.share(Player::Black, 50), Some(seconds(1) / 100 * 90));
        assert_eq!(clock.share(Player::White, 50), Some(seconds(2) / 100 * 90));
        clock.spend(Player::Black, seconds(51));
        assert_eq!(clock.share(Player::Black, 50), Some(Duration::ZERO));
        clock.restart();
        assert_eq!(clock.share(Player::Black, 50), Some(seconds(2) / 100 * 90));
    }

    #[test]
    fn periods_come_after_the_main_time_and_again() {
        let mut clock = clock(10, 60, 3);
        assert_eq!(clock.share(Player::White, 100), Some(seconds(9)), "no more than is left of the main time");
        clock.spend(Player::White, seconds(11));
        for _ in 0..2 {
            assert_eq!(clock.share(Player::White, 100), Some(seconds(18)));
            clock.spend(Player::White, seconds(20));
            assert_eq!(clock.share(Player::White, 100), Some(seconds(18)));
            clock.spend(Player::White, seconds(30));
            assert_eq!(clock.share(Player::White, 100), Some(seconds(9)));
            clock.spend(Player::White, seconds(1));
        }
        clock.correct(Player::White, TimeLeft { time: seconds(5), stones: 1 });
        assert_eq!(clock.share(Player::White, 100), Some(seconds(5) / 100 * 90));
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
