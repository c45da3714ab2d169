//! Partial results of some work, for any number of listeners. Only the latest of each kind is kept: a listener who is
//! slow misses some of it, but never the last.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tesuji_workbench::Update;
use tesuji_workbench::types::Progress;
use tokio::sync::watch;

/// Partial results of some work.
#[derive(Debug)]
pub(crate) struct JobNews {
    latest: Mutex<Latest>,
    /// The number of the latest news.
    number: watch::Sender<u64>,
    /// The nodes of the search that is running.
    pub(crate) nodes: Arc<AtomicU64>,
}

#[derive(Debug, Default)]
struct Latest {
    progress: Option<(u64, Progress)>,
    so_far: Option<(u64, Arc<Update>)>,
}

/// Somebody who wants to hear the news once.
#[derive(Debug)]
pub(crate) struct JobListener {
    news: Arc<JobNews>,
    changed: watch::Receiver<u64>,
    heard: u64,
    nodes: u64,
}

impl Default for JobNews {
    fn default() -> Self {
        Self { latest: Mutex::default(), number: watch::Sender::new(0), nodes: Arc::default() }
    }
}

impl JobNews {
    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the place of what was known before.
    pub(crate) fn put(&self, update: Update) {
        let mut latest = self.latest();
        self.number.send_modify(|number| {
            *number += 1;
            match update {
                Update::Progress(progress) => latest.progress = Some((*number, progress)),
                so_far @ Update::SoFar(_) => latest.so_far = Some((*number, Arc::new(so_far))),
            }
        });
    }

    /// As [`Self::put`], of how far the work is.
    pub(crate) fn progress_of(&self, what: impl Into<String>, share: Option<f64>) {
        self.put(Update::Progress(Progress::new(what, share, 0)));
    }

    /// Progress of the work, with the nodes of the search that is running, and the memory of this program.
    pub(crate) fn progress(&self) -> Option<Progress> {
        let nodes = self.nodes.load(Ordering::Relaxed);
        let known = self.latest().progress.clone().map(|(_, progress)| progress);
        let known = known.or_else(|| (nodes > 0).then(|| Progress::new("searching", None, nodes)))?;
        Some(Progress { nodes: known.nodes.max(nodes), memory: memory_taken(), ..known })
    }

    /// The answer so far.
    pub(crate) fn so_far(&self) -> Option<Arc<Update>> {
        self.latest().so_far.clone().map(|(_, so_far)| so_far)
    }
}

/// Bytes of memory that this program takes in all, where the system says so (Linux does).
fn memory_taken() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

impl JobListener {
    pub(crate) fn new(news: &Arc<JobNews>) -> Self {
        Self { changed: news.number.subscribe(), news: Arc::clone(news), heard: 0, nodes: 0 }
    }

    /// Waits until there is something that this listener has not heard.
    pub(crate) async fn wait(&mut self) {
        let heard = self.heard;
        // The news live as long as we do, so the wait does not fail.
        _ = self.changed.wait_for(|number| *number > heard).await;
    }

    /// Reports that this listener has not had.
    pub(crate) fn take(&mut self) -> Vec<Arc<Update>> {
        let latest = self.news.latest();
        let has_progress = latest.progress.as_ref().is_some_and(|(number, _)| *number > self.heard);
        let so_far = latest.so_far.clone().filter(|(number, _)| *number > self.heard);
        let numbers =
            latest.progress.iter().map(|(number, _)| *number).chain(latest.so_far.iter().map(|so_far| so_far.0));
        self.heard = numbers.max().unwrap_or(0).max(self.heard);
        drop(latest);
        let progress = has_progress.then(|| self.counted()).flatten();
        progress.into_iter().chain(so_far.map(|(_, so_far)| so_far)).collect()
    }

    /// Progress of the work, if more nodes were searched since the last report to this listener.
    pub(crate) fn counted(&mut self) -> Option<Arc<Update>> {
        let progress = self.news.progress()?;
        self.nodes = progress.nodes;
        Some(Arc::new(Update::Progress(progress)))
    }

    /// Whether the search has gone on since this listener heard of it.
    pub(crate) fn has_more_nodes(&self) -> bool {
        self.news.nodes.load(Ordering::Relaxed) > self.nodes
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_listener_hears_the_latest_once() {
        let news = Arc::new(JobNews::default());
        let (mut early, put) = (JobListener::new(&news), |what: &str| news.progress_of(what, None));
        assert!(early.take().is_empty());
        put("first");
        put("second");
        let what = |updates: Vec<Arc<Update>>| {
            let one = |update: &Arc<Update>| match &**update {
                Update::Progress(progress) => progress.what.clone(),
                Update::SoFar(_) => String::new(),
            };
            updates.iter().map(one).collect::<Vec<_>>()
        };
        assert_eq!(what(early.take()), ["second"]);
        assert!(early.take().is_empty());
        // Another one hears it too.
        assert_eq!(what(JobListener::new(&news).take()), ["second"]);
        news.nodes.store(5, Ordering::Relaxed);
        assert!(early.has_more_nodes());
        assert!(matches!(early.counted().as_deref(), Some(Update::Progress(Progress { nodes: 5, .. }))));
        assert!(!early.has_more_nodes());
        let memory = news.progress().and_then(|progress| progress.memory);
        // A test of this program takes between one and a thousand megabytes.
        assert!(memory.is_some_and(|bytes| (1 << 20..1 << 30).contains(&bytes)) || !cfg!(target_os = "linux"));
    }
}
