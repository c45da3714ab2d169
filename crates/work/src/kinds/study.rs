//! Studies: each game of a match is a task, each place of a table of tactical maps, and otherwise a whole study.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tesuji_archive::files;
use tesuji_studies::{Bench, Method, RunOutcome as Found, RunRecord as StudyRecord, RunSize, Study, find, matching};

use super::matches::MatchWork;
use super::{MATCH, STUDY};
use crate::execute::content;
use crate::folder::{FolderWork, StoredResult, WorkKind};
use crate::{Acceptance, Task, TaskError, TaskMerge, TaskOutcome, Work, WorkError, WorkOptions};

/// A study to be run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StudyTask {
    study: String,
    size: RunSize,
    games: Option<u64>,
    /// Of a study that is a table of games, the number of a place, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<usize>,
}

impl StudyTask {
    fn method(&self) -> Result<(&'static Study, Method), String> {
        let study = find(&self.study).ok_or_else(|| format!("there is no study `{}`", self.study))?;
        Ok((study, study.method(self.size, self.games)?))
    }
}

pub(crate) fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<TaskOutcome, TaskError> {
    let run: StudyTask = content(task)?;
    let (study, method) = run.method().map_err(TaskError::Senseless)?;
    let senseless = |error: tesuji_studies::StudyError| TaskError::Senseless(error.to_string());
    if method.matches(&study.id).map_err(senseless)?.is_some() {
        return Err(TaskError::Senseless(format!("the games of {} are tasks of their own", study.id)));
    }
    if let Some(place) = run.place {
        let played = method.play_place(place, stop).map_err(senseless)?;
        return task.outcome(&played.ok_or(TaskError::Stopped)?);
    }
    let bench = Bench { jobs: 1, folder: None, stop: Arc::clone(stop), progress: &|_| {} };
    let found = tesuji_studies::run(&study.id, &method, &bench).map_err(senseless)?;
    if found.stopped || stop.load(Ordering::Relaxed) {
        return Err(TaskError::Stopped);
    }
    task.outcome(&found)
}

/// The studies of some work that play no games.
#[derive(Clone, Debug)]
struct WholeStudies {
    /// Identity of the whole work.
    title: Value,
    runs: Arc<Vec<StudyTask>>,
}

impl WorkKind for WholeStudies {
    const NAME: &'static str = STUDY;

    fn title(&self) -> Value {
        self.title.clone()
    }

    fn n_tasks(&self) -> u64 {
        self.runs.len() as u64
    }

    fn task(&self, number: u64) -> Result<Task, WorkError> {
        let run = usize::try_from(number).ok().and_then(|number| self.runs.get(number.checked_sub(1)?));
        Task::new(STUDY, number, run.ok_or_else(|| WorkError::Senseless(format!("there is no study {number}")))?)
    }

    fn believe(&self, task: &Task, result: &Value) -> Result<StoredResult, String> {
        let run = StudyTask::deserialize(&task.content).map_err(|error| error.to_string())?;
        if let Some(place) = run.place {
            let played = <[u64; 3]>::deserialize(result).map_err(|error| format!("these are no games: {error}"))?;
            check_place(&run, place, played)?;
            return Ok(StoredResult { value: json!(played), files: BTreeMap::new() });
        }
        let found = Found::deserialize(result).map_err(|error| format!("it is no outcome of a study: {error}"))?;
        if found.stopped {
            return Err("the run was stopped".to_owned());
        }
        found.check()?;
        let value = serde_json::to_value(&found).map_err(|error| error.to_string())?;
        Ok(StoredResult { value, files: BTreeMap::new() })
    }

    fn restore(&self, record: StoredResult) -> Result<Value, String> {
        Ok(record.value)
    }

    fn summary(&self, _: &BTreeMap<u64, Value>) -> Result<Value, WorkError> {
        Ok(Value::Null)
    }
}

/// The games of a place of a table that are played again when an outcome comes in.
const PLAYED_AGAIN: u64 = 50;

/// Refuses numbers of games won, drawn and lost in a place that cannot be: those that are played again are among them.
fn check_place(run: &StudyTask, place: usize, played: [u64; 3]) -> Result<(), String> {
    let (_, method) = run.method()?;
    let n_games = played.iter().fold(0_u64, |sum, &games| sum.saturating_add(games));
    let expected = method.games_of_place();
    if n_games != expected {
        return Err(format!("{n_games} games, not {expected}"));
    }
    let again = method.begin_place(place, PLAYED_AGAIN, &AtomicBool::new(false)).map_err(|error| error.to_string())?;
    let Some(again) = again else { return Err(format!("there is no place {place}")) };
    match again.iter().zip(&played).all(|(again, played)| again <= played) {
        true => Ok(()),
        false => Err(format!(
            "of the first {} games, played again, {} are won, {} drawn and {} lost",
            again.iter().sum::<u64>(),
            again[0],
            again[1],
            again[2]
        )),
    }
}

