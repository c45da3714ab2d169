//! What is wrong with a text, and where.

use tesuji_board::CoordinateError;
use tesuji_sgf::{Place, quoted};

use crate::SetupError;

/// Why a text cannot be read: the first fault in it. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// Something else stands there.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Unexpected {
        /// Line of the fault.
        line: usize,
        /// Column of the fault.
        column: usize,
        /// What may stand there.
        expected: &'static str,
        /// The start of what does.
        found: String,
    },
    /// A square that is none, or lies beyond the board.
    #[error("line {line}, column {column}: {error}")]
    Square {
        /// Line of the fault.
        line: usize,
        /// Column of the fault.
        column: usize,
        /// What is wrong with it.
        error: CoordinateError,
    },
    /// A board that cannot be, or on which things cannot stand so.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl NotationError {
    /// Something else than `expected` at a byte of the text.
    pub(crate) fn unexpected(text: &str, offset: usize, expected: &'static str) -> Self {
        let Place { line, column } = Place::of(text, offset);
        Self::Unexpected { line, column, expected, found: quoted(&text[text.floor_char_boundary(offset)..]) }
    }

    /// A square that is none at a byte of the text.
    pub(crate) fn square(text: &str, offset: usize, error: CoordinateError) -> Self {
        let Place { line, column } = Place::of(text, offset);
        Self::Square { line, column, error }
    }
}
