//! Ways to do the same work, and what is kept of it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use serde_json::Value;
use tesuji_work::{
    Task, TaskError, TaskExecutor, TaskOutcome, TaskThreads, Work, WorkError, WorkFinish, execute, merge_work,
    open_work, run,
};

/// Work to be done in several ways.
pub(crate) struct Case<'c> {
    pub(crate) kind: &'c str,
    pub(crate) control: &'c str,
    /// Options in JSON without a shard and without the outer braces.
    pub(crate) options: &'c str,
    /// The name of the place where outcomes go, within a folder of the test.
    pub(crate) out: &'c str,
}

/// An executor that shuffles tasks, loses some, hands some back twice and gives up half way.
pub(crate) struct Chaos {
    pub(crate) seed: u64,
    /// After how many outcomes it gives up.
    pub(crate) gives_up_after: usize,
}

impl TaskExecutor for Chaos {
    fn execute(
        &self,
        tasks: &mut (dyn Iterator<Item = Task> + Send),
        done: &mut dyn FnMut(Task, Result<TaskOutcome, TaskError>) -> ControlFlow<()>,
    ) {
        let mut rng = Xoshiro256StarStar::seed_from_u64(self.seed);
        let mut tasks: Vec<Task> = tasks.collect();
        tasks.shuffle(&mut rng);
        // At least one is lost.
        tasks.pop();
        for (n_done, task) in tasks.into_iter().enumerate() {
            if n_done >= self.gives_up_after {
                return;
            }
            if rng.random_bool(0.2) {
                continue;
            }
            let result = execute(&task, &Arc::default());
            for _ in 0..if rng.random_bool(0.5) { 2 } else { 1 } {
                if done(task.clone(), result.clone()).is_break() {
                    return;
                }
            }
        }
    }
}

