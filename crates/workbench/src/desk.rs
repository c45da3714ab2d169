//! The place where a question is answered: the source of its time, and the listener for its progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tesuji_archive::{Archive, Runner};
use tesuji_engine::{Guest, LeafJudge};
use tesuji_search::Limits;

use crate::Update;
use crate::types::Budget;

/// The place where a question is answered. The server and the worker each have their own.
pub trait Desk: Sync {
    /// Runs one search within a budget: gives it limits, sets their interrupt when the time is over or the person who
    /// asked wants to stop. The search can call its second argument for the seconds that it has taken. Seconds are
    /// processor time of the search's threads where the desk can measure it (the server), otherwise those that pass.
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R;

    /// Passes on what is known so far. May be called often: whoever listens decides what to show.
    fn update(&self, update: Update);

    /// Whether the person who asked wants to stop. What is known so far is then the answer.
    fn is_stopped(&self) -> bool;

    /// Number of threads that a search may use.
    fn threads(&self) -> usize {
        1
    }

    /// A net of the caller that judges the leaves of an analysis, if there is one.
    fn judge(&self) -> Option<Arc<dyn LeafJudge>> {
        None
    }

    /// The archive with answers to earlier questions, if there is one. Questions about whole boards of Hex and about
    /// claims look there first, and keep each answer as soon as it is found.
    fn archive(&self) -> Option<&Archive> {
        None
    }

    /// The engines of other people that can be asked here. Who runs the desk chose them: no question can name another.
    fn guests(&self) -> &[Arc<dyn Guest>] {
        &[]
    }
}

/// Runs the searches of an archive within a budget.
pub(crate) struct DeskRunner<'d, D> {
    pub(crate) desk: &'d D,
    pub(crate) budget: &'d Budget,
}

impl<D: Desk> Runner for DeskRunner<'_, D> {
    fn run<R>(&self, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> (R, f64) {
        self.desk.run(self.budget, |limits, clock| {
            let found = search(limits, clock);
            (found, clock())
        })
    }

    fn is_stopped(&self) -> bool {
        self.desk.is_stopped()
    }
}

/// A desk without a clock and without listeners: for tests, and for questions that are answered at once. A budget of
/// time is not kept; one of nodes is.
#[derive(Debug, Default)]
pub struct Quiet;

impl Desk for Quiet {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        search(&Limits { nodes: budget.nodes, ..Limits::default() }, &|| 0.0)
    }

    fn update(&self, _: Update) {}

    fn is_stopped(&self) -> bool {
        static NEVER: AtomicBool = AtomicBool::new(false);
        NEVER.load(Ordering::Relaxed)
    }
}
