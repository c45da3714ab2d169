//! Work beside Python: on threads of its own, without Python's lock, ended by Ctrl-C.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tesuji_search::MOST_THREADS;

use crate::error::wrong;

/// Interval of checks for Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// The stack of a working thread in bytes: some searches are as deep as the board has cells.
const STACK: usize = 64 << 20;

/// The number of threads for a call: at least one, and as bounded as on the command line.
pub(crate) fn checked(py: Python<'_>, n_threads: usize) -> PyResult<usize> {
    match n_threads {
        0..=MOST_THREADS => Ok(n_threads.max(1)),
        _ => Err(wrong(py, &format!("{n_threads} threads are too many: at most {MOST_THREADS}"))),
    }
}

/// Does work that looks at a flag and ends soon after it is set. Ctrl-C sets it, and is then what this ends with.
pub(crate) fn stoppable<T: Send>(py: Python<'_>, work: impl FnOnce(&Arc<AtomicBool>) -> T + Send) -> PyResult<T> {
    attended(py, |stop, _| work(stop), |never: Infallible| match never {})
}

/// Does work that asks Python, and ends as [`stoppable`] does: `serve` answers on this thread. Its error stops the work, and
/// is then what this ends with.
pub(crate) fn attended<T: Send, Q: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>, mpsc::Sender<Q>) -> T + Send,
    mut serve: impl FnMut(Q) -> PyResult<()>,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let ((asked, questions), (sender, receiver)) = (mpsc::channel(), mpsc::channel());
    let of_work = Arc::clone(&stop);
    let (questions, receiver) = (Mutex::new(Some(questions)), Mutex::new(receiver));
    thread::scope(|scope| {
        let begun = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            let found = work(&of_work, asked);
            // If nobody listens any more, nobody wants it.
            _ = sender.send(found);
        });
        if let Err(error) = begun {
            return Err(PyRuntimeError::new_err(format!("no thread can be started: {error}")));
        }
        loop {
            // Questions end with the work.
            let question = py.detach(|| {
                let questions = questions.lock().unwrap_or_else(PoisonError::into_inner);
                questions.as_ref().map_or(Err(RecvTimeoutError::Disconnected), |questions| questions.recv_timeout(TICK))
            });
            let served = match question {
                Ok(question) => serve(question).and_then(|()| py.check_signals()),
                Err(RecvTimeoutError::Timeout) => py.check_signals(),
                Err(RecvTimeoutError::Disconnected) => {
                    let found = py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv());
                    let lost = |_| PyRuntimeError::new_err("the work ended without a result: please report it");
                    return found.map_err(lost);
                }
            };
            if let Err(interrupt) = served {
                stop.store(true, Ordering::Relaxed);
                // Its end; what it found is not wanted any more, and nothing that it asks is answered.
                py.detach(|| {
                    *questions.lock().unwrap_or_else(PoisonError::into_inner) = None;
                    _ = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
                });
                return Err(interrupt);
            }
        }
    })
}

/// Shares tasks out among this many threads, until `stop` is set.
pub(crate) fn share<T>(
    tasks: impl Iterator<Item = T> + Send,
    n_threads: usize,
    stop: &AtomicBool,
    work: &(impl Fn(T) + Sync),
) {
    let tasks = Mutex::new(tasks);
    let run = || {
        while !stop.load(Ordering::Relaxed) {
            let Some(task) = tasks.lock().unwrap_or_else(PoisonError::into_inner).next() else { break };
            work(task);
        }
    };
    thread::scope(|scope| {
        for _ in 1..n_threads {
            // With fewer threads it only takes longer.
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
}
