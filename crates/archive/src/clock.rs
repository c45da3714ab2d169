//! The processor time of a search: the sum over its threads, however many other searches run at the same time.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use cpu_time::ThreadTime;
use tesuji_search::TimeMeter;

/// Says when the threads of searches should look at their clocks: asking the system each time would cost too much.
#[derive(Clone, Debug, Default)]
pub struct Beat(Arc<AtomicU64>);

impl Beat {
    /// Asks every thread to look once.
    pub fn strike(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// The processor time of one search: of the thread that began it, from that moment on, and of the threads that the
/// search starts.
#[derive(Debug)]
pub struct SearchClock {
    beat: Beat,
    threads: Mutex<Vec<SpentTime>>,
}

#[derive(Debug)]
struct SpentTime {
    thread: ThreadId,
    /// Clock at the start of the search.
    since: Duration,
    /// Clock at the last reading.
    until: Duration,
}

thread_local! {
    /// The beat at which this thread last looked at its clock.
    static SEEN: Cell<u64> = const { Cell::new(0) };
}

impl SearchClock {
    /// A clock for a search that the calling thread begins now.
    #[must_use]
    pub fn start(beat: &Beat) -> Arc<Self> {
        let now = thread_time();
        let spent = SpentTime { thread: thread::current().id(), since: now, until: now };
        Arc::new(Self { beat: beat.clone(), threads: Mutex::new(vec![spent]) })
    }

    /// The time that the search has taken, as far as its threads have looked at their clocks. It is exact for threads
    /// that have ended, and for the calling thread if it is one of the search.
    #[must_use]
    pub fn read(&self) -> Duration {
        let mut threads = self.threads();
        if let Some(own) = threads.iter_mut().find(|spent| spent.thread == thread::current().id()) {
            own.until = thread_time();
        }
        threads.iter().map(|spent| spent.until.saturating_sub(spent.since)).sum()
    }

    /// [`Self::read`] in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.read().as_secs_f64()
    }

    /// The threads of the search. The list is valid even if a thread panicked while holding the lock.
    fn threads(&self) -> MutexGuard<'_, Vec<SpentTime>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TimeMeter for SearchClock {
    fn tick(&self) {
        let beat = self.beat.0.load(Ordering::Relaxed);
        if SEEN.replace(beat) != beat {
            self.leave();
        }
    }

    fn leave(&self) {
        let (thread, until) = (thread::current().id(), thread_time());
        let mut threads = self.threads();
        match threads.iter_mut().find(|spent| spent.thread == thread) {
            Some(spent) => spent.until = until,
            // The thread was started for this search.
            None => threads.push(SpentTime { thread, since: Duration::ZERO, until }),
        }
    }
}

/// The processor time of the calling thread since it was started.
fn thread_time() -> Duration {
    ThreadTime::now().as_duration()
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    /// Keeps the processor busy until the calling thread has taken this much of it.
    fn work(time: Duration) {
        let until = thread_time() + time;
        while thread_time() < until {}
    }

    #[test]
    fn a_thread_counts_from_the_start_of_the_search_and_only_while_it_works() {
        work(Duration::from_millis(20));
        let clock = SearchClock::start(&Beat::default());
        assert!(clock.read() < Duration::from_millis(20), "what was before does not count");
        work(Duration::from_millis(20));
        assert!(clock.read() >= Duration::from_millis(20));
        let before = clock.read();
        thread::sleep(Duration::from_millis(60));
        assert!(clock.read() < before + Duration::from_millis(60), "who sleeps takes nothing");
    }

    #[test]
    fn the_threads_of_a_search_add_up() {
        let clock = SearchClock::start(&Beat::default());
        let threads = thread::scope(|scope| {
            let threads = [10, 20].map(|n_millis| {
                let clock = &clock;
                scope.spawn(move || {
                    work(Duration::from_millis(n_millis));
                    clock.leave();
                })
            });
            threads.map(|thread| thread.join().is_ok())
        });
        assert_eq!(threads, [true, true]);
        assert!(clock.read() >= Duration::from_millis(30));
    }

    #[test]
    fn a_thread_looks_once_a_beat() {
        let beat = Beat::default();
        let clock = SearchClock::start(&beat);
        let of_first = |clock: &SearchClock| clock.threads()[0].until;
        let ticks = |n: usize| (0..n).for_each(|_| clock.tick());
        beat.strike();
        work(Duration::from_millis(1));
        ticks(1);
        let seen = of_first(&clock);
        work(Duration::from_millis(1));
        ticks(100);
        assert_eq!(of_first(&clock), seen, "the beat is the same");
        beat.strike();
        ticks(1);
        assert!(of_first(&clock) >= seen + Duration::from_millis(1));
    }
}
