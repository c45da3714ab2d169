//! Interface of every kind of long work.

use serde_json::Value;

use crate::{Task, TaskOutcome, WorkError};

/// Work that is made of tasks, with the place where their outcomes are kept.
///
/// Whoever does the work asks for the [pending](Self::pending) tasks, has each [executed](crate::execute) wherever it
/// likes, and hands back the outcomes in any order. An outcome that is lost is asked for again the next time, and one
/// that comes twice is kept once.
pub trait Work: Send {
    /// Its name, such as `match`.
    fn kind(&self) -> &'static str;

    /// The number of tasks, of its shard alone if it has one.
    fn n_tasks(&self) -> u64;

    /// The number of tasks whose outcome is not kept yet.
    fn n_pending(&self) -> u64;

    /// Whether nothing more has to be done: every outcome is kept, or those kept have decided what was asked.
    fn is_over(&self) -> bool;

    /// The tasks whose outcome is not kept yet, in the order of their numbers; none if the work is over.
    fn pending(&self) -> Box<dyn Iterator<Item = Task> + Send> {
        self.pending_after(0)
    }

    /// The pending tasks with numbers above `last`. Work whose tasks come in an order of its own gives the next ones, whatever
    /// `last` is.
    fn pending_after(&self, last: u64) -> Box<dyn Iterator<Item = Task> + Send>;

    /// Keeps the outcome of a task. Once this returns, it is safe whatever happens to the process.
    ///
    /// # Errors
    ///
    /// [`WorkError::Refused`] if the task is not one of this work, the outcome is that of another task, or what it
    /// claims is not so. Other errors if it cannot be written.
    fn keep(&mut self, task: &Task, outcome: &TaskOutcome) -> Result<Acceptance, WorkError>;

    /// Summary of all outcomes. Equal outcomes give equal summaries, whoever found them and when.
    ///
    /// # Errors
    ///
    /// If what is kept cannot be read.
    fn summary(&mut self) -> Result<Value, WorkError>;

    /// Outcomes that were kept and are not believed any more, a line for each: which, why, and what became of it. Their
    /// tasks are done again.
    fn set_aside(&self) -> Vec<String>;
}

/// Treatment of an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceptance {
    /// It is kept now.
    New,
    /// There was one already that has decided as much, and it stays.
    Known,
}

/// Result of taking in the outcomes of shards.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TaskMerge {
    /// The number of new outcomes.
    pub new: u64,
    /// The number of outcomes that were known already.
    pub known: u64,
    /// Outcomes that are not believed, by the numbers of their tasks: which, and why.
    pub refused: Vec<(u64, String)>,
}

impl TaskMerge {
    /// This, and then another.
    #[must_use]
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.new += other.new;
        self.known += other.known;
        self.refused.extend(other.refused);
        self
    }
}
