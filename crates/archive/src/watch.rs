//! One thread that ends searches when their time is over, or when whoever asked wants to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tesuji_search::Limits;

use crate::{Beat, SearchClock};

/// Interval at which searches are checked.
const BEAT: Duration = Duration::from_millis(10);

/// Watches searches on a thread of its own, which sleeps while there are none.
#[derive(Debug)]
pub struct SearchWatcher {
    shared: Arc<WatchState>,
}

/// Condition that ends a search.
#[derive(Debug)]
pub struct Within {
    /// The most processor time, if it is bounded, and the clock that measures it.
    pub cpu: Option<(Duration, Arc<SearchClock>)>,
    /// The last moment by the clock on the wall, if there is one.
    pub end: Option<Instant>,
}

impl Within {
    /// This much time by the clock on the wall; without end if it is `None` or longer than a clock can represent.
    #[must_use]
    pub fn time(time: Option<Duration>) -> Self {
        Self { cpu: None, end: time.and_then(|time| Instant::now().checked_add(time)) }
    }

    fn is_over(&self, now: Instant) -> bool {
        self.end.is_some_and(|end| now >= end) || self.cpu.as_ref().is_some_and(|(most, clock)| clock.read() >= *most)
    }
}

/// Does some work with limits that interrupt it after `time`, if there is one, and when `stop` is set.
///
/// A thread watches both, because some work has no meter that ticks.
pub fn within<T>(time: Option<Duration>, stop: &Arc<AtomicBool>, work: impl FnOnce(&Limits) -> T) -> T {
    // Not `stop` itself, because the end of the time is no request to stop.
    let (limits, watch) = (Limits::default(), SearchWatcher::new().expect("the system starts a thread"));
    let _watched = watch.search(Within::time(time), stop, &limits.interrupt, Default::default());
    work(&limits)
}

/// A search that is watched until this is dropped.
#[derive(Debug)]
pub struct WatchGuard<'w> {
    watch: &'w SearchWatcher,
    key: u64,
}

#[derive(Debug, Default)]
struct WatchState {
    entries: Mutex<Entries>,
    changed: Condvar,
    /// Says when the threads of searches should look at their clocks.
    beat: Beat,
}

#[derive(Debug, Default)]
struct Entries {
    list: Vec<WatchEntry>,
    next_key: u64,
    is_over: bool,
}

#[derive(Debug)]
struct WatchEntry {
    key: u64,
    within: Within,
    stop: Arc<AtomicBool>,
    interrupt: Arc<AtomicBool>,
    /// The nodes of the search, and where they are shown.
    nodes: (Arc<AtomicU64>, Arc<AtomicU64>),
}

impl SearchWatcher {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// If the system starts none.
    pub fn new() -> std::io::Result<Self> {
        let shared = Arc::new(WatchState::default());
        let of_thread = Arc::clone(&shared);
        thread::Builder::new().name("watch".to_owned()).spawn(move || of_thread.look())?;
        Ok(Self { shared })
    }

    /// The beat with which the clocks of searches that are watched here must be started.
    #[must_use]
    pub fn beat(&self) -> &Beat {
        &self.shared.beat
    }

    /// Sets `interrupt` when the time is over, or once `stop` is set. Meanwhile copies the nodes from the first to the
    /// second place.
    pub fn search(
        &self,
        within: Within,
        stop: &Arc<AtomicBool>,
        interrupt: &Arc<AtomicBool>,
        nodes: (Arc<AtomicU64>, Arc<AtomicU64>),
    ) -> WatchGuard<'_> {
        let mut entries = self.shared.entries();
        let key = entries.next_key;
        entries.next_key += 1;
        entries.list.push(WatchEntry { key, within, stop: Arc::clone(stop), interrupt: Arc::clone(interrupt), nodes });
        self.shared.changed.notify_all();
        WatchGuard { watch: self, key }
    }
}

impl Drop for SearchWatcher {
    fn drop(&mut self) {
        self.shared.entries().is_over = true;
        self.shared.changed.notify_all();
    }
}

impl Drop for WatchGuard<'_> {
    fn drop(&mut self) {
        self.watch.shared.entries().list.retain(|entry| entry.key != self.key);
    }
}

impl WatchState {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look(&self) {
        let mut entries = self.entries();
        while !entries.is_over {
            let now = Instant::now();
            self.beat.strike();
            for entry in &entries.list {
                entry.nodes.1.store(entry.nodes.0.load(Ordering::Relaxed), Ordering::Relaxed);
                if entry.stop.load(Ordering::Relaxed) || entry.within.is_over(now) {
                    entry.interrupt.store(true, Ordering::Relaxed);
                }
            }
            entries = if entries.list.is_empty() {
                self.changed.wait(entries).unwrap_or_else(PoisonError::into_inner)
            } else {
                // A new search may wait for its first look as long as any other.
                drop(entries);
                thread::sleep(BEAT);
                self.entries()
            };
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn is_set_within(flag: &AtomicBool, time: Duration) -> bool {
        let since = Instant::now();
        while since.elapsed() < time {
            if flag.load(Ordering::Relaxed) {
                return true;
            }
            thread::sleep(Duration::from_millis(1));
        }
        false
    }

    #[test]
    fn ends_what_is_over_and_nothing_else() {
        let watch = SearchWatcher::new().unwrap();
        let flags: [Arc<AtomicBool>; 3] = std::array::from_fn(|_| Arc::default());
        let [stop, never, _] = &flags;
        let (by_stop, by_time, running) = (Arc::default(), Arc::default(), Arc::default());
        let nodes = (Arc::new(AtomicU64::new(7)), Arc::new(AtomicU64::new(0)));
        let within = |end| Within { cpu: Some((Duration::MAX, SearchClock::start(watch.beat()))), end };
        let _first = watch.search(within(None), stop, &by_stop, nodes.clone());
        let _second = watch.search(within(Some(Instant::now())), never, &by_time, Default::default());
        let third = watch.search(within(None), never, &running, Default::default());
        assert!(is_set_within(&by_time, Duration::from_secs(5)));
        assert!(!by_stop.load(Ordering::Relaxed) && !running.load(Ordering::Relaxed));
        stop.store(true, Ordering::Relaxed);
        assert!(is_set_within(&by_stop, Duration::from_secs(5)));
        assert_eq!(nodes.1.load(Ordering::Relaxed), 7);
        drop(third);
        never.store(true, Ordering::Relaxed);
        assert!(!is_set_within(&running, Duration::from_millis(50)));
    }
}
