//! Matches: each game is a task.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tesuji_arena::control::{Engine, MatchTerms};
use tesuji_arena::{
    Control, GameRecord, Lock, MatchError, MatchStore, NoResult, ProofPolicy, Schedule, Shard, Tally, Workshop, audit,
    audit_store,
};
use tesuji_board::Player;

use super::MATCH;
use crate::execute::content;
use crate::open::OpenTasks;
use crate::{Acceptance, Task, TaskError, TaskMerge, TaskOutcome, Work, WorkError, WorkOptions};

/// A game to be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchTask<T> {
    terms: T,
    task: tesuji_arena::GameTask,
    /// Folder in which relative programs are looked up. Only matches with programs have it, since no other game depends
    /// on files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<PathBuf>,
}

pub(crate) fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<TaskOutcome, TaskError> {
    let game: MatchTask<MatchTerms> = content(task)?;
    let senseless = |why: &str| TaskError::Senseless(why.to_owned());
    if game.terms.digest() != game.task.terms {
        return Err(senseless("the game is on other terms"));
    }
    if game.task.players.iter().any(|&player| player >= game.terms.players.len()) {
        return Err(senseless("there is no such player"));
    }
    let folder = game.folder.unwrap_or_default();
    let mut workshop = Workshop::new(&game.terms, &folder, Arc::clone(stop));
    match workshop.play(&game.task) {
        Ok(record) => task.outcome(&record),
        Err(NoResult::Stopped) => Err(TaskError::Stopped),
        Err(NoResult::Void(why)) => Err(TaskError::Failed(why)),
    }
}

/// A match with its store.
pub(crate) struct MatchWork {
    store: MatchStore,
    _lock: Lock,
    terms: Arc<MatchTerms>,
    schedule: Schedule,
    folder: Option<PathBuf>,
    played: BTreeSet<u64>,
    n_tasks: u64,
    /// The games of the shard that are planned and not played.
    open: OpenTasks,
    tally: Tally,
    /// Games that were set aside, a line for each.
    set_aside: Vec<String>,
}

impl MatchWork {
    /// Opens the match of a control file, with its store at `out`.
    pub(crate) fn open(control: &Path, out: &Path, options: &WorkOptions) -> Result<Self, WorkError> {
        let read =
            Control::load(control).map_err(|error| WorkError::Senseless(format!("{}: {error}", control.display())))?;
        let folder = control.parent().map(Path::to_owned).unwrap_or_default();
        Self::of(&read, &folder, out, options.shard)
    }

    /// Opens the match that `control` describes, whose files are in `folder`.
    pub(crate) fn of(control: &Control, folder: &Path, out: &Path, shard: Shard) -> Result<Self, WorkError> {
        let failed = |error: tesuji_arena::MatchStoreError| WorkError::Match(MatchError::Store(error));
        let (store, _) = MatchStore::open_or_create(out, control, shard).map_err(failed)?;
        let lock = store.lock().map_err(failed)?;
        let mut set_aside = Vec::new();
        for (number, fault) in audit_store(&store, ProofPolicy::Again, &Arc::default()).map_err(failed)? {
            store.set_aside(number, &fault).map_err(failed)?;
            set_aside.push(format!("{}: game {number}: {fault}; it is set aside and played again", out.display()));
        }
        let games = store.games().map_err(failed)?;
        let tally = Tally::of(control, shard, &games).map_err(|error| WorkError::Match(error.into()))?;
        let needs_files = control.terms.players.iter().any(|player| matches!(player.engine, Engine::External(_)));
        let folder = match needs_files {
            true => Some(std::path::absolute(folder).map_err(|source| WorkError::file(folder, source))?),
            false => None,
        };
        let schedule = Schedule::new(control);
        let played: BTreeSet<u64> = games.iter().map(|game| game.number).collect();
        let numbers = || schedule.numbers().filter(|&number| shard.has(number));
        Ok(Self {
            n_tasks: numbers().count() as u64,
            open: numbers().filter(|number| !played.contains(number)).collect(),
            schedule,
            terms: Arc::new(control.terms.clone()),
            played,
            _lock: lock,
            store,
            folder,
            tally,
            set_aside,
        })
    }

    /// The largest number of a task, of any shard.
    pub(crate) fn last(&self) -> u64 {
        self.schedule.numbers().last().unwrap_or(0)
    }

    /// The counts, once the whole match is played.
    pub(crate) fn counted(&self) -> Result<Option<Tally>, WorkError> {
        if self.store.shard() != Shard::WHOLE || !self.is_over() {
            return Ok(None);
        }
        let games = self.store.games().map_err(MatchError::Store)?;
        let tally = Tally::of(self.store.control(), Shard::WHOLE, &games).map_err(MatchError::Stats)?;
        Ok(Some(tally))
    }

