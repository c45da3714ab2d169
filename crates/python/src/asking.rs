//! Questions of the workbench, as JSON.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tesuji_workbench::{Answer, Question, Trouble, Update};

use crate::desk::PythonDesk;
use crate::error::{arguments, trouble};
use crate::threads::{checked, stoppable};

/// The JSON Schema of all questions and answers.
#[pyfunction]
pub(crate) fn schema() -> String {
    tesuji_workbench::schema().to_string()
}

/// Answers a question (JSON) with an answer (JSON). Ctrl-C stops it.
#[pyfunction]
#[pyo3(signature = (question, threads = 1))]
pub(crate) fn ask(py: Python<'_>, question: &str, threads: usize) -> PyResult<String> {
    let n_threads = checked(py, threads)?;
    let question: Question = arguments(question).map_err(|error| trouble(py, &error))?;
    let ask = |stop: &Arc<AtomicBool>| {
        let desk = PythonDesk { stop, n_threads, listener: None, judge: None };
        tesuji_workbench::ask(&question, &desk)
    };
    // Most answers are there before a thread would be.
    let answer = if question.is_quick() { ask(&Arc::default()) } else { stoppable(py, ask)? };
    let answer = answer.and_then(|answer| written(&answer));
    answer.map_err(|error| trouble(py, &error))
}

pub(crate) fn written(answer: &impl serde::Serialize) -> Result<String, Trouble> {
    serde_json::to_string(answer).map_err(|error| Trouble::ours(error.to_string()))
}

/// A question that is being answered: an iterator of what is known so far (JSON), of which the last is the answer.
///
/// It ends early when it is closed or dropped, or by Ctrl-C.
#[pyclass]
pub(crate) struct Asking {
    news: Mutex<Receiver<Result<String, Trouble>>>,
    stop: Arc<AtomicBool>,
}

#[pymethods]
impl Asking {
    #[new]
    #[pyo3(signature = (question, threads = 1))]
    fn new(py: Python<'_>, question: &str, threads: usize) -> PyResult<Self> {
        const STACK: usize = 64 << 20;
        let n_threads = checked(py, threads)?;
        let question: Question = arguments(question).map_err(|error| trouble(py, &error))?;
        let stop = Arc::new(AtomicBool::new(false));
        let of_work = Arc::clone(&stop);
        let (sender, news) = mpsc::channel();
        let work = move || {
            let tell = |news: Result<String, Trouble>| {
                // If nobody listens any more, nobody wants it.
                if sender.send(news).is_err() {
                    of_work.store(true, Ordering::Relaxed);
                }
            };
            let listener = |update: Update| match update {
                Update::SoFar(answer) => tell(written(&answer)),
                Update::Progress(_) => tell(written(&update)),
            };
            let sender = Mutex::new(listener);
            let listener = |update: Update| sender.lock().unwrap_or_else(PoisonError::into_inner)(update);
            let desk = PythonDesk { stop: &of_work, n_threads, listener: Some(&listener), judge: None };
            let answer: Result<Answer, Trouble> = tesuji_workbench::ask(&question, &desk);
            tell(answer.and_then(|answer| written(&answer)));
        };
        let begun = thread::Builder::new().stack_size(STACK).spawn(work);
        begun.map_err(|error| PyRuntimeError::new_err(format!("no thread can be started: {error}")))?;
        Ok(Self { news: Mutex::new(news), stop })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        const TICK: Duration = Duration::from_millis(20);
        let news = py.detach(|| {
            let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                match news.recv_timeout(TICK) {
                    Ok(news) => return Ok(Some(news)),
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                    Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                }
            }
        });
        match news {
            Ok(Some(Ok(news))) => Ok(Some(news)),
            Ok(Some(Err(error))) => Err(trouble(py, &error)),
            Ok(None) => Ok(None),
            Err(interrupt) => {
                self.close();
                Err(interrupt)
            }
        }
    }

    /// Ends the work. What is known so far is then the answer.
    fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.close();
    }
}
