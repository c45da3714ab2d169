//! Keeps the numbers of a search in the store while it runs, so that they survive a kill.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tesuji_search::{Limits, TimeMeter};

use crate::clock::{Beat, SearchClock};

/// The time between two writes.
const EVERY: Duration = Duration::from_secs(1);
/// Clocks are read once in this many ticks. The slowest searches tick a few hundred times a second.
const TICKS: u32 = 16;

/// A meter that passes everything on, and now and then writes how far the search is.
struct Saving<K> {
    keep: K,
    outer: Option<Arc<dyn TimeMeter>>,
    /// The number of positions searched.
    progress: Arc<AtomicU64>,
    clock: Arc<SearchClock>,
    n_ticks: AtomicU32,
    /// Time of the next write.
    due: Mutex<Instant>,
}

/// Limits for a search that hands its nodes and seconds to `keep` while it runs.
pub(crate) fn kept_by(limits: &Limits, keep: impl Fn(u64, f64) + Send + Sync + 'static) -> Limits {
    let saving = Saving {
        keep,
        outer: limits.meter.clone(),
        progress: Arc::clone(&limits.progress),
        clock: SearchClock::start(&Beat::default()),
        n_ticks: AtomicU32::new(0),
        due: Mutex::new(Instant::now() + EVERY),
    };
    Limits { meter: Some(Arc::new(saving)), ..limits.clone() }
}

impl<K> std::fmt::Debug for Saving<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Saving").field("progress", &self.progress).finish_non_exhaustive()
    }
}

impl<K: Fn(u64, f64) + Send + Sync> TimeMeter for Saving<K> {
    fn tick(&self) {
        if let Some(outer) = &self.outer {
            outer.tick();
        }
        if !(self.n_ticks.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(TICKS) {
            return;
        }
        self.clock.leave();
        // One thread writes; the others search on.
        if let Ok(mut due) = self.due.try_lock()
            && Instant::now() >= *due
        {
            (self.keep)(self.progress.load(Ordering::Relaxed), self.clock.seconds());
            *due = Instant::now() + EVERY;
        }
    }

    fn leave(&self) {
        self.clock.leave();
        if let Some(outer) = &self.outer {
            outer.leave();
        }
    }
}
