//! Execution of tasks.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tesuji_arena::in_threads;

use crate::execute::execute;
use crate::{Task, TaskError, TaskOutcome};

/// Something that executes tasks: threads here, or machines elsewhere.
pub trait TaskExecutor {
    /// Executes tasks as they come, and passes what came of each to `done`, until there are no more or `done` breaks.
    ///
    /// It may execute any tasks at the same time and hand them back in any order. A task that was taken but has not
    /// come back when this returns counts as not executed.
    fn execute(
        &self,
        tasks: &mut (dyn Iterator<Item = Task> + Send),
        done: &mut dyn FnMut(Task, Result<TaskOutcome, TaskError>) -> ControlFlow<()>,
    );
}

/// Threads of this process, each with one task at a time.
#[derive(Clone, Debug)]
pub struct TaskThreads {
    /// The number of threads.
    pub count: usize,
    /// Set from outside to stop. Unfinished tasks are abandoned.
    pub stop: Arc<AtomicBool>,
}

impl TaskExecutor for TaskThreads {
    fn execute(
        &self,
        tasks: &mut (dyn Iterator<Item = Task> + Send),
        done: &mut dyn FnMut(Task, Result<TaskOutcome, TaskError>) -> ControlFlow<()>,
    ) {
        let worker = |stop: Arc<AtomicBool>| {
            move |task| {
                let result = execute(&task, &stop);
                (result != Err(TaskError::Stopped)).then_some((task, result))
            }
        };
        in_threads(self.count, &self.stop, tasks, worker, &mut |(task, result)| done(task, result));
    }
}