impl Case<'_> {
    fn json(&self, shard: Option<&str>) -> String {
        let shard = shard.map(|shard| format!("\"shard\": \"{shard}\""));
        let parts: Vec<&str> =
            [Some(self.options), shard.as_deref()].into_iter().flatten().filter(|part| !part.is_empty()).collect();
        format!("{{{}}}", parts.join(", "))
    }

    pub(crate) fn open(&self, folder: &Path, shard: Option<&str>) -> Box<dyn Work> {
        self.try_open(folder, shard).unwrap_or_else(|error| panic!("{}: {error}", self.kind))
    }

    pub(crate) fn try_open(&self, folder: &Path, shard: Option<&str>) -> Result<Box<dyn Work>, WorkError> {
        std::fs::create_dir_all(folder).unwrap();
        open_work(self.kind, self.control, &folder.join(self.out), &self.json(shard))
    }

    fn with_threads(&self, folder: &Path, shard: Option<&str>, count: usize) -> Value {
        let mut work = self.open(folder, shard);
        let finish = finished(&mut *work, &TaskThreads { count, stop: Arc::default() });
        assert_eq!(finish, WorkFinish::Complete, "{}", self.kind);
        work.summary().unwrap()
    }

    /// Does the work in four ways and compares what `kept` sees in the place where outcomes go. Returns the summary.
    pub(crate) fn is_the_same_in_all_ways<T: PartialEq + std::fmt::Debug>(&self, kept: impl Fn(&Path) -> T) -> Value {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let summary = self.with_threads(&place("one"), None, 1);
        let expected = kept(&place("one").join(self.out));

        assert_eq!(self.with_threads(&place("four"), None, 4), summary);
        assert_eq!(kept(&place("four").join(self.out)), expected, "{}: four threads", self.kind);

        let shards = ["1/3", "2/3", "3/3"];
        let mut n_tasks = 0;
        let parts: Vec<PathBuf> = shards
            .iter()
            .map(|shard| {
                let name = place(&shard.replace('/', "-"));
                self.with_threads(&name, Some(shard), 2);
                n_tasks += self.open(&name, Some(shard)).n_tasks();
                name.join(self.out)
            })
            .collect();
        let merged = place("merged");
        std::fs::create_dir_all(&merged).unwrap();
        let out = merged.join(self.out);
        let took = merge_work(self.kind, self.control, &out, &parts, &self.json(None)).unwrap();
        assert_eq!(took.known, 0, "{}", self.kind);
        let again = merge_work(self.kind, self.control, &out, &parts, &self.json(None)).unwrap();
        assert_eq!((again.new, again.known), (0, took.new), "{}", self.kind);
        let mut whole = self.open(&merged, None);
        assert!(whole.is_over() && whole.n_tasks() == n_tasks, "{}", self.kind);
        assert_eq!(whole.summary().unwrap(), summary, "{}: shards", self.kind);
        drop(whole);
        assert_eq!(kept(&out), expected, "{}: shards", self.kind);

        let wild = place("wild");
        for seed in 0..3 {
            let mut work = self.open(&wild, None);
            let gives_up_after = 1 + work.n_pending() as usize / 2;
            let finish = finished(&mut *work, &Chaos { seed, gives_up_after });
            assert!(work.is_over() || finish == WorkFinish::Stopped, "{}: {finish:?}", self.kind);
        }
        assert_eq!(self.with_threads(&wild, None, 2), summary, "{}: chaos", self.kind);
        assert_eq!(kept(&wild.join(self.out)), expected, "{}: chaos", self.kind);
        summary
    }

    /// Has one task done, changes its result by `lie`, and returns why it is refused. The honest outcome is kept after
    /// that, and then again is known.
    pub(crate) fn refusal(&self, number: u64, lie: impl Fn(&mut Value)) -> String {
        let folder = tempfile::tempdir().unwrap();
        let mut work = self.open(folder.path(), None);
        let task = work.pending().find(|task| task.number == number).unwrap();
        let honest = execute(&task, &Arc::default()).unwrap();
        let mut outcome = honest.clone();
        lie(&mut outcome.result);
        assert_ne!(outcome, honest, "{}: this is no lie", self.kind);
        let before = work.n_pending();
        let error = work.keep(&task, &outcome).unwrap_err();
        let WorkError::Refused { fault, .. } = error else { panic!("{error}") };
        assert_eq!(work.n_pending(), before, "{}: nothing is kept of a lie", self.kind);

        let foreign = TaskOutcome { task: "0".repeat(64), ..honest.clone() };
        assert!(work.keep(&task, &foreign).unwrap_err().to_string().contains("another task"), "{}", self.kind);
        let mut forged = task.clone();
        forged.number = work.n_tasks() + 1;
        assert!(work.keep(&forged, &honest).is_err(), "{}: there is no such task", self.kind);
        assert_eq!(work.keep(&task, &honest).unwrap(), tesuji_work::Acceptance::New);
        assert_eq!(work.keep(&task, &honest).unwrap(), tesuji_work::Acceptance::Known);
        assert_eq!(work.n_pending(), before - 1);
        fault
    }
}

/// Makes the file of an outcome from the honest one, in this folder.
type Forge<'f> = Box<dyn Fn(&Path, Value) -> Vec<u8> + 'f>;

/// A forged outcome: what it is, the number of its task, and the file of the outcome made from the honest one. It may change
/// other files of the folder too.
pub(crate) struct Forgery<'f> {
    pub(crate) name: &'f str,
    pub(crate) number: u64,
    pub(crate) forge: Forge<'f>,
}

pub(crate) fn forgery<'f>(name: &'f str, number: u64, forge: impl Fn(&Path, Value) -> Vec<u8> + 'f) -> Forgery<'f> {
    Forgery { name, number, forge: Box::new(forge) }
}

/// The bytes of an outcome in which `change` has changed the record.
pub(crate) fn changed(mut outcome: Value, change: impl Fn(&mut Value)) -> Vec<u8> {
    let before = outcome.clone();
    change(&mut outcome["record"]);
    assert_ne!(outcome, before, "this is no forgery");
    outcome.to_string().into_bytes()
}

