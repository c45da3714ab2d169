//! Outcomes that are kept: one line of JSON each, in a file that only grows. Several processes may write it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tesuji_archive::files;

use super::leaf::LeafPosition;
use crate::{TaskOutcome, WorkError};

/// The name of the file in the folder of the work.
pub(super) const NAME: &str = "journal.jsonl";
/// The folder with a lock for each leaf that a process has.
const LEAVES: &str = "leaves";

/// An outcome with the position that it is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeptOutcome {
    pub(super) leaf: LeafPosition,
    pub(super) outcome: TaskOutcome,
}

/// A line of a journal: an outcome, or what is wrong with it.
pub(super) type Line = Result<KeptOutcome, String>;

/// The outcomes in a folder.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    /// Held while the file is read and written.
    lock: File,
    leaves: PathBuf,
    /// The bytes that were read or written here.
    length: u64,
}

impl Journal {
    /// Opens the journal of a folder, which is made if it does not exist.
    pub(super) fn open(folder: &Path) -> Result<Self, WorkError> {
        let (path, leaves) = (folder.join(NAME), folder.join(LEAVES));
        std::fs::create_dir_all(&leaves).map_err(|error| WorkError::file(&leaves, error))?;
        let lock = folder.join("journal.lock");
        let lock = append(&lock).map_err(|error| WorkError::file(&lock, error))?;
        Ok(Self { path, lock, leaves, length: 0 })
    }

    /// The lines that others have written since the last call. Then adds `own`, which is on the disk when this returns.
    pub(super) fn exchange(&mut self, own: Option<&KeptOutcome>) -> Result<Vec<Line>, WorkError> {
        let fault = |error| WorkError::file(&self.path, error);
        self.lock.lock().map_err(fault)?;
        let mut exchange = || -> std::io::Result<Vec<Line>> {
            let (lines, length) = lines(&self.path, self.length)?;
            self.length = length;
            let Some(own) = own else { return Ok(lines) };
            let mut file = append(&self.path)?;
            // A last line that was not written whole is no outcome.
            if file.metadata()?.len() > length {
                file.set_len(length)?;
            }
            let mut line = serde_json::to_vec(own)?;
            line.push(b'\n');
            file.write_all(&line)?;
            file.sync_data()?;
            self.length += line.len() as u64;
            Ok(lines)
        };
        let exchanged = exchange();
        self.lock.unlock().map_err(fault)?;
        exchanged.map_err(fault)
    }

    /// Moves lines to a file beside the journal.
    pub(super) fn drop_lines(&self, mut is_dropped: impl FnMut(&[u8]) -> bool) -> Result<(), WorkError> {
        let fault = |error| WorkError::file(&self.path, error);
        self.lock.lock().map_err(fault)?;
        let bytes = std::fs::read(&self.path).map_err(fault)?;
        let (dropped, left): (Vec<&[u8]>, Vec<&[u8]>) =
            bytes.split_inclusive(|&byte| byte == b'\n').partition(|line| is_dropped(line));
        let beside = self.path.with_extension("jsonl.damaged");
        let written = append(&beside).and_then(|mut file| file.write_all(&dropped.concat()));
        written.map_err(|error| WorkError::file(&beside, error))?;
        let written = files::write_whole(&self.path, &left.concat());
        written.map_err(|error| WorkError::Senseless(error.to_string()))?;
        self.lock.unlock().map_err(fault)
    }

    /// Takes a leaf, so that other processes search other ones: until the value is dropped or this process ends. `None` if
    /// another process has it. Without locks nobody has it.
    pub(super) fn take(&self, id: &str) -> Option<Option<File>> {
        let Ok(file) = append(&self.leaves.join(id)) else { return Some(None) };
        match file.try_lock() {
            Ok(()) => Some(Some(file)),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(_)) => Some(None),
        }
    }
}

fn append(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

/// The lines of a file from this byte on, and where they end; from the beginning, if the file has become shorter.
fn lines(path: &Path, from: u64) -> std::io::Result<(Vec<Line>, u64)> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        file => file?,
    };
    let mut length = if file.metadata()?.len() < from { 0 } else { from };
    file.seek(SeekFrom::Start(length))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let mut lines = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
        length += line.len() as u64;
        lines.push(read(line));
    }
    Ok((lines, length))
}

/// The outcome in a line.
pub(super) fn read(line: &[u8]) -> Line {
    serde_json::from_slice(line).map_err(|error| format!("it is no outcome: {error}"))
}

/// The lines of the journal in a folder; none if there is no journal.
pub(super) fn of_folder(folder: &Path) -> Result<Vec<Line>, WorkError> {
    let path = folder.join(NAME);
    lines(&path, 0).map(|(lines, _)| lines).map_err(|error| WorkError::file(&path, error))
}
