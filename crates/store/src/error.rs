//! What can go wrong with a store.

use std::fmt;
use std::io;
use std::path::PathBuf;

use tesuji_board::Player;
use tesuji_solve::board::Question;

/// Why a store cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such file.
    #[error("there is no store {}", .0.display())]
    Missing(PathBuf),
    /// The file is something else.
    #[error("{} is not a store of positions; it is left as it is", .0.display())]
    NotAStore(PathBuf),
    /// The file was written by a later version.
    #[error("{} is a store of version {found}, this program reads up to {newest}: use a later tesuji", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The latest that is known here.
        newest: i64,
    },
    /// The file is damaged, or the system refuses.
    #[error("the store {} fails: {}", path.display(), database_words(source))]
    Database {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
    /// A row that no version of the program writes.
    #[error("the store {} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which row, and what is wrong with it.
        what: String,
    },
    /// A certificate cannot be read or written.
    #[error("the certificate {} cannot be kept or read: {source}", path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The store has another answer.
    #[error("{0}")]
    Contradiction(Box<Contradiction>),
}

/// Two answers to one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The position.
    pub question: Question,
    /// Who wins by what the store has.
    pub kept: Player,
    /// Who wins by what was to be written.
    pub found: Player,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { question, kept, found } = self;
        write!(f, "contradiction: {} wins by the store and {found} by the new answer: {}", kept, describe(question))
    }
}

/// The position in a line: `5x5, black c3, white none, white to move`.
pub(crate) fn describe(question: &Question) -> String {
    let (columns, rows) = question.size();
    let names = |stones: &tesuji_board::CellSet| match stones.is_empty() {
        true => "none".to_owned(),
        false => stones.iter().map(|cell| question.topology.name(cell)).collect::<Vec<_>>().join(" "),
    };
    let Question { black, white, to_move, .. } = question;
    format!("{columns}x{rows}, black {}, white {}, {to_move} to move", names(black), names(white))
}

/// What SQLite says of its file, with the usual reasons.
fn database_words(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DatabaseCorrupt) => format!("{error}; it is damaged or cut short"),
        Some(rusqlite::ErrorCode::DatabaseBusy) => format!("{error}; another program is writing to it"),
        _ => error.to_string(),
    }
}
