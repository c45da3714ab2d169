//! Checks of the repository as it is. `tests/tidy.rs` runs them on the real one.
//!
//! Each check gets what it looks at as a value and returns every fault it finds. So the tests beside it can plant a
//! fault and see it caught.

use std::fmt;

pub mod budgets;
pub mod circles;
pub mod documents;
pub mod floors;
pub mod games;
pub mod generated;
pub mod harness;
pub mod licences;
pub mod origins;
pub mod places;
pub mod sources;
pub mod words;

/// Something to be fixed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The file, with its line if there is one, or the crate.
    pub place: String,
    /// What is wrong, and what to do about it.
    pub message: String,
}

impl Fault {
    /// A fault at `place`.
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}
