//! The clock of a game: it says how late it is, and interrupts searches. How time is shared out among moves says [`GameTime`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{io, thread};

use tesuji_board::Player;
use tesuji_engine::time::{Deadline, GameTime};
use tesuji_search::{Limits, TimeMeter};

/// Searches of at least this time are also watched by a thread, for work that looks at its interrupt and reports no
/// nodes. To start and end a thread takes longer on a busy machine than a short search.
const WATCHED: Duration = Duration::from_millis(250);

/// The time of a game, and the clock that it is taken from.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// Remaining time of each player.
    pub(super) time: GameTime,
    timer: Timer,
    /// Times at which the command in progress was read and the one before it was answered.
    received: Duration,
    answered: Duration,
    /// The move that is being chosen, with the time that its search was given.
    turn: Option<(Player, Duration)>,
}

/// Source of the time.
#[derive(Clone, Debug)]
pub(super) enum Timer {
    /// The machine's clock, starting at this moment.
    Machine(Instant),
    /// The work of the searches. What happens in a given time is then the same on every machine.
    #[cfg(feature = "testing")]
    Work(Arc<work::Work>),
}

impl Default for Timer {
    fn default() -> Self {
        Self::Machine(Instant::now())
    }
}

impl Clock {
    /// The time since some moment.
    pub(super) fn now(&self) -> Duration {
        match &self.timer {
            Timer::Machine(start) => start.elapsed(),
            #[cfg(feature = "testing")]
            Timer::Work(work) => work.now(),
        }
    }

    /// A command begins that was read at this moment.
    pub(super) fn receive(&mut self, at: Option<Instant>) {
        self.received = match (&self.timer, at) {
            (Timer::Machine(start), Some(at)) => at.saturating_duration_since(*start),
            _ => self.now(),
        };
    }

    /// The command in progress chooses a move for a player, whose clock runs. Its search takes `given` of its time, or
    /// less if it runs over.
    pub(super) const fn takes_turn(&mut self, player: Player, given: Duration) {
        self.turn = Some((player, given));
    }

    /// The command is answered: the clock stops. It ran since the command came, or since the answer before if that was
    /// later.
    pub(super) fn answered(&mut self) {
        let now = self.now();
        if let Some((player, given)) = self.turn.take() {
            self.time.spend(player, now.saturating_sub(self.received.max(self.answered)), given);
        }
        self.answered = now;
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
            Timer::Machine(start) => {
                let (start, interrupt) = (*start, Arc::clone(&limits.interrupt));
                let deadline = Deadline::after(time, move || Some(start.elapsed()), Arc::clone(&interrupt));
                let limits =
                    Limits { meter: deadline.map(|deadline| Arc::new(deadline) as Arc<dyn TimeMeter>), ..limits };
                if time < WATCHED { Ok(search(&limits)) } else { with_alarm(time, &interrupt, || search(&limits)) }
            }
            #[cfg(feature = "testing")]
            Timer::Work(work) => Ok(search(&work.limits(time, limits))),
        }
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
#[cfg(feature = "testing")]
pub(super) mod work {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU64;

    use super::*;

    /// Time of one node of a search.
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
            Limits { meter: Some(Arc::clone(self) as Arc<dyn TimeMeter>), ..limits }
        }
    }

    impl TimeMeter for Work {
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
        /// Lets time pass in which nothing is searched.
        pub(in crate::serve) fn pass(&self, time: Duration) {
            let Timer::Work(work) = &self.timer else { return };
            work.n_nodes.fetch_add((time.as_millis() / NODE.as_millis()) as u64, Ordering::Relaxed);
        }

        /// A clock that runs only while a search works.
        pub(in crate::serve) fn by_work() -> Self {
            Self { timer: Timer::Work(Arc::default()), ..Self::default() }
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_rings_or_does_not() {
        let interrupt = AtomicBool::new(false);
        assert_eq!(with_alarm(Duration::from_secs(1000), &interrupt, || 5).unwrap(), 5);
        assert!(!interrupt.load(Ordering::Relaxed), "done in time, and nobody waits for the rest of it");
        let wait = || {
            while !interrupt.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        };
        with_alarm(Duration::from_millis(1), &interrupt, wait).unwrap();
    }
}
