//! Outcomes that are kept: one line of JSON each, in a file that only grows.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::{Outcome, WorkError};

/// The name of the file in the folder of the work.
pub(crate) const NAME: &str = "journal.jsonl";

/// The outcomes in a folder, by id of the task.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    pub(crate) outcomes: BTreeMap<String, Outcome>,
}

impl Journal {
    /// Opens the journal of a folder, which is made if it does not exist.
    pub(crate) fn open(folder: &Path) -> Result<Self, WorkError> {
        std::fs::create_dir_all(folder).map_err(|error| WorkError::file(folder, error))?;
        let path = folder.join(NAME);
        let fault = |error| WorkError::file(&path, error);
        let (outcomes, length) = read(&path)?;
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(fault)?;
        // A last line that was not written whole is no outcome.
        if file.metadata().map_err(fault)?.len() > length {
            file.set_len(length).map_err(fault)?;
        }
        Ok(Self { path, file, outcomes })
    }

    /// Keeps an outcome. It is on the disk when this returns.
    pub(crate) fn keep(&mut self, outcome: &Outcome) -> Result<(), WorkError> {
        let mut line = serde_json::to_vec(outcome).map_err(|error| WorkError::Senseless(error.to_string()))?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.map_err(|error| WorkError::file(&self.path, error))?;
        self.outcomes.insert(outcome.task.clone(), outcome.clone());
        Ok(())
    }
}

/// The outcomes of a journal by id, and the length of the lines that are whole.
pub(crate) fn read(path: &Path) -> Result<(BTreeMap<String, Outcome>, u64), WorkError> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(WorkError::file(path, error)),
    };
    let (mut outcomes, mut length) = (BTreeMap::new(), 0);
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if !line.ends_with(b"\n") {
            break;
        }
        let outcome: Outcome = serde_json::from_slice(line).map_err(|error| WorkError::Foreign {
            path: path.to_owned(),
            fault: format!("line {} is no outcome: {error}", number + 1),
        })?;
        length += line.len() as u64;
        outcomes.insert(outcome.task.clone(), outcome);
    }
    Ok((outcomes, length))
}
