//! Gives the answers in a store to a search of moves, which then need not find them again.

use std::sync::atomic::Ordering;

use crate::store::database::Access;
use crate::store::{Store, StoreError};
use tesuji_board::Player;
use tesuji_prove::{Known, Question};
use tesuji_search::Limits;

use crate::archive::{ArchiveAnswer, finding};

/// The store as a memory of moves. Without a store it knows nothing.
pub(crate) struct StoreCache<'s> {
    store: Option<&'s Store>,
    /// Returns the seconds that the search has taken; `None` if there is no search.
    clock: Option<&'s dyn Fn() -> f64>,
    /// The reading of the clock when the search for the next answer began, in seconds.
    since: f64,
    limits: Limits,
    /// The first thing that went wrong; it stops the search.
    pub(crate) failure: Option<StoreError>,
}

impl<'s> StoreCache<'s> {
    pub(crate) fn new(store: Option<&'s Store>, limits: &Limits, clock: Option<&'s dyn Fn() -> f64>) -> Self {
        Self { store, clock, since: 0.0, limits: limits.clone(), failure: None }
    }

    fn seconds(&self) -> f64 {
        self.clock.map_or(0.0, |seconds| seconds())
    }

    fn take<T>(&mut self, result: Result<T, StoreError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.limits.interrupt.store(true, Ordering::Relaxed);
                self.failure.get_or_insert(error);
                None
            }
        }
    }
}

impl Known for StoreCache<'_> {
    fn recall(&mut self, question: &Question) -> Option<Player> {
        let found = self.store?.find(question);
        let entry = self.take(found)?;
        self.since = self.seconds();
        entry?.finding.winner
    }

    fn keep(&mut self, question: &Question, winner: Player, nodes: u64) {
        let Some(store) = self.store.filter(|store| store.access() == Access::Full) else { return };
        let seconds = if nodes == 0 { 0.0 } else { self.seconds() - self.since };
        let solved = ArchiveAnswer { winner: Some(winner), nodes, seconds, ..ArchiveAnswer::default() };
        let kept = store.keep(question, &finding(&solved));
        self.take(kept);
    }
}
