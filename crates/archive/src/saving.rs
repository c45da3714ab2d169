//! Keeps the numbers of a search in the store while it runs, so that they survive a kill.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::store::Store;
use tesuji_problem::board::Question;
use tesuji_search::{Limits, TimeMeter};

use crate::archive::{ArchiveAnswer, finding};
use crate::clock::{Beat, SearchClock};

/// The time between two writes.
const EVERY: Duration = Duration::from_secs(1);
/// Clocks are read once in this many ticks. The slowest searches tick a few hundred times a second.
const TICKS: u32 = 16;

/// A meter that passes everything on, and now and then writes how far the search is.
#[derive(Debug)]
struct Saving {
    store: Arc<Store>,
    question: Question,
    outer: Option<Arc<dyn TimeMeter>>,
    /// The number of positions searched.
    progress: Arc<AtomicU64>,
    clock: Arc<SearchClock>,
    n_ticks: AtomicU32,
    /// When the next write is due.
    due: Mutex<Instant>,
}

/// Limits for a search of `question` whose numbers are kept in the store while it runs.
pub(crate) fn kept_in(store: &Arc<Store>, question: &Question, limits: &Limits) -> Limits {
    let saving = Saving {
        store: Arc::clone(store),
        question: question.clone(),
        outer: limits.meter.clone(),
        progress: Arc::clone(&limits.progress),
        clock: SearchClock::start(&Beat::default()),
        n_ticks: AtomicU32::new(0),
        due: Mutex::new(Instant::now() + EVERY),
    };
    Limits { meter: Some(Arc::new(saving)), ..limits.clone() }
}

impl TimeMeter for Saving {
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
            let (nodes, seconds) = (self.progress.load(Ordering::Relaxed), self.clock.seconds());
            let so_far = finding(&ArchiveAnswer { nodes, seconds, ..ArchiveAnswer::default() });
            // What cannot be written now is written in a second, or at the end, where an error is reported.
            _ = self.store.keep(&self.question, &so_far);
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
