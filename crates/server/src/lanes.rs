//! Queues for questions: a bounded number are answered, a bounded number wait, the others are refused.
//!
//! Quick questions have a lane of their own, so that a click is answered while searches run.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use tesuji_workbench::Question;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::problem::Problem;

/// The stack of a thread that answers. Only what is used of it takes memory.
const STACK: usize = 64 << 20;

/// Questions that wait for each other.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    /// All that are in the lane.
    places: Arc<Semaphore>,
    /// Places for those that run.
    running: Arc<Semaphore>,
    what: &'static str,
    retry_after: u64,
}

/// A place in a lane.
#[derive(Debug)]
pub(crate) struct LanePlace {
    _place: OwnedSemaphorePermit,
    running: Arc<Semaphore>,
}

/// The right to run.
#[derive(Debug)]
pub(crate) struct LanePermit {
    _place: LanePlace,
    _running: OwnedSemaphorePermit,
}

impl Lane {
    pub(crate) fn new(n_running: usize, n_waiting: usize, what: &'static str, retry_after: u64) -> Self {
        Self {
            places: Arc::new(Semaphore::new(n_running + n_waiting)),
            running: Arc::new(Semaphore::new(n_running)),
            what,
            retry_after,
        }
    }

    /// Takes a place, or refuses at once.
    pub(crate) fn enter(&self) -> Result<LanePlace, Problem> {
        match Arc::clone(&self.places).try_acquire_owned() {
            Ok(place) => Ok(LanePlace { _place: place, running: Arc::clone(&self.running) }),
            Err(_) => Err(Problem::busy(format!("the server is busy with {}", self.what), self.retry_after)),
        }
    }
}

impl LanePlace {
    /// Whether it would have to wait now.
    pub(crate) fn has_to_wait(&self) -> bool {
        self.running.available_permits() == 0
    }

    /// Waits for its turn.
    pub(crate) async fn turn(self) -> Result<LanePermit, Problem> {
        match Arc::clone(&self.running).acquire_owned().await {
            Ok(running) => Ok(LanePermit { _place: self, _running: running }),
            Err(_) => Err(Problem::busy("the server is stopping", 10)),
        }
    }
}

impl LanePermit {
    /// Runs some work on a thread of its own, and then lets the next one run.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        on_thread(move || {
            let turn = self;
            let result = work();
            drop(turn);
            result
        })
        .await
    }
}

/// Runs some work on a thread of its own, even if whoever waits for it goes away.
pub(crate) async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let failed = || Err(Problem::fault("the program failed while it answered"));
    let (done, result) = oneshot::channel();
    let thread = thread::Builder::new().name("answer".to_owned()).stack_size(STACK);
    let body = move || {
        let answer = catch_unwind(AssertUnwindSafe(work));
        _ = done.send(answer.unwrap_or_else(|_| failed()));
    };
    if let Err(error) = thread.spawn(body) {
        return Err(Problem::busy(format!("the system has no thread for the answer: {error}"), 5));
    }
    result.await.unwrap_or_else(|_| failed())
}

/// Whether a question carries a certificate, and so may be large.
pub(crate) fn has_certificate(question: &Question) -> bool {
    matches!(question, Question::Check(_) | Question::Answers(_) | Question::Defend(_))
}
