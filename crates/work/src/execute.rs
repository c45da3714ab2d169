//! From a task to its outcome.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::de::DeserializeOwned;

use crate::{Task, TaskError, TaskOutcome, kinds};

/// Executes a task.
///
/// The outcome depends on the task alone: it is the same on any machine, however often it is executed. Nothing is left
/// behind, and no file is read but those that the task names: programs of a match.
///
/// # Errors
///
/// [`TaskError`] if there is no outcome.
pub fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<TaskOutcome, TaskError> {
    if !task.is_sound() {
        return Err(TaskError::Senseless("the id of the task is not that of its content".to_owned()));
    }
    match task.work.as_str() {
        kinds::MATCH => kinds::matches::execute(task, stop),
        kinds::CLAIMS => kinds::verify::execute(task, stop),
        kinds::OPENINGS => kinds::openings::execute(task, stop),
        kinds::PROOF => kinds::proof::execute(task, stop),
        kinds::LESSONS => kinds::lessons::execute(task, stop),
        kinds::STUDY => kinds::study::execute(task, stop),
        kinds::TEMPLATES => kinds::templates::execute(task, stop),
        other => Err(TaskError::Senseless(format!("`{other}` is no kind of work; expected {}", kinds::listed()))),
    }
}

/// As above in JSON: the task in, the outcome out.
///
/// # Errors
///
/// As for [`execute`].
pub fn execute_json(task: &str, stop: &Arc<AtomicBool>) -> Result<String, TaskError> {
    let task: Task = serde_json::from_str(task).map_err(|error| TaskError::Senseless(format!("task: {error}")))?;
    let outcome = execute(&task, stop)?;
    serde_json::to_string(&outcome).map_err(|error| TaskError::Senseless(error.to_string()))
}

/// The content of a task, in the form of its kind.
pub(crate) fn content<T: DeserializeOwned>(task: &Task) -> Result<T, TaskError> {
    T::deserialize(&task.content).map_err(|error| TaskError::Senseless(format!("content of the task: {error}")))
}
