//! Allows only one process at a time to work on the file of a long run.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// As long as this value lives, this process is the one that works on a file. If the process dies, the system releases
/// the lock.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

/// The path of the lock of `file`: beside it, with `.lock` added to its name.
pub(crate) fn path_of(file: &Path) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(".lock");
    path.into()
}

impl Lock {
    /// Takes the lock of `file`, which need not exist. `None` if another process has it.
    ///
    /// # Errors
    ///
    /// If the lock cannot be created.
    pub fn beside(file: &Path) -> io::Result<Option<Self>> {
        let path = path_of(file);
        loop {
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            match file.try_lock() {
                // The previous holder may have deleted the file since we opened it.
                Ok(()) if !is_at(&file, &path) => {}
                Ok(()) => return Ok(Some(Self { path, _file: file })),
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(source)) => return Err(source),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While we still hold it. If the file stays, it does no harm.
        _ = std::fs::remove_file(&self.path);
    }
}

/// Whether the file open here is still the one at this path.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |metadata: &std::fs::Metadata| (metadata.dev(), metadata.ino());
        matches!((file.metadata(), path.metadata()), (Ok(open), Ok(there)) if place(&open) == place(&there))
    }
    #[cfg(not(unix))]
    {
        // On such systems an open file cannot be deleted.
        let _ = (file, path);
        true
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run");
        let held = Lock::beside(&file).unwrap();
        assert!(held.is_some() && Lock::beside(&file).unwrap().is_none());
        drop(held);
        assert!(!path_of(&file).exists());
        assert!(Lock::beside(&file).unwrap().is_some());
        assert!(Lock::beside(&folder.path().join("nowhere/run")).is_err());
    }
}
