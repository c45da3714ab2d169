//! One of our own players, thinking for a given time and not for a number of playouts.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cpu_time::ThreadTime;
use tesuji_engine::time::Deadline;
use tesuji_search::TimeMeter;

/// Interrupts a search when the thread that began it has worked for this time from now on; `None` where the system does not report
/// thread times.
///
/// Only the time of this thread counts, so other work on the machine costs the player nothing.
pub(super) fn limit(time: Duration, interrupt: Arc<AtomicBool>) -> Option<Arc<dyn TimeMeter>> {
    Some(Arc::new(Deadline::after(time, thread_time, interrupt)?))
}

/// The processor time of this thread, where the system reports it.
pub(super) fn thread_time() -> Option<Duration> {
    ThreadTime::try_now().ok().map(|time| time.as_duration())
}

#[cfg(feature = "testing")]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn the_search_is_interrupted_after_the_time_and_not_before() {
        let interrupt = Arc::<AtomicBool>::default();
        let long = limit(Duration::from_secs(3600), Arc::clone(&interrupt)).unwrap();
        (0..100).for_each(|_| long.tick());
        assert!(!interrupt.load(Ordering::Relaxed));
        let begun = thread_time().unwrap();
        let short = limit(Duration::from_millis(5), Arc::clone(&interrupt)).unwrap();
        while !interrupt.load(Ordering::Relaxed) {
            short.tick();
        }
        assert!(thread_time().unwrap() >= begun + Duration::from_millis(5));
    }
}
