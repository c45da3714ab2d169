//! Statistics over random playouts: points, pairs of points and the order of two moves.
//!
//! [`Sample`] plays and remembers. For each playout it keeps the first stone on each cell, in order, the owners at the
//! end, and the margin. [`Statistics`] counts a sample once the threshold of a win is known, and answers:
//!
//! | question | answer |
//! | --- | --- |
//! | how much does it decide who plays here first, or who owns this cell? | [`Statistics::criticality`], [`Statistics::owner_criticality`] |
//! | is it enough to have one of these two cells (miai)? | [`Statistics::joint`], [`Statistics::pairs`], [`Statistics::miai`] |
//! | does it matter to play this before that? | [`Statistics::order`], [`Statistics::order_ranks`] |
//!
//! Any game that reports its playouts through [`ObservedPlayout`] can be counted. `docs/STATISTICS.md` has the formulas, their
//! errors and what they are worth.
//!
//! Not here: how playouts and searches use the results.
//!
//! # Source
//!
//! Ishida and Nakamura, Information extraction in playouts focusing on two points relationship in Go, IPSJ (2016).
//! Criticality: Coulom (2009).

mod count;
mod estimate;
mod joint;
mod order;
mod planes;
mod sample;
mod single;
mod tally;
mod threshold;

pub use estimate::{ContingencyTable, Estimate};
pub use joint::{MiaiConfig, Pair};
pub use order::{LEAST_SHARE, Limit, Order, OrderConfig, OrderRank, TopOrder, Zeros};
pub use sample::{ObservedPlayout, Sample, Trace};
pub use single::{Scope, Statistics, StatisticsConfig};
pub use tally::Play;
pub use threshold::Threshold;

#[cfg(feature = "testing")]
mod tests;
