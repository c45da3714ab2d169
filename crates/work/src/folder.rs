//! Work whose outcomes lie in a folder, a file for each.
//!
//! ```text
//! work.json                   what the work is
//! outcomes/00/0000012.json    what came of task 12
//! certificates/ziggurat.cert  files that outcomes name
//! ```
//!
//! A file is written whole or not at all, and its content depends on its task alone. So shards may write into one
//! folder at the same time, and a folder looks the same whoever did the work.
//!
//! What is found in a folder is believed no more than what comes in: it goes through the same check when the folder is
//! opened. An outcome that fails it gets another name, `0000012.json.damaged`, and its task is done again.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tesuji_archive::files;
use tesuji_arena::{Shard, in_threads};

use crate::open::OpenTasks;
use crate::{Acceptance, Task, TaskMerge, TaskOutcome, Work, WorkError, kinds};

/// Interface of the kinds of work that are kept in folders.
pub(crate) trait WorkKind: Send + Sync + Clone + 'static {
    /// Its name.
    const NAME: &'static str;

    /// Identity of the work: equal for equal work.
    fn title(&self) -> Value;

    /// The number of tasks. They are numbered from 1.
    fn n_tasks(&self) -> u64;

    /// The task with this number.
    fn task(&self, number: u64) -> Result<Task, WorkError>;

    /// The task that goes on from this record of a task, whose outcome takes its place; `None` if the record is complete.
    fn continued(&self, _task: &Task, _record: &Value) -> Result<Option<Task>, WorkError> {
        Ok(None)
    }

    /// The part of a result that is kept, if it is believed: a short record, and files by name.
    ///
    /// This is the only check. Outcomes that come in go through it, and so does what is found in a folder.
    ///
    /// The error says what is wrong.
    fn believe(&self, task: &Task, result: &Value) -> Result<StoredResult, String>;

    /// The result again, from what is kept of it.
    fn restore(&self, record: StoredResult) -> Result<Value, String>;

    /// The number of questions that this record leaves undecided. An outcome that leaves fewer takes its place.
    fn n_undecided(&self, _record: &Value) -> usize {
        0
    }

    /// Files that follow from all records, with their names in the folder. They are written when no task is left.
    fn whole(&self, _records: &BTreeMap<u64, Value>) -> Result<Vec<(&'static str, Vec<u8>)>, WorkError> {
        Ok(Vec::new())
    }

    /// Summary of the records, by the numbers of their tasks.
    fn summary(&self, records: &BTreeMap<u64, Value>) -> Result<Value, WorkError>;
}

/// The part of a result that is kept.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct StoredResult {
    /// Content of the file of the outcome.
    pub(crate) value: Value,
    /// Other files, by their names in the folder of certificates.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

/// The most tasks of one work: each is a file in its folder.
const MOST_TASKS: u64 = 1_000_000;

/// The file of an outcome.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OutcomeFile {
    task: String,
    number: u64,
    record: Value,
    files: Vec<String>,
}

/// The longest file that is read.
const MOST_BYTES: u64 = 4 << 30;

/// Contents of the files of a task.
enum TaskFiles {
    Nothing,
    Record(StoredResult),
    /// An outcome that is not believed, with what is wrong.
    Damaged(String),
}

/// Work with the folder where it is kept.
#[derive(Debug)]
pub(crate) struct FolderWork<K> {
    kind: K,
    folder: PathBuf,
    shard: Shard,
    records: BTreeMap<u64, Value>,
    /// The tasks of the shard without an outcome.
    open: OpenTasks,
    /// The number of tasks of the shard.
    n_tasks: u64,
    /// Outcomes that were set aside, a line for each.
    set_aside: Vec<String>,
}

impl<K: WorkKind> FolderWork<K> {
    /// Opens the folder, or makes it. Every outcome of the shard is checked again.
    pub(crate) fn open(kind: K, folder: &Path, shard: Shard) -> Result<Self, WorkError> {
        let n_tasks = kind.n_tasks();
        if n_tasks > MOST_TASKS {
            let fault = format!("this is work of {n_tasks} tasks: expected at most {MOST_TASKS}; ask for less");
            return Err(WorkError::Senseless(fault));
        }
        make(&folder.join("outcomes"))?;
        make(&folder.join("certificates"))?;
        if !is_of(&kind, folder)? {
            write(&folder.join(TITLE), title_of(&kind).as_bytes())?;
        }
        let (records, open, set_aside) = Default::default();
        let n_tasks = (1..=n_tasks).filter(|&number| shard.has_item(number)).count() as u64;
        let mut work = Self { kind, folder: folder.to_owned(), shard, records, open, n_tasks, set_aside };
        work.look(shard)?;
        work.finish()?;
        Ok(work)
    }

