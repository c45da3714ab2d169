//! Tasks, and what comes of them: plain data.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::WorkError;

/// A piece of work that any machine can do alone.
///
/// It says everything that its outcome depends on. Two tasks with equal ids are the same task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The SHA-256 of kind and content, in hexadecimal digits.
    pub id: String,
    /// The kind of work, such as `match`.
    pub work: String,
    /// Its number in the work, counted from 1. It orders tasks, and no outcome depends on it.
    pub number: u64,
    /// Everything that the outcome depends on.
    pub content: Value,
}

impl Task {
    /// A task of this kind, with the id that follows from its content.
    ///
    /// # Errors
    ///
    /// If the content has no form in JSON.
    pub fn new(work: &str, number: u64, content: &impl Serialize) -> Result<Self, WorkError> {
        let content = serde_json::to_value(content)
            .map_err(|error| WorkError::Senseless(format!("task {number} of `{work}` cannot be written: {error}")))?;
        Ok(Self { id: id_of(work, &content), work: work.to_owned(), number, content })
    }

    /// Whether the id is that of the content. One that came from elsewhere may lie.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.id == id_of(&self.work, &self.content)
    }

    /// An outcome of this task.
    ///
    /// # Errors
    ///
    /// If the result has no form in JSON.
    pub fn outcome(&self, result: &impl Serialize) -> Result<TaskOutcome, TaskError> {
        let result = serde_json::to_value(result).map_err(|error| TaskError::Senseless(error.to_string()))?;
        Ok(TaskOutcome { task: self.id.clone(), result })
    }
}

/// Keys of JSON objects are in alphabetical order here, so equal contents have equal texts.
fn id_of(work: &str, content: &Value) -> String {
    Sha256::digest(format!("{work}\n{content}")).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Outcome of a task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskOutcome {
    /// The id of the task.
    pub task: String,
    /// The result, in the form of the kind of work.
    pub result: Value,
}

/// Reasons why a task has no outcome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case", tag = "error", content = "why")]
#[non_exhaustive]
pub enum TaskError {
    /// It was stopped from outside. It has left nothing behind and can be done again.
    #[error("the task was stopped")]
    Stopped,
    /// Something failed that may not fail next time, such as the start of a program.
    #[error("{0}")]
    Failed(String),
    /// The task itself makes no sense: no machine can do it.
    #[error("{0}")]
    Senseless(String),
}