impl Case<'_> {
    /// Forges outcomes in folders that were honestly filled. Each is refused where such a folder is merged, and set aside
    /// where it is continued; its task is done again, and then the folder is the honest one.
    pub(crate) fn forgeries_are_found(&self, forgeries: &[Forgery<'_>]) {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let honest = place("honest");
        let summary = self.with_threads(&honest, None, 2);
        let kept = files(&honest.join(self.out));
        let outcome_of = |number: u64| PathBuf::from(format!("outcomes/{:02}/{number:07}.json", number / 1000));
        for (idx, Forgery { name, number, forge }) in forgeries.iter().enumerate() {
            let forged = place(&format!("forged-{idx}"));
            let out = forged.join(self.out);
            for (path, bytes) in &kept {
                let path = out.join(path);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, bytes).unwrap();
            }
            let path = out.join(outcome_of(*number));
            let before = std::fs::read(&path).unwrap();
            let bytes = forge(&out, serde_json::from_slice(&before).unwrap());
            std::fs::write(&path, &bytes).unwrap();

            let fresh = place(&format!("fresh-{idx}"));
            let merge = |from: &Path| {
                let from = from.join(self.out);
                merge_work(self.kind, self.control, &fresh.join(self.out), &[from], &self.json(None)).unwrap()
            };
            let merged = merge(&forged);
            let numbers: Vec<u64> = merged.refused.iter().map(|(number, _)| *number).collect();
            assert_eq!(numbers, [*number], "{}, {name}: {merged:?}", self.kind);
            assert_eq!(merge(&honest).new, 1, "{}, {name}", self.kind);
            assert_eq!(files(&fresh.join(self.out)), kept, "{}, {name}: merged", self.kind);

            let mut work = self.open(&forged, None);
            let set_aside = work.set_aside();
            assert_eq!((work.n_pending(), set_aside.len()), (1, 1), "{}, {name}: {set_aside:?}", self.kind);
            assert!(set_aside[0].contains(".json.damaged"), "{}, {name}: {set_aside:?}", self.kind);
            let finish = finished(&mut *work, &TaskThreads { count: 1, stop: Arc::default() });
            assert_eq!(finish, WorkFinish::Complete, "{}, {name}", self.kind);
            assert_eq!(work.summary().unwrap(), summary, "{}, {name}", self.kind);
            let mut found = files(&out);
            let damaged = found.remove(&outcome_of(*number).with_extension("json.damaged"));
            assert_eq!(damaged.as_ref(), Some(&bytes), "{}, {name}: it is kept under another name", self.kind);
            assert_eq!(found, kept, "{}, {name}: continued", self.kind);
        }
    }
}

fn finished(work: &mut dyn Work, executor: &dyn TaskExecutor) -> WorkFinish {
    run(work, executor, &mut |_, _| ControlFlow::Continue(())).unwrap()
}

/// The names and contents of all files in a folder.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Writes a file of the test, and returns its path as text.
pub(crate) fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A task goes through JSON and back, and its outcome comes as JSON too.
pub(crate) fn survives_json(case: &Case<'_>) {
    let folder = tempfile::tempdir().unwrap();
    let mut work = case.open(folder.path(), None);
    let task = work.pending().next().unwrap();
    let text = serde_json::to_string(&task).unwrap();
    let outcome = tesuji_work::execute_json(&text, &Arc::default()).unwrap();
    // Another program may write the keys in another order.
    let shuffled: BTreeMap<String, Value> = serde_json::from_str(&text).unwrap();
    let keys: Vec<String> =
        shuffled.iter().rev().map(|(key, value)| format!("{}: {value}", Value::from(key.as_str()))).collect();
    let back: Task = serde_json::from_str(&format!("{{{}}}", keys.join(","))).unwrap();
    assert!(back == task && back.is_sound());
    let outcome: TaskOutcome = serde_json::from_str(&outcome).unwrap();
    assert_eq!(work.keep(&back, &outcome).unwrap(), tesuji_work::Acceptance::New);
    let stop = Arc::new(AtomicBool::new(true));
    assert_eq!(execute(&task, &stop), Err(TaskError::Stopped), "{}", case.kind);
    let mut changed = task;
    changed.id.replace_range(0..1, "x");
    assert!(matches!(execute(&changed, &Arc::default()), Err(TaskError::Senseless(_))));
}
