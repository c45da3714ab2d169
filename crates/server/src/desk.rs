//! The server's desk: gives searches their time, and passes on partial results.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tesuji_archive::{Archive, SearchClock, SearchWatcher, Within};
use tesuji_engine::Guest;
use tesuji_search::{Limits, TimeMeter};
use tesuji_workbench::types::Budget;
use tesuji_workbench::{Desk, Update};

use crate::news::JobNews;
use crate::remembered::StoreMemory;

/// The server's desk for one question.
#[derive(Debug)]
pub(crate) struct ServerDesk {
    pub(crate) watch: Arc<SearchWatcher>,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) news: Arc<JobNews>,
    /// Time by which the question has to be answered; absent: none.
    pub(crate) end: Option<Instant>,
    pub(crate) n_threads: usize,
    pub(crate) memory: Option<Arc<StoreMemory>>,
    pub(crate) guests: Arc<[Arc<dyn Guest>]>,
}

impl Desk for ServerDesk {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        let clock = SearchClock::start(self.watch.beat());
        let meter: Arc<dyn TimeMeter> = clock.clone();
        let limits = Limits { nodes: budget.nodes, meter: Some(meter), ..Limits::default() };
        // Less than nothing is nothing; more than a year is without a bound.
        let most =
            budget.seconds.map(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(YEAR).min(YEAR));
        let net = most.map(|most| Instant::now() + most * NET_FACTOR + NET_LEAST);
        let cpu = most.map(|most| (most, Arc::clone(&clock)));
        let within = Within { cpu, end: net.into_iter().chain(self.end).min() };
        let nodes = (Arc::clone(&limits.progress), Arc::clone(&self.news.nodes));
        let _watched = self.watch.search(within, &self.stop, &limits.interrupt, nodes);
        search(&limits, &|| clock.seconds())
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

    fn archive(&self) -> Option<&Archive> {
        self.memory.as_deref().map(|memory| &memory.archive)
    }

    fn guests(&self) -> &[Arc<dyn Guest>] {
        &self.guests
    }
}

const YEAR: Duration = Duration::from_secs(365 * 24 * 3_600);

/// The safety net under a budget of processor time: a search that gets hardly any of the processor ends after this many
/// times its budget by the clock on the wall,
const NET_FACTOR: u32 = 20;
/// and this much more.
const NET_LEAST: Duration = Duration::from_secs(10);

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_processor_time_and_not_the_time_that_passes() {
        let desk = ServerDesk {
            watch: Arc::new(SearchWatcher::new().unwrap()),
            stop: Arc::default(),
            news: Arc::default(),
            end: None,
            n_threads: 1,
            memory: None,
            guests: Arc::from([]),
        };
        let budget = Budget { seconds: Some(0.1), nodes: None };
        let (n_nodes, seconds) = desk.run(&budget, |limits, seconds| {
            // While it sleeps, as a search on a busy machine does, it takes nothing.
            std::thread::sleep(Duration::from_millis(300));
            assert!(!limits.reached(0) && seconds() < 0.1, "{}", seconds());
            let mut n_nodes = 0;
            while !limits.reached(n_nodes) {
                n_nodes += 1;
            }
            (n_nodes, seconds())
        });
        assert!(n_nodes > 1_000 && (0.1..5.0).contains(&seconds), "{n_nodes} nodes in {seconds} s");
    }
}
