//! Files that get their names only when they are complete. Until then they lie in the same folder under a temporary
//! name.
//!
//! The writer of such a file holds a lock on it, which ends with the process. So files left by a killed process can be
//! distinguished from files being written, and the next writer removes them.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

/// The prefix of a temporary name.
const PREFIX: &str = ".writing-";

/// Begins a file in this folder, with the permissions of any other file. It is deleted when the returned value is
/// dropped, unless that is given a name (`persist`).
///
/// The first call for a folder in a process removes what killed writers have left there.
///
/// # Errors
///
/// If the file cannot be created.
pub fn begin(folder: &Path) -> io::Result<NamedTempFile> {
    static CLEANED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if CLEANED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        remove_left(folder);
    }
    loop {
        let mut builder = tempfile::Builder::new();
        // Temporary files are private by default.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.prefix(PREFIX).tempfile_in(folder).map_err(plain)?;
        match file.as_file().try_lock() {
            // Without locks nothing is ever removed.
            Err(TryLockError::Error(_)) => return Ok(file),
            Ok(()) if file.path().exists() => return Ok(file),
            // Between these two steps another process has taken the file for a leftover.
            Ok(()) | Err(TryLockError::WouldBlock) => {}
        }
    }
}

/// Kind of the error. The library's own message has the temporary name, which means nothing to anybody.
fn plain(error: io::Error) -> io::Error {
    error.kind().into()
}

/// Removes files that no process is writing any more. Those that cannot be removed do no harm.
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

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn an_error_does_not_name_the_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let error = begin(&folder.path().join("missing")).unwrap_err();
        assert_eq!((error.kind(), error.to_string().contains(PREFIX)), (io::ErrorKind::NotFound, false), "{error}");
    }

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
        // As another process would write it.
        fs::write(folder.path().join(".writing-left"), "half").unwrap();
        remove_left(folder.path());
        assert_eq!(names(), BTreeSet::from([name, ".writings".to_owned()]));
        mine.persist(folder.path().join("whole")).unwrap();
        remove_left(folder.path());
        assert_eq!(names(), BTreeSet::from(["whole".to_owned(), ".writings".to_owned()]));
    }
}
