//! Errors of board files.

use crate::syntax::SyntaxFault;

/// Error of a text that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// Not JSON.
    #[error(transparent)]
    Syntax(#[from] SyntaxFault),
    /// JSON, but not a board.
    #[error("{at}: expected {expected}")]
    Data {
        /// The place in the data, such as `links[3][0]`, or `the file` for all of it.
        at: String,
        /// Expected content.
        expected: String,
    },
    /// Longer than any board needs.
    #[error("the text is longer than {} bytes, more than any board needs", super::MAX_BOARD_BYTES)]
    Long,
}
