//! When a search has to stop.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most threads that anybody is given, whatever is asked for: more than any machine has, and few enough to be had.
pub const MOST_THREADS: usize = 1_024;

/// Bounds of a search, and the line over which it is stopped and watched.
///
/// A search reads no clock: whoever wants a time limit sets the interrupt from outside, and a [`Meter`] tells how long the
/// threads of the search were at work. A search that stops for a limit answers "undecided", never a guess.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most nodes to search, if bounded; each search says what it counts as one. A search for a move, not for a
    /// proof, that stops here answers with the move it likes best so far.
    pub nodes: Option<u64>,
    /// Set from outside to stop.
    pub interrupt: Arc<AtomicBool>,
    /// The search writes here, from time to time, how many nodes it has searched.
    pub progress: Arc<AtomicU64>,
    /// Told which threads are at work on the search.
    pub meter: Option<Arc<dyn Meter>>,
}

/// Counts, from outside, what the threads of a search take.
///
/// A search runs on the thread that calls it, and on threads that it starts and ends itself.
pub trait Meter: fmt::Debug + Send + Sync {
    /// The calling thread is at work on the search. Called often, so it has to be quick.
    fn tick(&self);

    /// The calling thread has done its part of the search.
    fn leave(&self);
}

impl Limits {
    /// A bound on nodes alone.
    #[must_use]
    pub fn nodes(n_nodes: u64) -> Self {
        Self { nodes: Some(n_nodes), ..Self::default() }
    }

    /// Must a search that has seen `n_nodes` stop? Reports the count as progress, and the calling thread as at work.
    #[must_use]
    pub fn reached(&self, n_nodes: u64) -> bool {
        if let Some(meter) = &self.meter {
            meter.tick();
        }
        self.progress.store(n_nodes, Ordering::Relaxed);
        self.nodes.is_some_and(|most| n_nodes >= most) || self.interrupt.load(Ordering::Relaxed)
    }

    /// Reports that the calling thread, which the search has started, ends.
    pub fn leave(&self) {
        if let Some(meter) = &self.meter {
            meter.leave();
        }
    }
}
