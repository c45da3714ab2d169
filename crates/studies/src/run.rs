//! Tools of a run of a study, in any number of threads, so that it can be stopped and resumed.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

/// Progress of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunProgress {
    /// The part that runs now.
    pub what: String,
    /// Number of its parts that are done.
    pub done: u64,
    /// Number of its parts.
    pub of: u64,
}

/// Tools of a run.
pub struct Bench<'b> {
    /// Number of threads; at least 1. No result depends on it.
    pub jobs: usize,
    /// Folder in which games are kept, so that a run can go on where it was stopped. `None`: they are not kept.
    pub folder: Option<PathBuf>,
    /// Set from outside to stop.
    pub stop: Arc<AtomicBool>,
    /// Is called now and then, from any thread.
    pub progress: &'b (dyn Fn(RunProgress) + Sync),
}

/// Reasons why a study cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// Its file, or what it names, makes no sense.
    #[error("{0}")]
    Senseless(String),
    /// Games cannot be kept.
    #[error(transparent)]
    Kept(#[from] tesuji_arena::MatchError),
    /// A file cannot be written.
    #[error("{}: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
}

impl StudyError {
    /// An error in words.
    pub(crate) fn senseless(error: impl std::fmt::Display) -> Self {
        Self::Senseless(error.to_string())
    }
}

impl Bench<'_> {
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Does `work` on each item, in several threads. Results come in the order of the items; those that were not begun
    /// when the run was stopped are missing at the end.
    pub(crate) fn map<T: Sync, R: Send>(
        &self,
        what: &str,
        items: &[T],
        work: impl Fn(&T) -> R + Sync,
    ) -> Result<Vec<R>, StudyError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.jobs.max(1))
            .stack_size(STACK)
            .build()
            .map_err(StudyError::senseless)?;
        let (done, of) = (AtomicUsize::new(0), items.len() as u64);
        let report = Mutex::new(());
        let one = |item| {
            if self.is_stopped() {
                return None;
            }
            let result = work(item);
            let n_done = done.fetch_add(1, Ordering::Relaxed) as u64 + 1;
            let _one_at_a_time = report.lock().unwrap_or_else(PoisonError::into_inner);
            (self.progress)(RunProgress { what: what.to_owned(), done: n_done, of });
            Some(result)
        };
        let results: Vec<Option<R>> = pool.install(|| items.par_iter().map(one).collect());
        Ok(results.into_iter().map_while(|result| result).collect())
    }
}

/// The stack of a thread in bytes: some searches are as deep as a board has cells.
const STACK: usize = 64 << 20;
