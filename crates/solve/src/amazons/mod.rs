//! Endings of Amazons, exactly: regions, longest walks, values of regions, and who wins.
//!
//! Never: a guess. What is not known within the limits is an interval, or undecided.

mod plot;
mod regions;
mod fill;
mod shape;
mod values;
mod endings;
mod search;
pub mod record;
#[cfg(test)]
mod tests;

pub use endings::{Ending, Endings};
pub use fill::{Filling, fill};
pub use regions::{Region, RegionKind, regions};
pub use search::{Solved, Solver};
pub use values::{NoValue, ValueBounds, Valuer};
