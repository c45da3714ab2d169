//! The files of the repository, in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

/// The files that git tracks or would add, by path from the root, with `/` between folders.
///
/// They are held in memory so that a test can plant a fault without touching the disk.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// `None` for a file that is not UTF-8 text.
    files: BTreeMap<String, Option<String>>,
}

/// The root of the repository from which this program was built.
#[must_use]
pub fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

impl Tree {
    /// Reads the repository at `root`: files that are tracked, and new ones that are not ignored.
    ///
    /// # Errors
    ///
    /// If git cannot list the files, or one of them cannot be read.
    pub fn read(root: &Path) -> io::Result<Self> {
        let listing = Command::new("git")
            .args(["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(root)
            .output()?;
        if !listing.status.success() {
            return Err(io::Error::other(format!("git ls-files: {}", String::from_utf8_lossy(&listing.stderr))));
        }
        let mut files = BTreeMap::new();
        for path in String::from_utf8_lossy(&listing.stdout).split_terminator('\0') {
            // A deleted file may still be in the index.
            if root.join(path).is_file() {
                files.insert(path.to_owned(), String::from_utf8(fs::read(root.join(path))?).ok());
            }
        }
        Ok(Self { files })
    }

    /// A tree with these texts.
    pub fn of<const N: usize>(files: [(&str, &str); N]) -> Self {
        Self { files: files.map(|(path, text)| (path.to_owned(), Some(text.to_owned()))).into_iter().collect() }
    }

    /// The text of one file; `None` if there is no such file or it is not text.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path)?.as_deref()
    }

    /// Whether there is a file or a folder at `path`.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        let folder = format!("{}/", path.trim_end_matches('/'));
        self.files.contains_key(path) || self.files.keys().any(|file| file.starts_with(&folder))
    }

    /// Every path, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Every text file with its path, in the order of the paths.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|(path, text)| Some((path.as_str(), text.as_deref()?)))
    }

    /// The text files whose names end in one of `extensions` (without the dot).
    pub fn texts_of(&self, extensions: &[&str]) -> impl Iterator<Item = (&str, &str)> {
        self.texts().filter(move |(path, _)| {
            path.rsplit_once('.').is_some_and(|(_, extension)| extensions.contains(&extension))
        })
    }
}
