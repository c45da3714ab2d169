//! One process at a time for a file that a long run goes on with.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// As long as it lives, this process is the one that works on a file. The system takes it back from a process that dies.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

/// Where the lock of `file` lies: beside it, with `.lock` behind its name.
pub(crate) fn path_of(file: &Path) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(".lock");
    path.into()
}

impl Lock {
    /// The lock of `file`, which need not be there; `None` if another process has it.
    ///
    /// # Errors
    ///
    /// If the lock cannot be made.
    pub fn beside(file: &Path) -> io::Result<Option<Self>> {
        let path = path_of(file);
        loop {
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            match file.try_lock() {
                // Whoever held it before may have taken the file away since we opened it.
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
        // While it is still ours. If it stays, it does no harm.
        _ = std::fs::remove_file(&self.path);
    }
}

/// Is the file that is open here still the one that lies there?
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |metadata: &std::fs::Metadata| (metadata.dev(), metadata.ino());
        matches!((file.metadata(), path.metadata()), (Ok(open), Ok(there)) if place(&open) == place(&there))
    }
    #[cfg(not(unix))]
    {
        // There, an open file cannot be taken away.
        let _ = (file, path);
        true
    }
}

#[cfg(test)]
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
