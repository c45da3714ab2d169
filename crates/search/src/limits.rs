//! When a search has to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Bounds of a search, and the line over which it is stopped and watched.
///
/// A search reads no clock: whoever wants a time limit sets the interrupt from outside. A search that stops for a
/// limit answers "undecided", never a guess.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most nodes to search, if bounded; each search says what it counts as one. A search for a move, not for a
    /// proof, that stops here answers with the move it likes best so far.
    pub nodes: Option<u64>,
    /// Set from outside to stop.
    pub interrupt: Arc<AtomicBool>,
    /// The search writes here, from time to time, how many nodes it has searched.
    pub progress: Arc<AtomicU64>,
}

impl Limits {
    /// A bound on nodes alone.
    #[must_use]
    pub fn nodes(n_nodes: u64) -> Self {
        Self { nodes: Some(n_nodes), ..Self::default() }
    }

    /// Must a search that has seen `n_nodes` stop? Reports the count as progress.
    #[must_use]
    pub fn reached(&self, n_nodes: u64) -> bool {
        self.progress.store(n_nodes, Ordering::Relaxed);
        self.nodes.is_some_and(|most| n_nodes >= most) || self.interrupt.load(Ordering::Relaxed)
    }
}