/// Ways of running a study.
enum Doing {
    /// As the task of this number.
    Task(u64),
    /// As these tasks, each a place of its table.
    Places(std::ops::Range<u64>),
    /// Of the games of these matches, by their places in the list of all.
    Games(Vec<usize>),
}

/// A study of the work.
struct StudyPart {
    study: &'static Study,
    method: Method,
    doing: Doing,
}

/// A match with the number that comes before that of its first game.
struct NumberedMatch {
    work: MatchWork,
    before: u64,
}

/// Studies with the folder of their results.
pub(crate) struct StudyWork {
    folder: PathBuf,
    size: RunSize,
    games: Option<u64>,
    parts: Vec<StudyPart>,
    whole: FolderWork<WholeStudies>,
    matches: Vec<NumberedMatch>,
}

/// A study with its method.
type Chosen = (&'static Study, Method);

/// The studies that a control names, each with its method.
fn chosen(control: &str, options: &WorkOptions) -> Result<(RunSize, Vec<Chosen>), WorkError> {
    let studies = matching(control);
    if studies.is_empty() {
        return Err(WorkError::Senseless(format!("there is no study `{control}`; `tesuji study list` lists them")));
    }
    let size = if options.full || options.games.is_some() { RunSize::Full } else { RunSize::Small };
    let with_method = |study: &'static Study| Ok((study, study.method(size, options.games)?));
    let chosen: Result<Vec<_>, String> = studies.into_iter().map(with_method).collect();
    Ok((size, chosen.map_err(WorkError::Senseless)?))
}

fn senseless(error: impl std::fmt::Display) -> WorkError {
    WorkError::Senseless(error.to_string())
}

impl StudyWork {
    /// Opens the studies of a control: the id of one, or a paper for all of its studies.
    pub(crate) fn open(control: &str, out: &Path, options: &WorkOptions) -> Result<Self, WorkError> {
        let (size, chosen) = chosen(control, options)?;
        let mut runs = Vec::new();
        for (study, method) in &chosen {
            if method.matches(&study.id).map_err(senseless)?.is_none() {
                let run = |place| StudyTask { study: study.id.clone(), size, games: options.games, place };
                match method.n_places() {
                    Some(n_places) => runs.extend((0..n_places).map(|place| run(Some(place)))),
                    None => runs.push(run(None)),
                }
            }
        }
        let mut before = runs.len() as u64;
        let title = json!({"studies": control, "size": size.name(), "games": options.games});
        let whole = FolderWork::open(WholeStudies { title, runs: Arc::new(runs) }, out, options.shard)?;
        let (mut parts, mut matches, mut n_tasks) = (Vec::new(), Vec::new(), 0);
        for (study, method) in chosen {
            let doing = match method.matches(&study.id).map_err(senseless)? {
                None if let Some(n_places) = method.n_places() => {
                    let first = n_tasks + 1;
                    n_tasks += n_places as u64;
                    Doing::Places(first..n_tasks + 1)
                }
                None => {
                    n_tasks += 1;
                    Doing::Task(n_tasks)
                }
                Some(games) => {
                    let first = matches.len();
                    for game in games {
                        let work = MatchWork::of(&game.control, Path::new(""), &out.join(game.file), options.shard)?;
                        let last = work.last();
                        matches.push(NumberedMatch { work, before });
                        before += last;
                    }
                    Doing::Games((first..matches.len()).collect())
                }
            };
            parts.push(StudyPart { study, method, doing });
        }
        let work = Self { folder: out.to_owned(), size, games: options.games, parts, whole, matches };
        work.write()?;
        Ok(work)
    }

    /// Takes in the results of other folders.
    pub(crate) fn merge(
        control: &str,
        out: &Path,
        others: &[PathBuf],
        options: &WorkOptions,
    ) -> Result<TaskMerge, WorkError> {
        let mut merged = TaskMerge::default();
        std::fs::create_dir_all(out).map_err(|error| WorkError::file(out, error))?;
        for (study, method) in chosen(control, options)?.1 {
            for game in method.matches(&study.id).map_err(senseless)?.unwrap_or_default() {
                let stores: Vec<PathBuf> = others.iter().map(|other| other.join(&game.file)).collect();
                merged = merged.and(MatchWork::merge(&out.join(&game.file), &stores)?);
            }
        }
        let mut work = Self::open(control, out, options)?;
        let more = work.whole.merge(others)?;
        work.write()?;
        Ok(merged.and(more))
    }

    /// Result of a study, once all of it is there.
    fn found(&self, part: &StudyPart) -> Result<Option<Found>, WorkError> {
        match &part.doing {
            Doing::Task(number) => match self.whole.records().get(number) {
                Some(record) => Found::deserialize(record).map(Some).map_err(senseless),
                None => Ok(None),
            },
            Doing::Places(numbers) => {
                let played = numbers.clone().map_while(|number| self.whole.records().get(&number));
                let played: Vec<[u64; 3]> =
                    played.map(Deserialize::deserialize).collect::<Result<_, _>>().map_err(senseless)?;
                let is_whole = played.len() as u64 == numbers.end - numbers.start;
                Ok(part.method.outcome_of_places(&played).filter(|_| is_whole))
            }
            Doing::Games(places) => {
                let tallies = places.iter().map(|&place| self.matches[place].work.counted());
                let tallies = tallies.collect::<Result<Option<Vec<_>>, _>>()?;
                Ok(tallies.and_then(|tallies| part.method.outcome_of(&tallies)))
            }
        }
    }

    /// Writes the record of each study that is complete, as `tesuji study run` does.
    fn write(&self) -> Result<(), WorkError> {
        if !self.is_over() {
            return Ok(());
        }
        for part in &self.parts {
            if let Some(found) = self.found(part)? {
                let record = StudyRecord::new(part.study, self.size, self.games, found);
                let name = format!("{}.{}.json", part.study.id.replace('/', "-"), self.size.name());
                files::write_whole(&self.folder.join(name), record.to_json().as_bytes()).map_err(senseless)?;
            }
        }
        Ok(())
    }
}

impl Work for StudyWork {
    fn kind(&self) -> &'static str {
        STUDY
    }

    fn n_tasks(&self) -> u64 {
        self.whole.n_tasks() + self.matches.iter().map(|numbered| numbered.work.n_tasks()).sum::<u64>()
    }

    fn n_pending(&self) -> u64 {
        self.whole.n_pending() + self.matches.iter().map(|numbered| numbered.work.n_pending()).sum::<u64>()
    }

    fn is_over(&self) -> bool {
        self.n_pending() == 0
    }

    fn pending_after(&self, last: u64) -> Box<dyn Iterator<Item = Task> + Send> {
        let games = self
            .matches
            .iter()
            .map(|numbered| (numbered.work.pending_after(last.saturating_sub(numbered.before)), numbered.before));
        let games: Vec<_> = games.collect();
        let games = games
            .into_iter()
            .flat_map(|(tasks, before)| tasks.map(move |task| Task { number: task.number + before, ..task }));
        Box::new(self.whole.pending_after(last).chain(games))
    }

    fn keep(&mut self, task: &Task, outcome: &TaskOutcome) -> Result<Acceptance, WorkError> {
        let kept = if task.work == MATCH {
            let refused = |fault: &str| WorkError::Refused { number: task.number, fault: fault.to_owned() };
            let of_task = self.matches.iter_mut().rfind(|numbered| numbered.before < task.number);
            let NumberedMatch { work, before } = of_task.ok_or_else(|| refused("it is not a game of these studies"))?;
            let game = Task { number: task.number - *before, ..task.clone() };
            work.keep(&game, outcome).map_err(|error| match error {
                WorkError::Refused { fault, .. } => refused(&fault),
                other => other,
            })?
        } else {
            self.whole.keep(task, outcome)?
        };
        if kept == Acceptance::New {
            self.write()?;
        }
        Ok(kept)
    }

    fn summary(&mut self) -> Result<Value, WorkError> {
        // Other shards may have written into the folder.
        self.whole.summary()?;
        let mut studies = Vec::new();
        for part in &self.parts {
            let found = self.found(part)?;
            let record = found.map(|found| StudyRecord::new(part.study, self.size, self.games, found));
            studies.push(json!({
                "study": part.study.id,
                "verdict": record.as_ref().map(|record| record.judgement.verdict.name()),
                "numbers": record.as_ref().map(|record| &record.outcome.numbers),
            }));
        }
        Ok(json!({"kind": STUDY, "tasks": self.n_tasks(), "studies": studies}))
    }

    fn set_aside(&self) -> Vec<String> {
        let games = self.matches.iter().flat_map(|numbered| numbered.work.set_aside());
        self.whole.set_aside().into_iter().chain(games).collect()
    }
}
