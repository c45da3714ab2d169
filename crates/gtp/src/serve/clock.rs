//! The clock of a game: it says how late it is, and interrupts searches. How time is shared out among moves says [`GameTime`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{io, thread};

use tesuji_engine::time::GameTime;
use tesuji_search::Limits;

/// The time of a game, and the clock that it is taken from.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// What each player has left.
    pub(super) time: GameTime,
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

impl Clock {
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
