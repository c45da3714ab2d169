//! Execution of the tasks of a match.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tesuji_archive::SearchWatcher;

use crate::competitor::{Competitor, GtpProgram, Own};
use crate::control::{Contestant, Engine, MatchTerms};
use crate::play::{NoResult, play};
use crate::record::GameRecord;
use crate::schedule::GameTask;
use crate::threads::in_threads;

/// The outcome of a task.
#[derive(Clone, PartialEq, Debug)]
pub enum GameOutcome {
    /// A game that counts.
    Game(Box<GameRecord>),
    /// No game: the task has to be executed again.
    Void {
        /// The number of the game.
        number: u64,
        /// The failure.
        why: String,
    },
}

/// Something that executes tasks: threads here, or machines elsewhere.
///
/// A task and its terms are plain data, and say everything that a game depends on. An executor may play any tasks at
/// the same time and return the outcomes in any order. The caller puts them in order.
pub trait Executor {
    /// Executes tasks as they come, and passes the outcome of each to `done`, until there are no more or `done` breaks.
    ///
    /// A task that was taken but has no outcome when this returns counts as not executed: it leaves nothing behind.
    fn execute(
        &self,
        terms: &MatchTerms,
        tasks: &mut (dyn Iterator<Item = GameTask> + Send),
        done: &mut dyn FnMut(GameOutcome) -> ControlFlow<()>,
    );
}

/// Threads of this process, each playing one game at a time.
#[derive(Clone, Debug)]
pub struct Threads {
    /// The number of threads.
    pub count: usize,
    /// The folder from which relative programs and folders of the terms are looked up.
    pub folder: PathBuf,
    /// Set from outside to stop. Unfinished games are abandoned.
    pub stop: Arc<AtomicBool>,
}

impl Executor for Threads {
    fn execute(
        &self,
        terms: &MatchTerms,
        tasks: &mut (dyn Iterator<Item = GameTask> + Send),
        done: &mut dyn FnMut(GameOutcome) -> ControlFlow<()>,
    ) {
        let worker = |stop| {
            let mut workshop = Workshop::new(terms, &self.folder, stop);
            move |task: GameTask| match workshop.play(&task) {
                Ok(record) => Some(GameOutcome::Game(Box::new(record))),
                Err(NoResult::Void(why)) => Some(GameOutcome::Void { number: task.number, why }),
                Err(NoResult::Stopped) => None,
            }
        };
        in_threads(self.count, &self.stop, tasks, worker, done);
    }
}

/// The players of one thread, ready to play one game after another.
pub struct Workshop<'t> {
    terms: &'t MatchTerms,
    folder: PathBuf,
    watch: Arc<SearchWatcher>,
    stop: Arc<AtomicBool>,
    competitors: Vec<Option<Box<dyn Competitor>>>,
}

impl<'t> Workshop<'t> {
    /// A workshop without players yet. Relative programs are looked up from `folder`.
    #[must_use]
    pub fn new(terms: &'t MatchTerms, folder: &Path, stop: Arc<AtomicBool>) -> Self {
        let competitors = terms.players.iter().map(|_| None).collect();
        let watch = Arc::new(SearchWatcher::new().expect("the system starts a thread"));
        Self { terms, folder: folder.to_owned(), watch, stop, competitors }
    }

    /// Plays one game.
    ///
    /// # Errors
    ///
    /// As for [`play`].
    pub fn play(&mut self, task: &GameTask) -> Result<GameRecord, NoResult> {
        for player in task.players {
            if self.competitors[player].is_none() {
                self.competitors[player] = Some(self.competitor(&self.terms.players[player]));
            }
        }
        let no_pair = || NoResult::Void("a game takes two different players".to_owned());
        match self.competitors.get_disjoint_mut(task.players) {
            Ok([Some(black), Some(white)]) => play(task, self.terms, [&mut **black, &mut **white], &self.stop),
            _ => Err(no_pair()),
        }
    }

    fn competitor(&self, contestant: &Contestant) -> Box<dyn Competitor> {
        let stop = Arc::clone(&self.stop);
        match &contestant.engine {
            Engine::Own(spec) => Box::new(Own::new(spec.clone(), contestant.think, Arc::clone(&self.watch), stop)),
            Engine::External(external) => {
                Box::new(GtpProgram::new(external, &self.folder).thinking(contestant.think).stopped_by(stop))
            }
        }
    }
}

impl Drop for Workshop<'_> {
    fn drop(&mut self) {
        for competitor in self.competitors.iter_mut().flatten() {
            competitor.leave();
        }
    }
}

/// Checks that every program in the terms can be started.
///
/// # Errors
///
/// The name of the first one that cannot, with the error of the system.
pub fn try_programs(terms: &MatchTerms, folder: &Path) -> Result<(), String> {
    for Contestant { name, engine, .. } in &terms.players {
        if let Engine::External(external) = engine {
            GtpProgram::new(external, folder).try_start().map_err(|error| format!("player `{name}`: {error}"))?;
        }
    }
    Ok(())
}
