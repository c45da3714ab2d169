//! Boards by their text, or by the name of a file that has one.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use tesuji_board::file::MAX_BOARD_BYTES;
use tesuji_board::{BoardError, BoardSpec, FileError, Topology, file};

/// Why there is no board of that text or name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardFileError {
    /// Neither the text of a board nor the name of a file.
    #[error("{0}; nor is there a file of that name")]
    Unknown(BoardError),
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is no board.
    #[error("{}: {fault}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: FileError,
    },
}

/// The board that `text` says, or that the file of this name, looked up from `folder`, holds. The file's content becomes
/// part of the value.
///
/// # Errors
///
/// If it is neither, or the file is no board.
pub fn find(text: &str, folder: &Path) -> Result<BoardSpec, BoardFileError> {
    let unknown = match text.parse() {
        Ok(spec) => return Ok(spec),
        Err(error) => error,
    };
    let path = folder.join(text);
    // What is said well enough to be a board of the wrong size is no file, unless there is one.
    if path.is_file() { Ok(BoardSpec::of_graph(&read(&path)?)) } else { Err(BoardFileError::Unknown(unknown)) }
}

/// The board in a file, in our form or that of Go Variants.
///
/// # Errors
///
/// If the file cannot be read or is no board.
pub fn read(path: &Path) -> Result<Topology, BoardFileError> {
    let mut text = String::new();
    let most = MAX_BOARD_BYTES as u64 + 1;
    File::open(path)
        .and_then(|file| file.take(most).read_to_string(&mut text))
        .map_err(|source| BoardFileError::Unreadable { path: path.to_owned(), source })?;
    file::read(&text).map_err(|fault| BoardFileError::Malformed { path: path.to_owned(), fault })
}
