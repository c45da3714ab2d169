//! Work from its first task to its last, in any number of runs.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use tesuji_arena::MOST_TRIES;

use crate::{Acceptance, Task, TaskError, TaskExecutor, Work, WorkError};

/// Events while work is done.
#[derive(Clone, Copy, Debug)]
pub enum WorkEvent<'e> {
    /// The outcome of a task has come.
    Done(&'e Task, Acceptance),
    /// A task failed, or its outcome was refused. It is tried again unless that happens too often.
    Failed(&'e Task, &'e str),
}

/// End of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkFinish {
    /// Nothing more has to be done.
    Complete,
    /// It was stopped from outside. Another run can continue it.
    Stopped,
    /// Some tasks failed repeatedly, with the last reason for each. Another run tries them again.
    Stuck(BTreeMap<u64, String>),
}

/// Does what is still to be done. Every outcome is kept before `on` hears of it.
///
/// `on` can stop the run, and so can whoever created the executor.
///
/// # Errors
///
/// If an outcome cannot be written. Those kept before that stay.
pub fn run(
    work: &mut dyn Work,
    executor: &dyn TaskExecutor,
    on: &mut dyn FnMut(WorkEvent<'_>, &dyn Work) -> ControlFlow<()>,
) -> Result<WorkFinish, WorkError> {
    let mut tries: BTreeMap<u64, (u64, String)> = BTreeMap::new();
    loop {
        if work.is_over() {
            return Ok(WorkFinish::Complete);
        }
        let is_worn = |number: u64| tries.get(&number).is_some_and(|(n_tries, _)| *n_tries >= MOST_TRIES);
        let worn: Vec<u64> = tries.keys().copied().filter(|&number| is_worn(number)).collect();
        if worn.len() as u64 >= work.n_pending() {
            return Ok(WorkFinish::Stuck(tries.into_iter().map(|(number, (_, why))| (number, why)).collect()));
        }
        let mut n_taken = 0;
        let mut tasks = work.pending().filter(|task| worn.binary_search(&task.number).is_err());
        let mut tasks = std::iter::from_fn(|| tasks.next().inspect(|_| n_taken += 1));
        let mut n_back = 0;
        let mut failure = None;
        let mut is_broken = false;
        executor.execute(&mut tasks, &mut |task, result| {
            n_back += 1;
            let is_hopeless = matches!(result, Err(TaskError::Senseless(_)));
            let kept = match result {
                Ok(outcome) => match work.keep(&task, &outcome) {
                    Ok(kept) => Ok(kept),
                    Err(WorkError::Refused { fault, .. }) => Err(fault),
                    Err(error) => {
                        failure = Some(error);
                        return ControlFlow::Break(());
                    }
                },
                Err(error) => Err(error.to_string()),
            };
            let answer = match &kept {
                Ok(kept) => {
                    tries.remove(&task.number);
                    on(WorkEvent::Done(&task, *kept), work)
                }
                Err(why) => {
                    let n_tries = tries.get(&task.number).map_or(0, |(n_tries, _)| *n_tries);
                    let n_tries = if is_hopeless { MOST_TRIES } else { n_tries + 1 };
                    tries.insert(task.number, (n_tries, why.clone()));
                    on(WorkEvent::Failed(&task, why), work)
                }
            };
            is_broken |= answer.is_break();
            if work.is_over() { ControlFlow::Break(()) } else { answer }
        });
        match failure {
            Some(error) => return Err(error),
            None if work.is_over() => return Ok(WorkFinish::Complete),
            None if is_broken || n_back < n_taken => return Ok(WorkFinish::Stopped),
            None => {}
        }
    }
}
