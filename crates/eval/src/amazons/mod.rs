//! Evaluations of Amazons.
mod domination;
mod lines;
mod mobility;
mod set;
mod terms;

pub use domination::{Round, first_reach, path_interception};
pub use lines::{LONGEST_SIDE, Lines, Squares};
pub use mobility::Mobility;
pub use terms::{Race, Terms, terms};

#[cfg(test)]
mod tests;
