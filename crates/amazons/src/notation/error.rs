//! Errors of texts, with places.

use tesuji_board::CoordinateError;
use tesuji_sgf::{TextPlace, quoted};

use crate::SetupError;

/// The first fault of a text that cannot be read. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// Something else is there.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Unexpected {
        /// Line of the fault.
        line: usize,
        /// Column of the fault.
        column: usize,
        /// Expected content.
        expected: &'static str,
        /// The start of what is there.
        found: String,
    },
    /// Not a square, or a square that is not on the board.
    #[error("line {line}, column {column}: {error}")]
    Square {
        /// Line of the fault.
        line: usize,
        /// Column of the fault.
        column: usize,
        /// The fault.
        error: CoordinateError,
    },
    /// An impossible board or set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl NotationError {
    /// Something other than `expected` at a byte of the text.
    pub(crate) fn unexpected(text: &str, offset: usize, expected: &'static str) -> Self {
        let TextPlace { line, column } = TextPlace::of(text, offset);
        Self::Unexpected { line, column, expected, found: quoted(&text[text.floor_char_boundary(offset)..]) }
    }

    /// A faulty square at a byte of the text.
    pub(crate) fn square(text: &str, offset: usize, error: CoordinateError) -> Self {
        let TextPlace { line, column } = TextPlace::of(text, offset);
        Self::Square { line, column, error }
    }
}
