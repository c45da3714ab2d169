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

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tesuji_archive::files;
use tesuji_arena::Shard;

use crate::{Kept, Merged, Outcome, Task, Work, WorkError, kinds};

/// What distinguishes the kinds of work that are kept in folders.
pub(crate) trait Kind: Send + Sync + Clone + 'static {
    /// Its name.
    const NAME: &'static str;

    /// What the work is: equal for equal work.
    fn title(&self) -> Value;

    /// The number of tasks. They are numbered from 1.
    fn n_tasks(&self) -> u64;

    /// The task with this number.
    fn task(&self, number: u64) -> Result<Task, WorkError>;

    /// What is kept of a result, if it is believed: a short record, and files by name.
    ///
    /// The error says what is wrong.
    fn believe(&self, task: &Task, result: &Value) -> Result<Record, String>;

    /// The result again, from what is kept of it.
    fn restore(&self, record: Record) -> Result<Value, String>;

    /// Files that follow from all records, with their names in the folder. They are written when no task is left.
    fn whole(&self, _records: &BTreeMap<u64, Value>) -> Result<Vec<(&'static str, Vec<u8>)>, WorkError> {
        Ok(Vec::new())
    }

    /// What the records say together, by the numbers of their tasks.
    fn summary(&self, records: &BTreeMap<u64, Value>) -> Result<Value, WorkError>;
}

/// What is kept of a result.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Record {
    /// What is kept in the file of the outcome.
    pub(crate) value: Value,
    /// Other files, by their names in the folder of certificates.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

/// The most tasks of one work: each is a file in its folder.
const MOST_TASKS: u64 = 1_000_000;

/// The file of an outcome.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    task: String,
    number: u64,
    record: Value,
    files: Vec<String>,
}

/// Work with the folder where it is kept.
#[derive(Debug)]
pub(crate) struct FolderWork<K> {
    kind: K,
    folder: PathBuf,
    shard: Shard,
    records: BTreeMap<u64, Value>,
    /// The tasks of the shard without an outcome.
    open: BTreeSet<u64>,
}

impl<K: Kind> FolderWork<K> {
    /// Opens the folder, or makes it.
    pub(crate) fn open(kind: K, folder: &Path, shard: Shard) -> Result<Self, WorkError> {
        let n_tasks = kind.n_tasks();
        if n_tasks > MOST_TASKS {
            let fault = format!("this is work of {n_tasks} tasks: expected at most {MOST_TASKS}; ask for less");
            return Err(WorkError::Senseless(fault));
        }
        make(&folder.join("outcomes"))?;
        make(&folder.join("certificates"))?;
        let path = folder.join("work.json");
        let title = format!("{:#}\n", serde_json::json!({"work": K::NAME, "of": kind.title()}));
        match fs::read_to_string(&path) {
            Ok(found) if found == title => {}
            Ok(_) => {
                let fault = "the folder holds other work; name another one".to_owned();
                return Err(WorkError::Foreign { path, fault });
            }
            Err(error) if error.kind() == ErrorKind::NotFound => write(&path, title.as_bytes())?,
            Err(error) => return Err(WorkError::file(&path, error)),
        }
        let (records, open) = Default::default();
        let mut work = Self { kind, folder: folder.to_owned(), shard, records, open };
        work.look()?;
        Ok(work)
    }

    pub(crate) const fn kind(&self) -> &K {
        &self.kind
    }

    /// What is kept of a task, with its files.
    pub(crate) fn record(&self, number: u64) -> Result<Option<Record>, WorkError> {
        let Some(written) = self.read(number)? else { return Ok(None) };
        let mut record = Record { value: written.record, files: BTreeMap::new() };
        for name in written.files {
            let path = self.certificate(&name);
            let bytes = fs::read(&path).map_err(|error| WorkError::file(&path, error))?;
            record.files.insert(name, bytes);
        }
        Ok(Some(record))
    }

    /// What is kept, by the numbers of the tasks.
    pub(crate) const fn records(&self) -> &BTreeMap<u64, Value> {
        &self.records
    }

    /// Writes the files that follow from all outcomes, once they are there. Other shards may write into the folder too.
    fn finish(&mut self) -> Result<(), WorkError> {
        if !self.is_over() {
            return Ok(());
        }
        self.look()?;
        if self.records.len() as u64 == self.kind.n_tasks() {
            for (name, bytes) in self.kind.whole(&self.records)? {
                write(&self.folder.join(name), &bytes)?;
            }
        }
        Ok(())
    }

    fn path(&self, number: u64) -> PathBuf {
        self.folder.join("outcomes").join(format!("{:02}", number / 1000)).join(format!("{number:07}.json"))
    }

