//! The opening book of a player of ours: a file, and what it held when the match began.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tesuji_engine::book::Book;
use tesuji_store::Digest;

/// A book that a strong player opens by. Games depend on what is in it, so the terms have its digest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookFile {
    /// The file; looked up from the control file.
    pub path: String,
    /// Of its bytes.
    pub digest: Digest,
}

impl BookFile {
    /// The book in this file as it is now, and what names it.
    ///
    /// # Errors
    ///
    /// Why there is none; the text does not name the file.
    pub(super) fn look(path: String, folder: &Path) -> Result<(Self, Book), String> {
        let (book, digest) = read(&folder.join(&path))?;
        Ok((Self { path, digest }, book))
    }

    /// The book, if the file still holds what it held when the match began.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, which is named.
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
    let bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    let (book, _) = Book::read(&bytes).map_err(|error| error.to_string())?;
    Ok((book, Digest::of(&bytes)))
}
