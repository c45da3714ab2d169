//! Runners of searches: limits and clock.

use std::sync::atomic::Ordering;
use std::time::Instant;

use tesuji_search::Limits;

/// Runs the searches of an [`Archive`](crate::Archive): gives them limits, counts their time, shows and stops them.
///
/// This is a trait, not a set of values, because the clock and the limits of a search start when the search begins, and
/// one answer may take several searches.
pub trait Runner {
    /// Runs one search. Returns its result and the seconds that it took. The search can call its second argument at any
    /// time to learn the seconds so far.
    fn run<R>(&self, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> (R, f64);

    /// The name of the question in reports.
    fn name(&self) -> Option<String> {
        None
    }

    /// Whether the user has asked to stop.
    fn is_stopped(&self) -> bool;

    /// Whether the user has given limits. If not, a search that could go on for hours gets a limit of its own.
    fn has_limits(&self) -> bool {
        false
    }
}

/// Runs each search under the same limits, and counts the time that passes.
#[derive(Clone, Debug, Default)]
pub struct WallClock {
    /// The limits. Setting their interrupt stops all searches.
    pub limits: Limits,
}

impl Runner for WallClock {
    fn run<R>(&self, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> (R, f64) {
        let since = Instant::now();
        let seconds = || since.elapsed().as_secs_f64();
        (search(&self.limits, &seconds), seconds())
    }

    fn is_stopped(&self) -> bool {
        self.limits.interrupt.load(Ordering::Relaxed)
    }
}
