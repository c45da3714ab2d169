//! Errors of stores.

use std::fmt;
use std::io;
use std::path::PathBuf;

use tesuji_board::Player;
use tesuji_problem::board::Question;

use super::database::DatabaseError;

/// Error of reading or writing a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A certificate cannot be read or written.
    #[error("the certificate {} cannot be kept or read: {source}", path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The store lies where nothing can be written.
    #[error("the store {} cannot be written where it lies", .0.display())]
    ReadOnly(PathBuf),
    /// The store holds a different answer.
    #[error("{0}")]
    Contradiction(Box<Contradiction>),
    /// The store holds the other answer to a claim, with a certificate that the checker accepts.
    #[error("contradiction: the store proves the opposite of the new answer to {0}")]
    Claims(String),
}

/// Two answers to one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The position.
    pub question: Question,
    /// The winner according to the store.
    pub kept: Player,
    /// The winner according to the answer to be written.
    pub found: Player,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { question, kept, found } = self;
        write!(f, "contradiction: {} wins by the store and {found} by the new answer: {}", kept, describe(question))
    }
}

/// The position in one line: `5x5, black c3, white none, white to move`.
pub(crate) fn describe(question: &Question) -> String {
    let (columns, rows) = question.size();
    let names = |stones: &tesuji_board::CellSet| match stones.is_empty() {
        true => "none".to_owned(),
        false => stones.iter().map(|cell| question.topology.name(cell)).collect::<Vec<_>>().join(" "),
    };
    let Question { black, white, to_move, .. } = question;
    format!("{columns}x{rows}, black {}, white {}, {to_move} to move", names(black), names(white))
}
