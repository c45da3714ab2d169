//! One of our own players, thinking for a given time and not for a number of playouts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use cpu_time::ThreadTime;
use tesuji_search::Meter;

/// The clock is read after this many nodes. Reading it costs about as much as a move in a playout.
const NODES_PER_LOOK: u32 = 8;

/// Interrupts a search when the thread that began it has worked for a given time.
///
/// Only the time of this thread counts, so other work on the machine costs the player nothing.
#[derive(Debug)]
pub(super) struct Thinking {
    until: Duration,
    interrupt: Arc<AtomicBool>,
    n_ticks: AtomicU32,
}

impl Thinking {
    /// Starts now, for this long; `None` where the system does not report thread times.
    pub(super) fn start(time: Duration, interrupt: Arc<AtomicBool>) -> Option<Arc<Self>> {
        let until = thread_time()?.saturating_add(time);
        Some(Arc::new(Self { until, interrupt, n_ticks: AtomicU32::new(0) }))
    }
}

impl Meter for Thinking {
    fn tick(&self) {
        let is_due = self.n_ticks.fetch_add(1, Ordering::Relaxed).is_multiple_of(NODES_PER_LOOK);
        if is_due && thread_time().is_some_and(|time| time >= self.until) {
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }

    fn leave(&self) {}
}

/// The processor time of this thread, where the system reports it.
pub(super) fn thread_time() -> Option<Duration> {
    ThreadTime::try_now().ok().map(|time| time.as_duration())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_is_interrupted_after_the_time_and_not_before() {
        let interrupt = Arc::<AtomicBool>::default();
        let long = Thinking::start(Duration::from_secs(3600), Arc::clone(&interrupt)).unwrap();
        (0..100).for_each(|_| long.tick());
        assert!(!interrupt.load(Ordering::Relaxed));
        let begun = thread_time().unwrap();
        let short = Thinking::start(Duration::from_millis(5), Arc::clone(&interrupt)).unwrap();
        while !interrupt.load(Ordering::Relaxed) {
            short.tick();
        }
        assert!(thread_time().unwrap() >= begun + Duration::from_millis(5));
    }
}
