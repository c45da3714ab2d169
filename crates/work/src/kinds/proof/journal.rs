//! Outcomes that are kept: one line of JSON each, in a file that only grows.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tesuji_archive::files;

use crate::{TaskOutcome, WorkError};

/// The name of the file in the folder of the work.
pub(crate) const NAME: &str = "journal.jsonl";

/// The outcomes in a folder, by id of the task.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    pub(crate) outcomes: BTreeMap<String, TaskOutcome>,
    /// What was set aside, a line for each outcome.
    pub(crate) set_aside: Vec<String>,
}

/// What a journal holds.
#[derive(Debug, Default)]
pub(crate) struct JournalLines {
    /// The outcomes by id: of two of one task the first, unless only the second decides something.
    pub(crate) outcomes: BTreeMap<String, TaskOutcome>,
    /// Lines that are no outcomes: the number, and what is wrong.
    pub(crate) damaged: Vec<(usize, String)>,
    /// The length of the lines that are whole.
    length: u64,
}

/// Whether an outcome says who wins.
pub(crate) fn is_decided(outcome: &TaskOutcome) -> bool {
    !outcome.result["winner"].is_null()
}

impl Journal {
    /// Opens the journal of a folder, which is made if it does not exist.
    pub(crate) fn open(folder: &Path) -> Result<Self, WorkError> {
        std::fs::create_dir_all(folder).map_err(|error| WorkError::file(folder, error))?;
        let path = folder.join(NAME);
        let fault = |error| WorkError::file(&path, error);
        let JournalLines { outcomes, damaged, length } = read(&path)?;
        let file = append(&path)?;
        // A last line that was not written whole is no outcome.
        if file.metadata().map_err(fault)?.len() > length {
            file.set_len(length).map_err(fault)?;
        }
        let mut journal = Self { path, file, outcomes, set_aside: Vec::new() };
        for (number, why) in &damaged {
            journal.set_aside.push(format!("{}, line {number}: {why}; it is set aside", journal.path.display()));
        }
        if !damaged.is_empty() {
            journal.drop_lines(|line| serde_json::from_slice::<TaskOutcome>(line).is_err())?;
        }
        Ok(journal)
    }

    /// Keeps an outcome. It is on the disk when this returns.
    pub(crate) fn keep(&mut self, outcome: &TaskOutcome) -> Result<(), WorkError> {
        let mut line = serde_json::to_vec(outcome).map_err(|error| WorkError::Senseless(error.to_string()))?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.map_err(|error| WorkError::file(&self.path, error))?;
        self.outcomes.insert(outcome.task.clone(), outcome.clone());
        Ok(())
    }

    /// Sets aside the outcome of a task that is not believed, so that the task is done again.
    pub(crate) fn set_aside(&mut self, id: &str, fault: &str) -> Result<(), WorkError> {
        let Some(outcome) = self.outcomes.remove(id) else { return Ok(()) };
        self.set_aside
            .push(format!("{}: {fault}; the outcome is set aside, and its task is done again", self.path.display()));
        self.drop_lines(|line| serde_json::from_slice(line).is_ok_and(|found: TaskOutcome| found == outcome))
    }

    /// Moves lines to a file beside the journal.
    fn drop_lines(&mut self, is_dropped: impl Fn(&[u8]) -> bool) -> Result<(), WorkError> {
        let bytes = std::fs::read(&self.path).map_err(|error| WorkError::file(&self.path, error))?;
        let (dropped, left): (Vec<&[u8]>, Vec<&[u8]>) =
            bytes.split_inclusive(|&byte| byte == b'\n').partition(|line| is_dropped(line));
        let beside = self.path.with_extension("jsonl.damaged");
        let written = append(&beside)?.write_all(&dropped.concat());
        written.map_err(|error| WorkError::file(&beside, error))?;
        let written = files::write_whole(&self.path, &left.concat());
        written.map_err(|error| WorkError::Senseless(error.to_string()))?;
        self.file = append(&self.path)?;
        Ok(())
    }
}

fn append(path: &Path) -> Result<File, WorkError> {
    OpenOptions::new().create(true).append(true).open(path).map_err(|error| WorkError::file(path, error))
}

/// What a journal holds; nothing if there is none.
pub(crate) fn read(path: &Path) -> Result<JournalLines, WorkError> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(WorkError::file(path, error)),
    };
    let mut lines = JournalLines::default();
    for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        if !line.ends_with(b"\n") {
            break;
        }
        lines.length += line.len() as u64;
        match serde_json::from_slice::<TaskOutcome>(line) {
            Ok(outcome) => {
                let known = lines.outcomes.get(&outcome.task);
                if known.is_none_or(|known| !is_decided(known)) {
                    lines.outcomes.insert(outcome.task.clone(), outcome);
                }
            }
            Err(error) => lines.damaged.push((number, format!("it is no outcome: {error}"))),
        }
    }
    Ok(lines)
}
