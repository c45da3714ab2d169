//! Where tasks are executed.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::execute::execute;
use crate::{Outcome, Task, TaskError};

/// How often to check whether everything has to stop.
const TICK: Duration = Duration::from_millis(50);

/// The stack of a thread in bytes: some searches are as deep as a board has cells.
const STACK: usize = 64 << 20;

/// Something that executes tasks: threads here, or machines elsewhere.
pub trait Executor {
    /// Executes tasks as they come, and passes what came of each to `done`, until there are no more or `done` breaks.
    ///
    /// It may execute any tasks at the same time and hand them back in any order. A task that was taken but has not
    /// come back when this returns counts as not executed.
    fn execute(
        &self,
        tasks: &mut (dyn Iterator<Item = Task> + Send),
        done: &mut dyn FnMut(Task, Result<Outcome, TaskError>) -> ControlFlow<()>,
    );
}

/// Threads of this process, each with one task at a time.
#[derive(Clone, Debug)]
pub struct Threads {
    /// The number of threads.
    pub count: usize,
    /// Set from outside to stop. Unfinished tasks are abandoned.
    pub stop: Arc<AtomicBool>,
}

impl Executor for Threads {
    fn execute(
        &self,
        tasks: &mut (dyn Iterator<Item = Task> + Send),
        done: &mut dyn FnMut(Task, Result<Outcome, TaskError>) -> ControlFlow<()>,
    ) {
        // The one flag that tasks check. It is set when `done` breaks or everything has to stop.
        let stop = Arc::new(AtomicBool::new(self.stop.load(Ordering::Relaxed)));
        let tasks = Mutex::new(tasks);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for worker in 0..self.count.max(1) {
                let (sender, tasks, stop) = (sender.clone(), &tasks, Arc::clone(&stop));
                let work = move || {
                    while !stop.load(Ordering::Relaxed) {
                        // A thread that panicked while taking a task has left the rest intact.
                        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some(task) = task else { break };
                        let result = execute(&task, &stop);
                        if result == Err(TaskError::Stopped) || sender.send((task, result)).is_err() {
                            break;
                        }
                    }
                };
                let builder = thread::Builder::new().stack_size(STACK);
                match builder.spawn_scoped(scope, work) {
                    // Fewer threads take longer but find the same.
                    Err(_) if worker > 0 => break,
                    begun => drop(begun.expect("the system can start a thread")),
                }
            }
            drop(sender);
            let mut is_enough = false;
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok((task, result)) if !is_enough => is_enough = done(task, result).is_break(),
                    Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if is_enough || self.stop.load(Ordering::Relaxed) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
    }
}
