//! Where the server answers a question: gives its searches time, and keeps what is known until somebody listens.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tesuji_search::Limits;
use tesuji_workbench::types::{Budget, Progress};
use tesuji_workbench::{Desk, Update};
use tokio::sync::Notify;

use crate::watch::Watch;

/// What is known of a question while it is answered, for whoever listens. Only the latest of each kind is kept.
#[derive(Debug, Default)]
pub(crate) struct News {
    latest: Mutex<Latest>,
    pub(crate) is_new: Notify,
    /// The nodes of the search that is running.
    nodes: Arc<AtomicU64>,
}

#[derive(Debug, Default)]
struct Latest {
    progress: Option<Progress>,
    so_far: Option<Update>,
    has_new_progress: bool,
    has_new_answer: bool,
}

impl News {
    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn put(&self, update: Update) {
        let mut latest = self.latest();
        match update {
            Update::Progress(progress) => {
                latest.progress = Some(progress);
                latest.has_new_progress = true;
            }
            so_far @ Update::SoFar(_) => {
                latest.so_far = Some(so_far);
                latest.has_new_answer = true;
            }
        }
        drop(latest);
        self.is_new.notify_one();
    }

    /// What nobody has taken yet.
    pub(crate) fn take(&self) -> Vec<Update> {
        let mut latest = self.latest();
        let mut updates = Vec::new();
        if std::mem::take(&mut latest.has_new_progress) {
            updates.extend(latest.progress.clone().map(|progress| Update::Progress(self.counted(progress))));
        }
        if std::mem::take(&mut latest.has_new_answer) {
            updates.extend(latest.so_far.clone());
        }
        updates
    }

    /// How far the work is, with the nodes of the search that is running.
    pub(crate) fn progress(&self) -> Option<Progress> {
        let nodes = self.nodes.load(Ordering::Relaxed);
        let latest = self.latest().progress.clone();
        let searching = || Progress { what: "searching".to_owned(), share: None, nodes };
        latest.map(|progress| self.counted(progress)).or_else(|| (nodes > 0).then(searching))
    }

    fn counted(&self, progress: Progress) -> Progress {
        Progress { nodes: progress.nodes.max(self.nodes.load(Ordering::Relaxed)), ..progress }
    }
}

/// Where one question is answered.
#[derive(Debug)]
pub(crate) struct ServerDesk {
    pub(crate) watch: Arc<Watch>,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) news: Arc<News>,
    /// When the question has to be answered; absent: whenever it is.
    pub(crate) end: Option<Instant>,
    pub(crate) n_threads: usize,
}

impl Desk for ServerDesk {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        let since = Instant::now();
        let limits = Limits { nodes: budget.nodes, ..Limits::default() };
        let own = budget.seconds.filter(|seconds| *seconds >= 0.0).map(|seconds| {
            // More than a year is without a bound.
            since + Duration::try_from_secs_f64(seconds).unwrap_or(YEAR).min(YEAR)
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
}

const YEAR: Duration = Duration::from_secs(365 * 24 * 3_600);
