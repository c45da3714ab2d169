//! A search whose leaves a net of Python judges.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use numpy::{IntoPyArray, PyArrayMethods as _, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods as _};
use pyo3::prelude::*;
use tesuji_engine::{LeafJudge, LeafOpinions, State};

use crate::asking::written;
use crate::desk::PythonDesk;
use crate::error::{arguments, trouble, wrong};
use crate::position::Position;
use crate::threads::{attended, checked};

/// A batch of leaves for Python, and the channel for its answer.
struct LeafBatch {
    planes: Vec<f32>,
    answer: mpsc::Sender<LeafOpinions>,
}

/// Passes leaves on to the thread that called, which has Python's lock.
struct PythonNet {
    batch: usize,
    asked: Mutex<mpsc::Sender<LeafBatch>>,
    stop: Arc<AtomicBool>,
}

impl LeafJudge for PythonNet {
    fn batch(&self) -> usize {
        self.batch
    }

    fn judge(&self, planes: Vec<f32>) -> Option<LeafOpinions> {
        let (answer, opinions) = mpsc::channel();
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner).send(LeafBatch { planes, answer });
        let opinions = asked.ok().and_then(|()| opinions.recv().ok());
        if opinions.is_none() {
            self.stop.store(true, Ordering::Relaxed);
        }
        opinions
    }
}

/// The planes of positions of one kind, float32 (n, planes, rows, columns), without a copy.
pub(crate) fn planes_of<'py>(py: Python<'py>, states: &[State]) -> PyResult<Bound<'py, PyAny>> {
    let mut planes = Vec::new();
    states.iter().for_each(|state| state.write_planes(&mut planes));
    shaped(py, planes, states.len(), &shape_of(py, states.first())?)
}

fn shape_of(py: Python<'_>, state: Option<&State>) -> PyResult<Vec<usize>> {
    let shape = state.and_then(State::planes_shape);
    shape.ok_or_else(|| wrong(py, &"there are no planes: expected positions of Hex or Go"))
}

fn shaped<'py>(py: Python<'py>, planes: Vec<f32>, n: usize, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let shape: Vec<usize> = std::iter::once(n).chain(shape.iter().copied()).collect();
    Ok(planes.into_pyarray(py).reshape(shape)?.into_any())
}

/// Answers a question for an analysis (JSON) with one (JSON), whose leaves `judge` judges, up to `batch` at a time. It is
/// called on this thread with planes, and gives policy and values, both float32.
#[pyfunction]
#[pyo3(signature = (position, question, judge, batch, threads = 1))]
pub(crate) fn search(
    py: Python<'_>,
    position: &Position,
    question: &str,
    judge: &Bound<'_, PyAny>,
    batch: usize,
    threads: usize,
) -> PyResult<String> {
    const MOST: usize = 4096;
    if !(1..=MOST).contains(&batch) {
        return Err(wrong(py, &format!("`batch` is {batch}: expected 1 to {MOST}")));
    }
    let n_threads = checked(py, threads)?;
    let question = arguments(question).map_err(|error| trouble(py, &error))?;
    let state = position.now(py);
    let (shape, n_actions) = (shape_of(py, Some(&state))?, state.n_actions() as usize);
    let size: usize = shape.iter().product();
    let work = |stop: &Arc<AtomicBool>, asked: mpsc::Sender<LeafBatch>| {
        let net = PythonNet { batch, asked: Mutex::new(asked), stop: Arc::clone(stop) };
        let desk = PythonDesk { stop, n_threads, listener: None, judge: Some(Arc::new(net)) };
        tesuji_workbench::ask(&question, &desk)
    };
    let serve = |LeafBatch { planes, answer }: LeafBatch| {
        let n = planes.len() / size;
        let found = judge.call1((shaped(py, planes, n, &shape)?,))?;
        // A search that has been stopped does not wait for it.
        _ = answer.send(opinions(&found, n, n_actions)?);
        Ok(())
    };
    let answer = attended(py, work, serve)?.and_then(|answer| written(&answer));
    answer.map_err(|error| trouble(py, &error))
}

/// The opinions that the net gave. It is an error if they have another shape or are not numbers.
fn opinions(found: &Bound<'_, PyAny>, n: usize, n_actions: usize) -> PyResult<LeafOpinions> {
    let py = found.py();
    let (policy, values): (PyReadonlyArray2<'_, f32>, PyReadonlyArray1<'_, f32>) = found.extract()?;
    if policy.shape() != [n, n_actions] {
        let expected = format!("({n}, {n_actions}), a logit for each action");
        return Err(wrong(py, &format!("`judge` gave a policy of shape {:?}: expected {expected}", policy.shape())));
    }
    if values.shape() != [n] {
        let expected = format!("({n},), one for each position");
        return Err(wrong(py, &format!("`judge` gave values of shape {:?}: expected {expected}", values.shape())));
    }
    let (policy, values) = (policy.as_array(), values.as_array());
    if let Some(logit) = policy.iter().find(|logit| logit.is_nan() || **logit == f32::INFINITY) {
        return Err(wrong(
            py,
            &format!("`judge` gave the logit {logit}: expected numbers, or -inf for illegal actions"),
        ));
    }
    if let Some(value) = values.iter().find(|value| !(-1.0..=1.0).contains(*value)) {
        return Err(wrong(py, &format!("`judge` gave the value {value}: expected -1 (loss) to 1 (win)")));
    }
    Ok(LeafOpinions { policy: policy.iter().copied().collect(), values: values.iter().copied().collect() })
}
