//! Finds boards by their text, or by the name of a file that holds one.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use tesuji_board::file::MAX_BOARD_BYTES;
use tesuji_board::{BoardError, BoardSpec, FileError, Topology, file};

/// Error of a text or name that is no board.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardFileError {
    /// Neither the text of a board nor the name of a file.
    #[error("{0}, and there is no file of that name")]
    Unknown(BoardError),
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file does not hold a board.
    #[error("{}: {fault}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The fault.
        fault: FileError,
    },
}

/// The board that `text` describes, or the one in the file of this name, looked up from `folder`. The content of the
/// file becomes part of the value.
///
/// # Errors
///
/// If the text is neither, or the file does not hold a board.
pub fn find(text: &str, folder: &Path) -> Result<BoardSpec, BoardFileError> {
    let unknown = match text.parse() {
        Ok(spec) => return Ok(spec),
        Err(error) => error,
    };
    let path = folder.join(text);
    // Without such a file, the fault in the text is reported: it may be a board of a wrong size.
    if path.is_file() { Ok(BoardSpec::of_graph(&read(&path)?)) } else { Err(BoardFileError::Unknown(unknown)) }
}

/// The board in a file, in our format or that of Go Variants.
///
/// # Errors
///
/// If the file cannot be read or does not hold a board.
pub fn read(path: &Path) -> Result<Topology, BoardFileError> {
    let mut text = String::new();
    let most = MAX_BOARD_BYTES as u64 + 1;
    File::open(path)
        .and_then(|file| file.take(most).read_to_string(&mut text))
        .map_err(|source| BoardFileError::Unreadable { path: path.to_owned(), source })?;
    file::read(&text).map_err(|fault| BoardFileError::Malformed { path: path.to_owned(), fault })
}