    pub(crate) const fn kind(&self) -> &K {
        &self.kind
    }

    /// The kept record of a task, with its files.
    pub(crate) fn record(&self, number: u64) -> Result<Option<StoredResult>, WorkError> {
        match found(&self.kind, &self.folder, number)? {
            TaskFiles::Record(record) => Ok(Some(record)),
            TaskFiles::Nothing | TaskFiles::Damaged(_) => Ok(None),
        }
    }

    /// The kept records, by the numbers of the tasks.
    pub(crate) const fn records(&self) -> &BTreeMap<u64, Value> {
        &self.records
    }

    /// Writes the files that follow from all outcomes, once they are there. Other shards may write into the folder too.
    fn finish(&mut self) -> Result<(), WorkError> {
        if !self.is_over() {
            return Ok(());
        }
        self.look(Shard::WHOLE)?;
        let mut is_complete = self.records.len() as u64 == self.kind.n_tasks();
        for &number in self.records.keys() {
            is_complete = is_complete && !self.current(number)?.1;
        }
        if is_complete {
            for (name, bytes) in self.kind.whole(&self.records)? {
                write(&self.folder.join(name), &bytes)?;
            }
        }
        Ok(())
    }

    /// Looks up what is kept of the tasks of a shard. What is known is not read again unless it is undecided: no outcome
    /// but those is replaced.
    fn look(&mut self, shard: Shard) -> Result<(), WorkError> {
        let is_settled =
            |number: &u64| self.records.get(number).is_some_and(|record| self.kind.n_undecided(record) == 0);
        let mut numbers =
            (1..=self.kind.n_tasks()).filter(|&number| shard.has_item(number)).filter(|number| !is_settled(number));
        let (kind, folder) = (&self.kind, self.folder.as_path());
        let mut all = Vec::new();
        let worker = |_| |number| Some((number, found(kind, folder, number)));
        in_threads(n_threads(), &AtomicBool::new(false), &mut numbers, worker, &mut |(number, found)| {
            // Certificates are in the folder.
            let found = found.map(|found| match found {
                TaskFiles::Record(record) => TaskFiles::Record(StoredResult { files: BTreeMap::new(), ..record }),
                other => other,
            });
            all.push((number, found));
            ControlFlow::Continue(())
        });
        all.sort_unstable_by_key(|(number, _)| *number);
        for (number, found) in all {
            let known = match found? {
                TaskFiles::Nothing => None,
                TaskFiles::Record(record) => Some(record.value),
                TaskFiles::Damaged(fault) => {
                    self.set_aside(number, &fault);
                    None
                }
            };
            match known {
                Some(record) => self.take(number, record)?,
                None => {
                    self.records.remove(&number);
                    if self.shard.has_item(number) {
                        self.open.insert(number);
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes in a record that is kept. Its task stays open if it goes on.
    fn take(&mut self, number: u64, record: Value) -> Result<(), WorkError> {
        self.records.insert(number, record);
        match self.current(number)?.1 {
            false => self.open.remove(number),
            true if self.shard.has_item(number) => self.open.insert(number),
            true => {}
        }
        Ok(())
    }

    /// The task to do for a number, and whether it goes on from a record.
    fn current(&self, number: u64) -> Result<(Task, bool), WorkError> {
        let task = self.kind.task(number)?;
        let continued = self.records.get(&number).map(|record| self.kind.continued(&task, record)).transpose()?;
        Ok(continued.flatten().map_or((task, false), |task| (task, true)))
    }

    /// Gives an outcome that is not believed another name, so that its task is done again.
    fn set_aside(&mut self, number: u64, fault: &str) {
        let path = path_of(&self.folder, number);
        let name = |n: u32| {
            let mut name = path.clone().into_os_string();
            name.push(if n == 1 { ".damaged".to_owned() } else { format!(".damaged-{n}") });
            PathBuf::from(name)
        };
        let free = (1..).map(name).find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| name(1));
        let done = match fs::rename(&path, &free) {
            Ok(()) => format!("set aside as {}", free.file_name().unwrap_or_default().to_string_lossy()),
            Err(error) => format!("cannot be set aside ({error})"),
        };
        self.set_aside.push(format!("{}: {fault}; {done}, and task {number} is to be done again", path.display()));
    }

    /// Takes in the outcomes of other folders of this work. Each is checked again; those that are not believed are listed
    /// and left where they are.
    pub(crate) fn merge(&mut self, parts: &[PathBuf]) -> Result<TaskMerge, WorkError> {
        let mut merged = TaskMerge::default();
        for part in parts {
            if !is_of(&self.kind, part)? {
                return Err(WorkError::Foreign { path: part.clone(), fault: "it holds no work".to_owned() });
            }
            let mut numbers = 1..=self.kind.n_tasks();
            let kind = self.kind.clone();
            let mut failure = None;
            let worker = |_| |number| Some((number, found(&kind, part, number)));
            in_threads(n_threads(), &AtomicBool::new(false), &mut numbers, worker, &mut |(number, found)| {
                let kept = found.and_then(|found| match found {
                    TaskFiles::Nothing => Ok(()),
                    TaskFiles::Damaged(fault) => {
                        merged.refused.push((number, format!("{}: {fault}", path_of(part, number).display())));
                        Ok(())
                    }
                    TaskFiles::Record(record) => {
                        match self.store(number, record)? {
                            Acceptance::New => merged.new += 1,
                            Acceptance::Known => merged.known += 1,
                        }
                        Ok(())
                    }
                });
                match kept {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        failure = Some(error);
                        ControlFlow::Break(())
                    }
                }
            });
            if let Some(error) = failure {
                return Err(error);
            }
        }
        merged.refused.sort();
        self.finish()?;
        Ok(merged)
    }

    /// Keeps a record that is believed, unless one is kept that has decided as much.
    fn store(&mut self, number: u64, record: StoredResult) -> Result<Acceptance, WorkError> {
        let n_undecided = |record: &Value| self.kind.n_undecided(record);
        if self.records.get(&number).is_some_and(|known| n_undecided(known) <= n_undecided(&record.value)) {
            return Ok(Acceptance::Known);
        }
        for (name, bytes) in &record.files {
            write(&certificate_of(&self.folder, name), bytes)?;
        }
        let files = record.files.into_keys().collect();
        let written = OutcomeFile { task: self.kind.task(number)?.id, number, record: record.value, files };
        let text = serde_json::to_string(&written).map_err(|error| WorkError::Senseless(error.to_string()))?;
        let path = path_of(&self.folder, number);
        make(files::folder_of(&path))?;
        write(&path, (text + "\n").as_bytes())?;
        self.take(number, written.record)?;
        Ok(Acceptance::New)
    }
}

/// The name of the file that says what the work is.
pub(crate) const TITLE: &str = "work.json";

fn title_of<K: WorkKind>(kind: &K) -> String {
    format!("{:#}\n", serde_json::json!({"work": K::NAME, "of": kind.title()}))
}

/// Whether this folder holds this work; `false` if it holds none.
fn is_of<K: WorkKind>(kind: &K, folder: &Path) -> Result<bool, WorkError> {
    let path = folder.join(TITLE);
    match fs::read_to_string(&path) {
        Ok(found) if found == title_of(kind) => Ok(true),
        Ok(_) => {
            let fault = "the folder holds other work; name another one".to_owned();
            Err(WorkError::Foreign { path, fault })
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(WorkError::file(&path, error)),
    }
}

fn path_of(folder: &Path, number: u64) -> PathBuf {
    folder.join("outcomes").join(format!("{:02}", number / 1000)).join(format!("{number:07}.json"))
}

fn certificate_of(folder: &Path, name: &str) -> PathBuf {
    folder.join("certificates").join(name)
}

/// The bytes of a file; `None` if there is none. The error says what is wrong with what lies there.
fn bytes_of(path: &Path) -> Result<Result<Option<Vec<u8>>, String>, WorkError> {
    let read = || -> std::io::Result<Result<Option<Vec<u8>>, String>> {
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            return Ok(Err("it is no file".to_owned()));
        }
        if metadata.len() > MOST_BYTES {
            return Ok(Err(format!("it is longer than {} GiB", MOST_BYTES >> 30)));
        }
        fs::read(path).map(|bytes| Ok(Some(bytes)))
    };
    match read() {
        Ok(bytes) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Ok(None)),
        Err(error) => Err(WorkError::file(path, error)),
    }
}

/// A folder's files of a task, checked as an outcome that comes in. Nothing if a file is missing.
fn found<K: WorkKind>(kind: &K, folder: &Path, number: u64) -> Result<TaskFiles, WorkError> {
    let bytes = match bytes_of(&path_of(folder, number))? {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(TaskFiles::Nothing),
        Err(fault) => return Ok(TaskFiles::Damaged(fault)),
    };
    let written: OutcomeFile = match serde_json::from_slice(&bytes) {
        Ok(written) => written,
        Err(error) => return Ok(TaskFiles::Damaged(format!("it is no outcome of a task: {error}"))),
    };
    let task = kind.task(number)?;
    if written.number != number || written.task != task.id {
        return Ok(TaskFiles::Damaged(format!("it is not the outcome of task {number}")));
    }
    let mut record = StoredResult { value: written.record, files: BTreeMap::new() };
    for name in written.files {
        if name.contains(['/', '\\']) {
            return Ok(TaskFiles::Damaged("it names a file outside its folder".to_owned()));
        }
        match bytes_of(&certificate_of(folder, &name))? {
            Ok(Some(bytes)) => _ = record.files.insert(name, bytes),
            Ok(None) => return Ok(TaskFiles::Nothing),
            Err(fault) => return Ok(TaskFiles::Damaged(format!("{name}: {fault}"))),
        }
    }
    let believed = kind.restore(record.clone()).and_then(|result| kind.believe(&task, &result));
    Ok(match believed {
        Ok(believed) if believed == record => TaskFiles::Record(record),
        Ok(_) => TaskFiles::Damaged("its record is not the one of its result".to_owned()),
        Err(fault) => TaskFiles::Damaged(fault),
    })
}

fn n_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl<K: WorkKind> Work for FolderWork<K> {
    fn kind(&self) -> &'static str {
        K::NAME
    }

    fn n_tasks(&self) -> u64 {
        self.n_tasks
    }

    fn n_pending(&self) -> u64 {
        self.open.len()
    }

    fn is_over(&self) -> bool {
        self.open.len() == 0
    }

    fn pending_after(&self, last: u64) -> Box<dyn Iterator<Item = Task> + Send> {
        let kind = self.kind.clone();
        let begun = self.records.keys().filter(|&&number| self.open.contains(number));
        let mut begun: BTreeMap<u64, Task> =
            begun.filter_map(|&number| Some((number, self.current(number).ok()?.0))).collect();
        // A task that cannot be written was refused when the work was opened.
        Box::new(
            self.open.after(last).filter_map(move |number| begun.remove(&number).or_else(|| kind.task(number).ok())),
        )
    }

    fn keep(&mut self, task: &Task, outcome: &TaskOutcome) -> Result<Acceptance, WorkError> {
        let number = task.number;
        let refused = |fault| WorkError::Refused { number, fault };
        kinds::check_ids(task, outcome, K::NAME).map_err(refused)?;
        let is_here = (1..=self.kind.n_tasks()).contains(&number) && self.shard.has_item(number);
        if !is_here || self.current(number)?.0.id != task.id {
            return Err(refused("it is not a task of this work".to_owned()));
        }
        if self.records.get(&number).is_some_and(|known| self.kind.n_undecided(known) == 0) {
            return Ok(Acceptance::Known);
        }
        let record = self.kind.believe(task, &outcome.result).map_err(|fault| {
            if self.records.contains_key(&number) {
                // What it went on from may be wrong.
                self.set_aside(number, &fault);
                self.records.remove(&number);
            }
            refused(fault)
        })?;
        let kept = self.store(number, record)?;
        if kept == Acceptance::New {
            self.finish()?;
        }
        Ok(kept)
    }

    fn summary(&mut self) -> Result<Value, WorkError> {
        // Other shards may have written into the folder.
        self.look(Shard::WHOLE)?;
        self.kind.summary(&self.records)
    }

    fn set_aside(&self) -> Vec<String> {
        self.set_aside.clone()
    }
}

fn make(folder: &Path) -> Result<(), WorkError> {
    fs::create_dir_all(folder).map_err(|error| WorkError::file(folder, error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), WorkError> {
    files::write_whole(path, bytes).map_err(|error| WorkError::Senseless(error.to_string()))
}
