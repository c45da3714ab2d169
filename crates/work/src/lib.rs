//! Long work as tasks that any machine can do: the contract, and the kinds of work that keep it.
//!
//! A [`Task`] is plain data and says everything that its outcome depends on. So an [`Outcome`] is the same wherever the
//! task is done, and a task that was lost is done again.
//!
//! Never: an outcome that is kept twice or believed without a check where a check is possible; a result that depends on
//! who did the tasks, how many did them, or in which order they came back.

mod error;
mod task;

pub use error::WorkError;
pub use task::{Outcome, Task, TaskError};
