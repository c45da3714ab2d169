//! Where the server answers a question: gives its searches time, and passes on what is known so far.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tesuji_search::Limits;
use tesuji_workbench::types::Budget;
use tesuji_workbench::{Desk, Memory, Update};

use crate::news::News;
use crate::remembered::Remembered;
use crate::watch::Watch;

/// Where one question is answered.
#[derive(Debug)]
pub(crate) struct ServerDesk {
    pub(crate) watch: Arc<Watch>,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) news: Arc<News>,
    /// When the question has to be answered; absent: whenever it is.
    pub(crate) end: Option<Instant>,
    pub(crate) n_threads: usize,
    pub(crate) memory: Option<Arc<Remembered>>,
}

impl Desk for ServerDesk {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        let since = Instant::now();
        let limits = Limits { nodes: budget.nodes, ..Limits::default() };
        let own = budget.seconds.map(|seconds| {
            // Less than nothing is nothing; more than a year is without a bound.
            since + Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(YEAR).min(YEAR)
        });
        let end = own.into_iter().chain(self.end).min();
        let nodes = (Arc::clone(&limits.progress), Arc::clone(&self.news.nodes));
        let _watched = self.watch.search(end, &self.stop, &limits.interrupt, nodes);
        search(&limits, &|| since.elapsed().as_secs_f64())
    }

    fn update(&self, update: Update) {
        self.news.put(update);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn threads(&self) -> usize {
        self.n_threads
    }

    fn memory(&self) -> Option<&dyn Memory> {
        self.memory.as_deref().map(|memory| memory as &dyn Memory)
    }
}

const YEAR: Duration = Duration::from_secs(365 * 24 * 3_600);
