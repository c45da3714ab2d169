//! Conditions under which a search has to stop.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most threads that anybody gets, whatever is requested: more than any machine has, and few enough to start.
pub const MOST_THREADS: usize = 1_024;

/// Bounds of a search, and the channel by which it is stopped and watched.
///
/// A search reads no clock. For a time limit, set the interrupt from outside; a [`TimeMeter`] records how long the threads
/// of the search were at work. A search that stops for a limit answers "undecided", never a guess.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most nodes to search, if bounded; each search defines what it counts as a node. A search for a move, as
    /// opposed to a proof, that stops here answers with the move that it likes best so far.
    pub nodes: Option<u64>,
    /// Set from outside to stop the search.
    pub interrupt: Arc<AtomicBool>,
    /// The number of nodes searched; the search updates it from time to time.
    pub progress: Arc<AtomicU64>,
    /// Is notified which threads are at work on the search.
    pub meter: Option<Arc<dyn TimeMeter>>,
}

/// A limit was reached, or the search was interrupted: what a search gives back up its recursion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Measures, from outside, the time of the threads of a search.
///
/// A search runs on the thread that calls it, and on threads that it starts and ends itself.
pub trait TimeMeter: fmt::Debug + Send + Sync {
    /// Reports that the calling thread is at work on the search. Called often, so it has to be quick.
    fn tick(&self);

    /// Reports that the calling thread has done its part of the search.
    fn leave(&self);
}

impl Limits {
    /// Limits with only a bound on nodes.
    #[must_use]
    pub fn nodes(n_nodes: u64) -> Self {
        Self { nodes: Some(n_nodes), ..Self::default() }
    }

    /// Whether a search that has seen `n_nodes` must stop. Also reports the count as progress, and the calling thread
    /// as at work.
    #[must_use]
    pub fn reached(&self, n_nodes: u64) -> bool {
        self.progress.store(n_nodes, Ordering::Relaxed);
        self.is_interrupted() || self.nodes.is_some_and(|most| n_nodes >= most)
    }

    /// Whether the search is stopped from outside. Also reports the calling thread as at work. Whatever takes long
    /// within one node calls it in between.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        if let Some(meter) = &self.meter {
            meter.tick();
        }
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Whether a search that answers with an opinion goes on after `n_evaluations`: as [`Self::reached`] says, but an
    /// interrupt does not take the first one. An answer without any evaluation would be no opinion at all, on whatever
    /// slow machine. Only a bound of 0 nodes asks for that.
    #[must_use]
    pub fn allows_another(&self, n_evaluations: u64) -> bool {
        !self.reached(n_evaluations) || (n_evaluations == 0 && self.nodes != Some(0))
    }

    /// Reports that the calling thread, which the search started, ends.
    pub fn leave(&self) {
        if let Some(meter) = &self.meter {
            meter.leave();
        }
    }
}
