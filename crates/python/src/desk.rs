//! Where questions of Python are answered.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tesuji_search::Limits;
use tesuji_workbench::types::Budget;
use tesuji_workbench::{Desk, Update};

/// How often a search is looked at.
const BEAT: Duration = Duration::from_millis(5);

/// Where one question is answered.
pub(crate) struct PythonDesk<'a> {
    pub(crate) stop: &'a Arc<AtomicBool>,
    pub(crate) n_threads: usize,
    /// Who hears what is known so far.
    pub(crate) listener: Option<&'a (dyn Fn(Update) + Sync)>,
}

impl Desk for PythonDesk<'_> {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        let since = Instant::now();
        let limits = Limits { nodes: budget.nodes, ..Limits::default() };
        let length = budget.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        within(self.stop, length, &limits.interrupt, || search(&limits, &|| since.elapsed().as_secs_f64()))
    }

    fn update(&self, update: Update) {
        if let Some(listener) = self.listener {
            listener(update);
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn threads(&self) -> usize {
        self.n_threads
    }
}

/// Runs a search, and interrupts it after this time, or once `stop` is set.
pub(crate) fn within<R>(
    stop: &AtomicBool,
    length: Option<Duration>,
    interrupt: &AtomicBool,
    search: impl FnOnce() -> R,
) -> R {
    let end = length.and_then(|length| Instant::now().checked_add(length));
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watch = move || {
            while !stop.load(Ordering::Relaxed) && end.is_none_or(|end| Instant::now() < end) {
                // The search has ended when the other side is gone.
                if is_done.recv_timeout(BEAT) != Err(mpsc::RecvTimeoutError::Timeout) {
                    return;
                }
            }
            interrupt.store(true, Ordering::Relaxed);
        };
        // A search that nobody could stop ends at once.
        if thread::Builder::new().spawn_scoped(scope, watch).is_err() {
            interrupt.store(true, Ordering::Relaxed);
        }
        let found = search();
        drop(done);
        found
    })
}
