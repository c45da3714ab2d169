//! Long work as tasks that any machine can do: the contract, and the kinds of work that keep it.
//!
//! A [`Task`] is plain data and says everything that its outcome depends on. So an [`TaskOutcome`] is the same wherever the
//! task is done, and a task that was lost is done again.
//!
//! Never: an outcome that is kept twice or believed without a check where a check is possible; a result that depends on
//! who did the tasks, how many did them, or in which order they came back.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod error;
mod execute;
mod executor;
mod folder;
mod kinds;
mod open;
mod options;
mod run;
mod task;
mod work;

pub use error::WorkError;
pub use execute::{execute, execute_json};
pub use executor::{TaskExecutor, TaskThreads};
pub use kinds::KINDS;
pub use kinds::templates::found_templates;
pub use options::{WorkOptions, merge, merge_work, open, open_work};
pub use run::{WorkEvent, WorkFinish, run};
pub use task::{Task, TaskError, TaskOutcome};
pub use tesuji_arena::MOST_TRIES;
pub use work::{Acceptance, TaskMerge, Work};
