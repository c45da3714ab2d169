//! The desk for questions of Python.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tesuji_archive::within;
use tesuji_engine::LeafJudge;
use tesuji_search::Limits;
use tesuji_workbench::types::Budget;
use tesuji_workbench::{Desk, Update};

/// The desk of one question.
pub(crate) struct PythonDesk<'a> {
    pub(crate) stop: &'a Arc<AtomicBool>,
    pub(crate) n_threads: usize,
    /// Listener for partial results.
    pub(crate) listener: Option<&'a (dyn Fn(Update) + Sync)>,
    /// A net of Python.
    pub(crate) judge: Option<Arc<dyn LeafJudge>>,
}

impl Desk for PythonDesk<'_> {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        let since = Instant::now();
        let length = budget.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        within(length, self.stop, |limits| {
            search(&Limits { nodes: budget.nodes, ..limits.clone() }, &|| since.elapsed().as_secs_f64())
        })
    }

    fn update(&self, update: Update) {
        if let Some(listener) = self.listener {
            listener(update);
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn judge(&self) -> Option<Arc<dyn LeafJudge>> {
        self.judge.clone()
    }

    fn threads(&self) -> usize {
        self.n_threads
    }
}
