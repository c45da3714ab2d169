//! Where a worker answers a question: one thread, whose searches look at the clock themselves.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tesuji_search::{Limits, Meter};
use tesuji_workbench::types::Budget;
use tesuji_workbench::{Desk, Update};

/// How often a search should look at the clock, in milliseconds.
const BETWEEN_LOOKS: f64 = 4.0;
/// The most ticks between two looks.
const MOST_TICKS: u64 = 1 << 20;

/// A clock: milliseconds, never going back.
pub(crate) type Clock = fn() -> f64;

/// Where one question is answered.
pub(crate) struct WorkerDesk {
    clock: Clock,
    /// Gets each update as JSON.
    tell: fn(&str),
}

impl WorkerDesk {
    pub(crate) fn new(clock: Clock, tell: fn(&str)) -> Self {
        Self { clock, tell }
    }
}

impl Desk for WorkerDesk {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        let since = (self.clock)();
        let mut limits = Limits { nodes: budget.nodes, ..Limits::default() };
        if let Some(seconds) = budget.seconds.filter(|seconds| *seconds >= 0.0) {
            let end = since + seconds * 1_000.0;
            limits.meter = Some(Arc::new(Watch::new(self.clock, end, &limits.interrupt)));
        }
        search(&limits, &|| ((self.clock)() - since) / 1_000.0)
    }

    fn update(&self, update: Update) {
        if let Ok(json) = serde_json::to_string(&update) {
            (self.tell)(&json);
        }
    }

    /// Never: whoever wants to stop a question ends its worker.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Ends a search when its time is over. The search ticks; only some ticks look at the clock, about one in
/// [`BETWEEN_LOOKS`] milliseconds whatever the search does between two ticks.
struct Watch {
    clock: Clock,
    end: f64,
    interrupt: Arc<AtomicBool>,
    /// Ticks left before the next look.
    left: AtomicU64,
    /// Ticks between the last two looks.
    stride: AtomicU64,
    /// When the last look was, as the bits of a number.
    last: AtomicU64,
}

impl Watch {
    fn new(clock: Clock, end: f64, interrupt: &Arc<AtomicBool>) -> Self {
        let last = AtomicU64::new(clock().to_bits());
        let interrupt = Arc::clone(interrupt);
        Self { clock, end, interrupt, left: AtomicU64::new(1), stride: AtomicU64::new(1), last }
    }
}

impl Meter for Watch {
    fn tick(&self) {
        let left = self.left.load(Ordering::Relaxed).saturating_sub(1);
        if left > 0 {
            self.left.store(left, Ordering::Relaxed);
            return;
        }
        let now = (self.clock)();
        if now >= self.end {
            self.interrupt.store(true, Ordering::Relaxed);
        }
        let passed = now - f64::from_bits(self.last.swap(now.to_bits(), Ordering::Relaxed));
        let stride = self.stride.load(Ordering::Relaxed);
        // Slowly up, at once down: the next ticks may be dearer.
        let next = if passed < BETWEEN_LOOKS / 2.0 {
            (stride * 2).min(MOST_TICKS)
        } else if passed > BETWEEN_LOOKS {
            ((stride as f64 * BETWEEN_LOOKS / passed) as u64).max(1)
        } else {
            stride
        };
        self.stride.store(next, Ordering::Relaxed);
        self.left.store(next, Ordering::Relaxed);
    }

    fn leave(&self) {}
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("end", &self.end).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        static NOW: Cell<f64> = const { Cell::new(0.0) };
        static LOOKS: Cell<u32> = const { Cell::new(0) };
    }

    fn clock() -> f64 {
        LOOKS.set(LOOKS.get() + 1);
        NOW.get()
    }

    /// Runs a search whose ticks take this many milliseconds each. When it was stopped, and how often it looked.
    fn stopped(seconds: f64, tick: f64) -> (f64, u32) {
        NOW.set(0.0);
        LOOKS.set(0);
        let budget = Budget { seconds: Some(seconds), nodes: None };
        let end = WorkerDesk::new(clock, |_| {}).run(&budget, |limits, passed| {
            let mut n_nodes = 0;
            while !limits.reached(n_nodes) {
                n_nodes += 1;
                NOW.set(NOW.get() + tick);
                assert!(n_nodes < 100_000_000);
            }
            passed()
        });
        (end, LOOKS.get())
    }

    #[test]
    fn a_search_ends_in_time_and_rarely_looks_at_the_clock() {
        for (seconds, tick) in [(1.0, 0.0005), (1.0, 0.01), (1.0, 3.0), (0.0, 1.0), (2.0, 700.0)] {
            let (end, n_looks) = stopped(seconds, tick);
            assert!(end >= seconds && end <= seconds + 0.001 * (2.0 * BETWEEN_LOOKS).max(tick), "{end} for {seconds}");
            assert!(f64::from(n_looks) < 40.0 + seconds * 1_000.0 / (BETWEEN_LOOKS / 4.0).max(tick), "{n_looks} looks");
        }
    }

    #[test]
    fn a_bound_on_nodes_needs_no_clock() {
        let budget = Budget { seconds: None, nodes: Some(7) };
        let desk = WorkerDesk::new(clock, |_| {});
        assert!(desk.run(&budget, |limits, _| !limits.reached(6) && limits.reached(7) && limits.meter.is_none()));
    }
}
