//! Errors of board files.

/// Error of a text that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// Not JSON.
    #[error("line {line}, column {column}: {reason}")]
    Syntax {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// Message of the JSON reader.
        reason: String,
    },
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

impl FileError {
    pub(super) fn syntax(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let reason = error.to_string();
        let place = format!(" at line {line} column {column}");
        Self::Syntax { line, column, reason: reason.strip_suffix(&place).unwrap_or(&reason).to_owned() }
    }
}
