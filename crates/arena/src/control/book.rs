//! The opening book of one of our players: a file, and what it held when the match began.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tesuji_engine::book::Book;
use tesuji_store::Digest;

/// An opening book of a strong player. Games depend on its content, so the terms contain its digest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookFile {
    /// The file, looked up from the folder of the control file.
    pub path: String,
    /// The digest of its bytes.
    pub digest: Digest,
}

impl BookFile {
    /// The book in this file as it is now, with its path as the control writes it and its digest.
    ///
    /// # Errors
    ///
    /// Why there is no book. The text does not name the file.
    pub(super) fn look(written: String, file: &Path) -> Result<(Self, Book), String> {
        let (book, digest) = read(file)?;
        Ok((Self { path: written, digest }, book))
    }

    /// The book, if the file still holds what it held when the match began.
    ///
    /// # Errors
    ///
    /// What is wrong with the file. The text names it.
    pub fn load(&self, folder: &Path) -> Result<Arc<Book>, String> {
        let named = |fault: String| format!("book {}: {fault}", self.path);
        let (book, digest) = read(&folder.join(&self.path)).map_err(named)?;
        if digest == self.digest {
            Ok(Arc::new(book))
        } else {
            Err(named("it has changed since the match began".to_owned()))
        }
    }
}

fn read(path: &Path) -> Result<(Book, Digest), String> {
    let bytes = tesuji_archive::files::read_at_most(path, Book::MOST_BYTES)
        .map_err(|error| format!("cannot be read: {error}"))?;
    let (book, _) = Book::read(&bytes).map_err(|error| error.to_string())?;
    Ok((book, Digest::of(&bytes)))
}
