//! The worker's desk: one thread, whose searches read the clock themselves.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tesuji_search::{Limits, TimeMeter};
use tesuji_workbench::types::{Budget, Progress};
use tesuji_workbench::{Desk, Update};

/// Time between two readings of the clock by a search, in milliseconds.
const BETWEEN_LOOKS: f64 = 4.0;
/// The most ticks between two looks.
const MOST_TICKS: u64 = 1 << 20;

/// Time between two reports of a search's nodes, in milliseconds.
const BETWEEN_REPORTS: f64 = 100.0;

/// A clock: milliseconds, never going back.
pub(crate) type Clock = fn() -> f64;
/// Gets each update as JSON.
type Tell = fn(&str);

/// The worker's desk for one question.
pub(crate) struct WorkerDesk {
    clock: Clock,
    tell: Tell,
    /// Progress of the work, as the work itself reported last.
    said: Arc<Mutex<Progress>>,
}

impl WorkerDesk {
    pub(crate) fn new(clock: Clock, tell: Tell) -> Self {
        let nothing = Progress::new("searching", None, 0);
        Self { clock, tell, said: Arc::new(Mutex::new(nothing)) }
    }
}

/// Bytes of memory that this worker has. It never gives any back.
fn memory_taken() -> Option<u64> {
    #[cfg(target_arch = "wasm32")]
    {
        const PAGE: u64 = 1 << 16;
        Some(core::arch::wasm32::memory_size(0) as u64 * PAGE)
    }
    #[cfg(not(target_arch = "wasm32"))]
    None
}

fn send(tell: Tell, update: &Update) {
    if let Ok(json) = serde_json::to_string(update) {
        tell(&json);
    }
}

impl Desk for WorkerDesk {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        let since = (self.clock)();
        let mut limits = Limits { nodes: budget.nodes, ..Limits::default() };
        let seconds = budget.seconds.filter(|seconds| *seconds >= 0.0);
        let end = seconds.map_or(f64::INFINITY, |seconds| since + seconds * 1_000.0);
        limits.meter = Some(Arc::new(DeskWatch::new(self, since, end, &limits)));
        search(&limits, &|| ((self.clock)() - since) / 1_000.0)
    }

    fn update(&self, update: Update) {
        if let Update::Progress(progress) = &update {
            self.said.lock().unwrap_or_else(PoisonError::into_inner).clone_from(progress);
            send(self.tell, &Update::Progress(Progress { memory: memory_taken(), ..progress.clone() }));
        } else {
            send(self.tell, &update);
        }
    }

    /// Never: whoever wants to stop a question ends its worker.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Ends a search when its time is over, and reports its nodes. The search ticks; only some ticks look at the clock,
/// about one in [`BETWEEN_LOOKS`] milliseconds whatever the search does between two ticks.
struct DeskWatch {
    clock: Clock,
    tell: Tell,
    said: Arc<Mutex<Progress>>,
    end: f64,
    interrupt: Arc<AtomicBool>,
    nodes: Arc<AtomicU64>,
    /// Ticks left before the next look.
    left: AtomicU64,
    /// Ticks between the last two looks.
    stride: AtomicU64,
    /// Time of the last reading, as the bits of a number.
    last: AtomicU64,
    /// Time of the last report, as the bits of a number.
    reported: AtomicU64,
}

impl DeskWatch {
    fn new(desk: &WorkerDesk, since: f64, end: f64, limits: &Limits) -> Self {
        Self {
            clock: desk.clock,
            tell: desk.tell,
            said: Arc::clone(&desk.said),
            end,
            interrupt: Arc::clone(&limits.interrupt),
            nodes: Arc::clone(&limits.progress),
            left: AtomicU64::new(1),
            stride: AtomicU64::new(1),
            last: AtomicU64::new(since.to_bits()),
            reported: AtomicU64::new(since.to_bits()),
        }
    }

    fn report(&self, now: f64) {
        let nodes = self.nodes.load(Ordering::Relaxed);
        if nodes == 0 || now - f64::from_bits(self.reported.load(Ordering::Relaxed)) < BETWEEN_REPORTS {
            return;
        }
        self.reported.store(now.to_bits(), Ordering::Relaxed);
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner).clone();
        send(self.tell, &Update::Progress(Progress { nodes: said.nodes.max(nodes), memory: memory_taken(), ..said }));
    }
}

impl TimeMeter for DeskWatch {
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
        self.report(now);
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

impl fmt::Debug for DeskWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("end", &self.end).finish_non_exhaustive()
    }
}

#[cfg(feature = "testing")]
mod tests {
    use std::cell::{Cell, RefCell};

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

    thread_local! {
        static TOLD: RefCell<Vec<Progress>> = const { RefCell::new(Vec::new()) };
    }

    fn hear(update: &str) {
        if let Ok(Update::Progress(progress)) = serde_json::from_str(update) {
            TOLD.with_borrow_mut(|told| told.push(progress));
        }
    }

    #[test]
    fn a_search_reports_its_nodes_while_it_runs() {
        let desk = WorkerDesk::new(clock, hear);
        desk.update(Update::Progress(Progress::new("proving it", Some(0.5), 3)));
        let n_nodes = desk.run(&Budget { seconds: None, nodes: Some(1_000) }, |limits, _| {
            let mut n_nodes = 0;
            while !limits.reached(n_nodes) {
                n_nodes += 1;
                NOW.set(NOW.get() + 1.0);
            }
            n_nodes
        });
        assert_eq!(n_nodes, 1_000);
        let told = TOLD.take();
        let nodes: Vec<u64> = told.iter().map(|progress| progress.nodes).collect();
        assert!((8..=11).contains(&nodes.len()) && nodes.is_sorted(), "one each 100 ms: {nodes:?}");
        assert!(nodes.last().is_some_and(|nodes| *nodes > 800), "{nodes:?}");
        assert!(told.iter().all(|progress| progress.what == "proving it" && progress.share == Some(0.5)));
    }
}
