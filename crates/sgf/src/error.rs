//! Errors of files.

use crate::TextPlace;

/// Error of a text that is not SGF or exceeds a bound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// The first fault in it.
    #[error("not SGF: line {}, column {}: expected {expected}, found {found}", place.line, place.column)]
    Unexpected {
        /// Its place.
        place: TextPlace,
        /// Expected content.
        expected: &'static str,
        /// The start of what is there instead.
        found: String,
    },
    /// A line of more nodes than any game has.
    #[error("more than {0} nodes follow each other")]
    Long(usize),
    /// Rectangles that together have more points than any game lists.
    #[error("rectangles of more than {0} points in all")]
    Crowded(usize),
}

/// A property whose value makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{property}[{found}] after {n_moves} moves: expected {expected}")]
pub struct PropertyError {
    /// Its name.
    pub property: String,
    /// The start of its value.
    pub found: String,
    /// Number of moves before it.
    pub n_moves: usize,
    /// Expected value.
    pub expected: &'static str,
}

impl PropertyError {
    /// An error about a property with this value. It keeps the first 32 characters of the value.
    #[must_use]
    pub fn new(property: &str, found: &str, n_moves: usize, expected: &'static str) -> Self {
        const MOST_CHARACTERS: usize = 32;
        let found = found.chars().take(MOST_CHARACTERS).collect();
        Self { property: property.to_owned(), found, n_moves, expected }
    }
}
