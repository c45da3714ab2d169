//! Endings of Amazons, exactly: regions, longest walks, values of regions, and who wins.
//!
//! Never: a guess. What is not known within the limits is an interval, or undecided.

mod plot;
mod regions;
mod fill;
mod shape;
mod values;
#[cfg(test)]
mod tests;

pub use fill::{Filling, fill};
pub use regions::{Region, RegionKind, regions};
pub use values::{NoValue, ValueBounds, Valuer};
