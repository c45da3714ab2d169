//! A match from its first game to its last, in any number of runs.

#[cfg(feature = "testing")]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;

use crate::control::Control;
use crate::executor::{Executor, GameOutcome};
use crate::schedule::{GameTask, Schedule, Shard};
use crate::sequential::Decision;
use crate::stats::StatsError;
use crate::store::{MatchStore, MatchStoreError, StoredGame};
use crate::tally::Tally;

/// The number of times that a game is tried in one run if it fails by nobody's fault.
pub const MOST_TRIES: u64 = 3;

/// Events of a running match.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// A game has ended and has been kept.
    Game(&'e StoredGame),
    /// A game failed by nobody's fault. It is played again unless that happens too often.
    Void {
        /// The number of the game.
        number: u64,
        /// The failure.
        why: &'e str,
    },
}

/// End of a run.
#[derive(Clone, PartialEq, Debug)]
pub enum MatchFinish {
    /// Every game has been played.
    Complete,
    /// The sequential test has decided.
    Decided(Decision),
    /// It was stopped from outside. Another run can continue it.
    Stopped,
    /// Some games failed repeatedly, with the last reason for each. Another run tries them again.
    Stuck(BTreeMap<u64, String>),
}

/// Error that ends a match.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] MatchStoreError),
    /// The settings of the test make no sense.
    #[error(transparent)]
    Stats(#[from] StatsError),
}

/// Plays a match into a store file, or goes on with it: the file is created if it does not exist. The control must
/// make sense, as one that is read does ([`Control::check`]).
///
/// `on` hears of every game once it is kept, with the counts so far, and can stop the run; so can the flag of the
/// executor. Another call with the same file and control goes on where this one stopped. The counts that it returns are
/// those of all games in the file.
///
/// # Errors
///
/// If the file cannot be used, holds another match, or is being played into by another process.
pub fn play_into(
    path: &Path,
    control: &Control,
    executor: &dyn Executor,
    on: &mut dyn FnMut(Event<'_>, &Tally) -> ControlFlow<()>,
) -> Result<(MatchFinish, Tally), MatchError> {
    let (store, _) = MatchStore::open_or_create(path, control, Shard::WHOLE)?;
    let _lock = store.lock()?;
    let finish = Match::resume(&store)?.run(executor, on)?;
    let tally = Tally::of(control, Shard::WHOLE, &store.games()?)?;
    Ok((finish, tally))
}

/// A match with its store: what has been played, and what is still to be played.
#[derive(Debug)]
pub struct Match<'s> {
    store: &'s MatchStore,
    schedule: Schedule,
    played: BTreeSet<u64>,
    tally: Tally,
}

impl<'s> Match<'s> {
    /// Looks up what has already been played.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn resume(store: &'s MatchStore) -> Result<Self, MatchError> {
        let games = store.games()?;
        let tally = Tally::of(store.control(), store.shard(), &games)?;
        let played = games.iter().map(|game| game.number).collect();
        Ok(Self { store, schedule: Schedule::new(store.control()), played, tally })
    }

    /// The counts so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Number of games left, if no test stops the match earlier.
    #[must_use]
    pub fn n_open(&self) -> u64 {
        self.open().count() as u64
    }

    fn open(&self) -> impl Iterator<Item = u64> {
        let shard = self.store.shard();
        self.schedule.numbers().filter(move |number| shard.has(*number) && !self.played.contains(number))
    }

    /// Plays what is still to be played. Every game is kept before `on` hears of it.
    ///
    /// `on` can stop the run, and so can whoever created the executor.
    ///
    /// # Errors
    ///
    /// If a game cannot be kept. Games kept before that stay.
    pub fn run(
        &mut self,
        executor: &dyn Executor,
        on: &mut dyn FnMut(Event<'_>, &Tally) -> ControlFlow<()>,
    ) -> Result<MatchFinish, MatchError> {
        let mut tries: BTreeMap<u64, (u64, String)> = BTreeMap::new();
        loop {
            if let Some(decision) = self.tally.decision() {
                return Ok(MatchFinish::Decided(decision));
            }
            let is_worn = |number: &u64| tries.get(number).is_some_and(|(n_tries, _)| *n_tries >= MOST_TRIES);
            let numbers: Vec<u64> = self.open().filter(|number| !is_worn(number)).collect();
            if numbers.is_empty() {
                let stuck: BTreeMap<u64, String> =
                    self.open().filter_map(|number| Some((number, tries.get(&number)?.1.clone()))).collect();
                return Ok(if stuck.is_empty() { MatchFinish::Complete } else { MatchFinish::Stuck(stuck) });
            }
            if self.pass(executor, &numbers, &mut tries, on)?.is_break() {
                return Ok(self.tally.decision().map_or(MatchFinish::Stopped, MatchFinish::Decided));
            }
        }
    }

    /// Executes each of these games once. Breaks if not all of them came back.
    fn pass(
        &mut self,
        executor: &dyn Executor,
        numbers: &[u64],
        tries: &mut BTreeMap<u64, (u64, String)>,
        on: &mut dyn FnMut(Event<'_>, &Tally) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, MatchError> {
        let schedule = self.schedule.clone();
        let mut tasks = numbers.iter().map(|&number| -> GameTask { schedule.task(number) });
        let mut failure = None;
        let mut n_back = 0;
        let store = self.store;
        executor.execute(&store.control().terms, &mut tasks, &mut |played| {
            n_back += 1;
            let kept = match played {
                GameOutcome::Game(game) => store.keep(&game).map(|game| {
                    self.played.insert(game.number);
                    let decided = self.tally.add(&game).is_some();
                    let answer = on(Event::Game(&game), &self.tally);
                    if decided { ControlFlow::Break(()) } else { answer }
                }),
                GameOutcome::Void { number, why } => store.keep_void(number, &why).map(|()| {
                    let answer = on(Event::Void { number, why: &why }, &self.tally);
                    let n_tries = tries.get(&number).map_or(0, |(n_tries, _)| *n_tries);
                    tries.insert(number, (n_tries + 1, why));
                    answer
                }),
            };
            kept.unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        });
        match failure {
            Some(error) => Err(error.into()),
            None if n_back == numbers.len() => Ok(ControlFlow::Continue(())),
            None => Ok(ControlFlow::Break(())),
        }
    }
}
