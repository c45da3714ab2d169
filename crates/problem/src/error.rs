//! Faults of problem files, with their places.

use std::ops::Range;

use tesuji_board::TopologyError;
use tesuji_proof::ClaimError;

/// Reason why a text is not a problem file: the fault, and the place in the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct ProblemError {
    line: usize,
    column: usize,
    span: Range<usize>,
    fault: Fault,
}

/// Faults of a problem file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Neither valid JSON nor valid TOML; the message comes from the parser.
    #[error("{0}")]
    Syntax(String),
    /// The text contains no problem.
    #[error("no problem in this file: expected JSON, TOML with `[[problem]]` tables, or headers and a drawing")]
    NoProblem,
    /// The text contains no position of a whole board.
    #[error("no position in this file: expected JSON, TOML with `[[position]]` tables, or a notation of Hex")]
    NoPosition,
    /// A required key is missing.
    #[error("no `{key}`: expected {expected}")]
    Missing {
        /// The missing key.
        key: &'static str,
        /// Expected content.
        expected: &'static str,
    },
    /// Something other than expected.
    #[error("`{found}`: expected {expected}")]
    Unexpected {
        /// The offending text, shortened.
        found: String,
        /// The valid alternatives there.
        expected: String,
    },
    /// Two keys that exclude each other.
    #[error("`{key}` cannot stand beside `{beside}`")]
    Conflict {
        /// The key that is one too many.
        key: &'static str,
        /// The key it conflicts with.
        beside: &'static str,
    },
    /// Something that may occur once occurs twice.
    #[error("{what} `{name}` is used twice; first on line {first_line}")]
    Twice {
        /// The kind of thing.
        what: &'static str,
        /// Its name.
        name: String,
        /// The line of the first use, counted from 1.
        first_line: usize,
    },
    /// A goal joins a cell that the owner can never have.
    #[error("`{0}` is the opponent's: a goal joins the owner's stones, empty cells and edges")]
    OpponentTerminal(String),
    /// A cell is listed as a stone and as empty, or as needed and as droppable.
    #[error("`{cell}` is {first} as well as {second}")]
    Overlap {
        /// The cell.
        cell: String,
        /// Its kind in the first list.
        first: &'static str,
        /// Its kind in the second list.
        second: &'static str,
    },
    /// The board cannot be built.
    #[error(transparent)]
    Board(#[from] TopologyError),
    /// The claim makes no sense.
    #[error(transparent)]
    Claim(#[from] ClaimError),
}

impl ProblemError {
    /// The line of the fault, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The column of the fault in characters, counted from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// Beginning of the offending text, in bytes from the start of the file.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.span.start
    }

    /// The length of the offending text in bytes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.span.end - self.span.start
    }

    /// Whether there is no offending text, only a place where something is missing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The fault.
    #[must_use]
    pub const fn fault(&self) -> &Fault {
        &self.fault
    }
}

/// A fault and its place in bytes: an error before lines are counted.
#[derive(Debug)]
pub(crate) struct Flaw {
    pub(crate) span: Range<usize>,
    pub(crate) fault: Fault,
}

impl Flaw {
    pub(crate) fn new(span: Range<usize>, fault: impl Into<Fault>) -> Self {
        Self { span, fault: fault.into() }
    }

    /// A fault: `found` stands at `span` where something else was expected.
    pub(crate) fn unexpected(span: Range<usize>, found: &str, expected: impl Into<String>) -> Self {
        Self::new(span, Fault::Unexpected { found: excerpt(found), expected: expected.into() })
    }

    /// The error with line and column in `file`.
    pub(crate) fn within(self, file: &str) -> ProblemError {
        let start = file.floor_char_boundary(self.span.start);
        let end = file.floor_char_boundary(self.span.end).max(start);
        let before = &file[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ProblemError {
            line: line_of(file, start),
            column: before[line_start..].chars().count() + 1,
            span: start..end,
            fault: self.fault,
        }
    }
}

/// The line of the byte at `offset`, counted from 1.
pub(crate) fn line_of(file: &str, offset: usize) -> usize {
    file.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1
}

/// The byte at a line and a column, both counted from 1; the end of the file if there is no such place.
pub(crate) fn offset_of(file: &str, line: usize, column: usize) -> usize {
    let line_start: usize = file.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    line_start + file[line_start..].chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>()
}

/// The first line of `text`, shortened if it is long.
fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let line = text.trim_start().lines().next().unwrap_or_default();
    let mut short: String = line.chars().take(MOST).collect();
    if short.len() < line.len() {
        short.push_str("..");
    }
    short
}