    fn record(&self, task: &Task, outcome: &TaskOutcome) -> Result<GameRecord, String> {
        super::check_ids(task, outcome, MATCH)?;
        let game: MatchTask<MatchTerms> = content(task).map_err(|error| error.to_string())?;
        let record: GameRecord =
            Deserialize::deserialize(&outcome.result).map_err(|error| format!("it is no record of a game: {error}"))?;
        if game.terms.digest() != self.terms.digest() || game.task != record.task {
            return Err("it is a game of another match".to_owned());
        }
        let shard = self.store.shard();
        if record.task.number != task.number || !shard.has(task.number) {
            return Err(format!("it is not in part {shard}"));
        }
        if !self.open.contains(task.number) {
            return Err("no such game is planned".to_owned());
        }
        audit(&self.terms, &self.schedule, &record, &Arc::default())?;
        Ok(record)
    }

    /// Takes in the games of other stores of this match.
    pub(crate) fn merge(out: &Path, parts: &[PathBuf]) -> Result<TaskMerge, WorkError> {
        let failed = |error: tesuji_arena::MatchStoreError| WorkError::Match(MatchError::Store(error));
        let opened: Vec<MatchStore> =
            parts.iter().map(|part| MatchStore::open(part)).collect::<Result<_, _>>().map_err(failed)?;
        let Some(first) = opened.first() else { return Ok(TaskMerge::default()) };
        let mut store = MatchStore::whole_of(out, first).map_err(failed)?;
        let _lock = store.lock().map_err(failed)?;
        let merged = store.merge(&opened).map_err(failed)?;
        let counts = |one: &tesuji_arena::store::MatchMerge| TaskMerge {
            new: one.n_new,
            known: one.n_known,
            refused: Vec::new(),
        };
        Ok(merged.iter().map(counts).fold(TaskMerge::default(), TaskMerge::and))
    }
}

impl Work for MatchWork {
    fn kind(&self) -> &'static str {
        MATCH
    }

    fn n_tasks(&self) -> u64 {
        self.n_tasks
    }

    fn n_pending(&self) -> u64 {
        if self.tally.decision().is_some() { 0 } else { self.open.len() }
    }

    fn is_over(&self) -> bool {
        self.n_pending() == 0
    }

    fn pending_after(&self, last: u64) -> Box<dyn Iterator<Item = Task> + Send> {
        if self.is_over() {
            return Box::new(std::iter::empty());
        }
        let (terms, schedule, folder) = (Arc::clone(&self.terms), self.schedule.clone(), self.folder.clone());
        Box::new(self.open.after(last).filter_map(move |number| {
            let game = MatchTask { terms: &*terms, task: schedule.task(number), folder: folder.clone() };
            // Terms are plain data with text for keys, and are kept as JSON already.
            Task::new(MATCH, number, &game).ok()
        }))
    }

    fn keep(&mut self, task: &Task, outcome: &TaskOutcome) -> Result<Acceptance, WorkError> {
        let refused = |fault| WorkError::Refused { number: task.number, fault };
        super::check_ids(task, outcome, MATCH).map_err(refused)?;
        if self.played.contains(&task.number) {
            return Ok(Acceptance::Known);
        }
        let record = self.record(task, outcome).map_err(refused)?;
        let game = self.store.keep(&record).map_err(MatchError::Store)?;
        self.played.insert(game.number);
        self.open.remove(game.number);
        self.tally.add(&game);
        Ok(Acceptance::New)
    }

    fn summary(&mut self) -> Result<Value, WorkError> {
        let games = self.store.games().map_err(MatchError::Store)?;
        let control = self.store.control();
        let tally = Tally::of(control, self.store.shard(), &games).map_err(MatchError::Stats)?;
        let decision = tally.decision();
        let counted = games.iter().filter(|game| decision.is_none_or(|decision| game.number <= decision.last));
        let mut digest = Sha256::new();
        for game in counted {
            let winner = game.ending.winner.map_or("nobody", Player::name);
            digest.update(format!("{} {} {winner} {} {}\n", game.number, game.task, game.ending.reason, game.moves));
        }
        let table = tally.encounters().into_iter().map(|met| {
            json!({
                "black": tally.names()[met.first], "white": tally.names()[met.second],
                "won": met.games.wins(), "drawn": met.games.draws(), "lost": met.games.losses(),
            })
        });
        Ok(json!({
            "kind": MATCH,
            "tasks": self.n_tasks(),
            "games": tally.n_games(),
            "decision": decision.map(|decision| json!({
                "accepted": format!("{:?}", decision.accepted), "last": decision.last,
            })),
            "encounters": table.collect::<Vec<_>>(),
            "digest": super::hex(&digest.finalize()),
        }))
    }

    fn set_aside(&self) -> Vec<String> {
        self.set_aside.clone()
    }
}
