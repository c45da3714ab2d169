//! Long work in tasks, as JSON: what a cluster needs.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use tesuji_board::syntax::SyntaxFault;
use tesuji_work::{Acceptance, TaskError, WorkError};

use crate::error::wrong;
use crate::threads::{checked, stoppable};

pyo3::create_exception!(tesuji, RefusedError, crate::error::TesujiError, "An outcome that is not believed.");

/// Does a task (JSON), and returns its outcome (JSON). Any machine gets the same outcome. Ctrl-C stops it.
#[pyfunction]
pub(crate) fn execute(py: Python<'_>, task: &str) -> PyResult<String> {
    let done = stoppable(py, |stop| tesuji_work::execute_json(task, stop))?;
    done.map_err(|error: TaskError| wrong(py, &error))
}

/// Work that is made of tasks, and the place where their outcomes are kept.
#[pyclass(module = "tesuji._tesuji")]
pub(crate) struct Work {
    work: Mutex<Box<dyn tesuji_work::Work>>,
}

impl Work {
    fn with<T>(&self, act: impl FnOnce(&mut dyn tesuji_work::Work) -> T) -> T {
        act(&mut **self.work.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Work {
    /// Opens work of this kind, or goes on with it; `options` is JSON.
    #[new]
    fn new(py: Python<'_>, kind: &str, control: &str, out: PathBuf, options: &str) -> PyResult<Self> {
        let opened = stoppable(py, |_| tesuji_work::open_work(kind, control, &out, options))?;
        let work = opened.map_err(|error| wrong(py, &error))?;
        Ok(Self { work: Mutex::new(work) })
    }

    /// The number of tasks.
    #[getter]
    fn n_tasks(&self) -> u64 {
        self.with(|work| work.n_tasks())
    }

    /// The number of tasks whose outcome is not kept yet.
    #[getter]
    fn n_pending(&self) -> u64 {
        self.with(|work| work.n_pending())
    }

    /// Whether nothing more has to be done.
    #[getter]
    fn is_over(&self) -> bool {
        self.with(|work| work.is_over())
    }

    /// The next tasks (JSON) after number `last` whose outcome is not kept yet, at most `most`, each after its number. A
    /// divided proof gives those that matter most, whatever `last` is.
    fn pending(&self, py: Python<'_>, last: u64, most: usize) -> PyResult<Vec<(u64, String)>> {
        let tasks = self.with(|work| work.pending_after(last).take(most).collect::<Vec<_>>());
        let written = |task: tesuji_work::Task| {
            let text = serde_json::to_string(&task).map_err(|error| wrong(py, &error))?;
            Ok((task.number, text))
        };
        tasks.into_iter().map(written).collect()
    }

    /// Keeps an outcome (JSON) of a task (JSON). Says whether it is new. One that is not believed is an error.
    fn keep(&self, py: Python<'_>, task: &str, outcome: &str) -> PyResult<bool> {
        let task = serde_json::from_str(task).map_err(|error| wrong(py, &SyntaxFault::of_json(task, &error)))?;
        let outcome = serde_json::from_str(outcome)
            .map_err(|error| RefusedError::new_err(SyntaxFault::of_json(outcome, &error).to_string()))?;
        match stoppable(py, |_| self.with(|work| work.keep(&task, &outcome)))? {
            Ok(kept) => Ok(kept == Acceptance::New),
            Err(error @ WorkError::Refused { .. }) => Err(RefusedError::new_err(error.to_string())),
            Err(error) => Err(wrong(py, &error)),
        }
    }

    /// Summary of all outcomes (JSON).
    fn summary(&self, py: Python<'_>) -> PyResult<String> {
        let summary = stoppable(py, |_| self.with(|work| work.summary()))?;
        Ok(summary.map_err(|error| wrong(py, &error))?.to_string())
    }

    /// Does what is open on threads of this process. Ctrl-C stops it; what was done is kept. Says how it ended.
    #[pyo3(signature = (threads = 1))]
    fn run(&self, py: Python<'_>, threads: usize) -> PyResult<String> {
        let count = checked(py, threads)?;
        let finished = stoppable(py, |stop| {
            let executor = tesuji_work::TaskThreads { count, stop: Arc::clone(stop) };
            let go_on =
                &mut |_: tesuji_work::WorkEvent<'_>, _: &dyn tesuji_work::Work| std::ops::ControlFlow::Continue(());
            self.with(|work| tesuji_work::run(work, &executor, go_on))
        })?;
        Ok(match finished.map_err(|error| wrong(py, &error))? {
            tesuji_work::WorkFinish::Complete => "complete".to_owned(),
            tesuji_work::WorkFinish::Stopped => "stopped".to_owned(),
            tesuji_work::WorkFinish::Stuck(tasks) => match tasks.into_iter().next() {
                Some((number, why)) => format!("task {number} cannot be done: {why}"),
                None => "stuck".to_owned(),
            },
        })
    }
}
