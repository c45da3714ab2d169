//! Exact endings of Amazons: regions, longest walks, values of regions, and who wins.
//!
//! Never a guess: what is not known within the limits is an interval, or undecided.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod endings;
mod facts;
mod fill;
mod guards;
mod node;
mod plot;
mod promise;
mod question;
pub mod record;
mod regions;
mod search;
mod shape;
mod sum;
mod table;
#[cfg(feature = "testing")]
mod tests;
mod values;

pub use endings::{Ending, Endings};
pub use fill::{Filling, fill};
pub use question::EndingQuestion;
pub use regions::{EndingRegion, RegionKind, regions};
pub use search::{Deciding, EndingSolver, Margin, SHORT_MARGIN, SolvedEnding, decide};
pub use sum::Worth;
pub use values::{NoValue, ValueBounds, Valuer};
