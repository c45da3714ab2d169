//! Files that get their names when they are whole: until then they lie beside their place under a name of their own.
//!
//! Whoever writes such a file holds a lock on it, which goes with the process. So what a kill has left is told from what
//! is being written, and the next writer removes it.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

/// What such a name begins with.
const PREFIX: &str = ".writing-";

/// Begins a file in this folder, as public as any other. It goes away with what is returned, unless that is given a name
/// (`persist`).
///
/// The first call for a folder in a process removes what writers that were killed have left there.
///
/// # Errors
///
/// If it cannot be made.
pub fn begin(folder: &Path) -> io::Result<NamedTempFile> {
    static CLEANED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if CLEANED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        remove_left(folder);
    }
    loop {
        let mut builder = tempfile::Builder::new();
        // Files of a temporary kind are private by default.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.prefix(PREFIX).tempfile_in(folder)?;
        match file.as_file().try_lock() {
            // Where there are no locks nobody removes anything.
            Err(TryLockError::Error(_)) => return Ok(file),
            Ok(()) if file.path().exists() => return Ok(file),
            // Another process has taken it for one that was left, between these two steps.
            Ok(()) | Err(TryLockError::WouldBlock) => {}
        }
    }
}

/// Removes the files that nobody writes any more. What cannot be removed does no harm.
fn remove_left(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            let Ok(file) = File::open(entry.path()) else { continue };
            // The lock is held until the file is gone.
            if file.try_lock().is_ok() {
                _ = fs::remove_file(entry.path());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_kill_has_left_goes_and_what_is_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let names = || -> BTreeSet<String> {
            let entries = fs::read_dir(folder.path()).unwrap();
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
        };
        fs::write(folder.path().join(".writing-left"), "half").unwrap();
        fs::write(folder.path().join(".writings"), "somebody's").unwrap();
        let mine = begin(folder.path()).unwrap();
        let name = mine.path().file_name().unwrap().to_str().unwrap().to_owned();
        assert_eq!(names(), BTreeSet::from([name.clone(), ".writings".to_owned()]));
        // As another process would.
        fs::write(folder.path().join(".writing-left"), "half").unwrap();
        remove_left(folder.path());
        assert_eq!(names(), BTreeSet::from([name, ".writings".to_owned()]));
        mine.persist(folder.path().join("whole")).unwrap();
        remove_left(folder.path());
        assert_eq!(names(), BTreeSet::from(["whole".to_owned(), ".writings".to_owned()]));
    }
}
