//! Common state of the routes.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use axum::extract::FromRef;
use tesuji_archive::SearchWatcher;
use tesuji_engine::Guest;
use tesuji_workbench::Question;

use crate::answers::Answers;
use crate::bodies::Bodies;
use crate::desk::ServerDesk;
use crate::fetch::Fetcher;
use crate::guard::Guard;
use crate::jobs::Jobs;
use crate::kept::JobFile;
use crate::lanes::{Lane, LanePlace};
use crate::news::JobNews;
use crate::page::Page;
use crate::problem::Problem;
use crate::remembered::StoreMemory;
use crate::settings::ServerBounds;

/// State that every request can use.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) bounds: ServerBounds,
    pub(crate) guard: Guard,
    pub(crate) page: Page,
    pub(crate) bodies: Bodies,
    pub(crate) answers: Answers,
    pub(crate) watch: Arc<SearchWatcher>,
    pub(crate) memory: Option<Arc<StoreMemory>>,
    pub(crate) kept: Arc<JobFile>,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) guests: Arc<[Arc<dyn Guest>]>,
    pub(crate) fetcher: Option<Fetcher>,
    pub(crate) folder: PathBuf,
    pub(crate) quick: Lane,
    pub(crate) long: Lane,
    pub(crate) listeners: Lane,
}

impl App {
    /// The lane of a question.
    pub(crate) fn lane(&self, question: &Question) -> &Lane {
        if question.is_quick() { &self.quick } else { &self.long }
    }

    /// A place among those who listen to jobs.
    pub(crate) fn listeners(&self) -> Result<LanePlace, Problem> {
        self.listeners.enter()
    }

    /// A desk at which one question is answered.
    pub(crate) fn desk(&self, stop: Arc<AtomicBool>, news: Arc<JobNews>, end: Option<Instant>) -> ServerDesk {
        ServerDesk {
            watch: Arc::clone(&self.watch),
            stop,
            news,
            end,
            n_threads: self.bounds.threads,
            memory: self.memory.clone(),
            guests: Arc::clone(&self.guests),
        }
    }

    /// Does something that takes milliseconds and may touch the disk.
    pub(crate) async fn quickly<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let app = Arc::clone(self);
        self.quick.enter()?.turn().await?.run(move || work(&app)).await
    }
}

impl FromRef<Arc<App>> for Page {
    fn from_ref(app: &Arc<App>) -> Self {
        app.page.clone()
    }
}