    fn certificate(&self, name: &str) -> PathBuf {
        self.folder.join("certificates").join(name)
    }

    /// Looks up what is kept.
    fn look(&mut self) -> Result<(), WorkError> {
        self.records.clear();
        self.open.clear();
        for number in 1..=self.kind.n_tasks() {
            if let Some(written) = self.read(number)? {
                self.records.insert(number, written.record);
            } else if self.shard.has_item(number) {
                self.open.insert(number);
            }
        }
        Ok(())
    }

    /// What is kept of a task; nothing if a file is missing.
    fn read(&self, number: u64) -> Result<Option<Written>, WorkError> {
        let path = self.path(number);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(WorkError::file(&path, error)),
        };
        let foreign = |fault: String| WorkError::Foreign { path: path.clone(), fault };
        let written: Written =
            serde_json::from_slice(&bytes).map_err(|error| foreign(format!("no outcome of a task: {error}")))?;
        if written.number != number || written.task != self.kind.task(number)?.id {
            return Err(foreign(format!("it is not the outcome of task {number}")));
        }
        if written.files.iter().any(|name| name.contains(['/', '\\'])) {
            return Err(foreign("it names a file outside its folder".to_owned()));
        }
        Ok(Some(written).filter(|written| written.files.iter().all(|name| self.certificate(name).is_file())))
    }

    /// Takes in the outcomes of other folders of this work. Each is checked again.
    pub(crate) fn merge(&mut self, parts: &[PathBuf]) -> Result<Merged, WorkError> {
        let mut merged = Merged::default();
        for part in parts {
            if !part.join("work.json").is_file() {
                return Err(WorkError::Foreign { path: part.clone(), fault: "it holds no work".to_owned() });
            }
            let other = Self::open(self.kind.clone(), part, Shard::WHOLE)?;
            for &number in other.records.keys() {
                let Some(record) = other.record(number)? else { continue };
                let refused = |fault| WorkError::Foreign { path: other.path(number), fault };
                let result = self.kind.restore(record).map_err(refused)?;
                let task = self.kind.task(number)?;
                match self.keep(&task, &Outcome { task: task.id.clone(), result })? {
                    Kept::New => merged.new += 1,
                    Kept::Known => merged.known += 1,
                }
            }
        }
        Ok(merged)
    }
}

impl<K: Kind> Work for FolderWork<K> {
    fn kind(&self) -> &'static str {
        K::NAME
    }

    fn n_tasks(&self) -> u64 {
        (1..=self.kind.n_tasks()).filter(|&number| self.shard.has_item(number)).count() as u64
    }

    fn n_pending(&self) -> u64 {
        self.open.len() as u64
    }

    fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    fn pending(&self) -> Box<dyn Iterator<Item = Task> + Send> {
        let numbers = self.open.clone();
        let kind = self.kind.clone();
        // A task that cannot be written was refused when the work was opened.
        Box::new(numbers.into_iter().filter_map(move |number| kind.task(number).ok()))
    }

    fn keep(&mut self, task: &Task, outcome: &Outcome) -> Result<Kept, WorkError> {
        let number = task.number;
        let refused = |fault| WorkError::Refused { number, fault };
        kinds::check_ids(task, outcome, K::NAME).map_err(refused)?;
        let is_here = (1..=self.kind.n_tasks()).contains(&number) && self.shard.has_item(number);
        if !is_here || self.kind.task(number)?.id != task.id {
            return Err(refused("it is not a task of this work".to_owned()));
        }
        if self.records.contains_key(&number) {
            return Ok(Kept::Known);
        }
        let record = self.kind.believe(task, &outcome.result).map_err(refused)?;
        for (name, bytes) in &record.files {
            write(&self.certificate(name), bytes)?;
        }
        let files = record.files.into_keys().collect();
        let written = Written { task: task.id.clone(), number, record: record.value, files };
        let text = serde_json::to_string(&written).map_err(|error| refused(error.to_string()))?;
        let path = self.path(number);
        make(files::folder_of(&path))?;
        write(&path, (text + "\n").as_bytes())?;
        self.records.insert(number, written.record);
        self.open.remove(&number);
        self.finish()?;
        Ok(Kept::New)
    }

    fn summary(&mut self) -> Result<Value, WorkError> {
        // Other shards may have written into the folder.
        self.look()?;
        self.kind.summary(&self.records)
    }
}

fn make(folder: &Path) -> Result<(), WorkError> {
    fs::create_dir_all(folder).map_err(|error| WorkError::file(folder, error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), WorkError> {
    files::write_whole(path, bytes).map_err(|error| WorkError::Senseless(error.to_string()))
}
