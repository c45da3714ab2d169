//! Learnt local patterns of Hex: how likely a good player makes each move of a position.
//!
//! Useful for: guiding a search and its playouts ([`Model`]; [`shipped`] is the one that comes with the product), and
//! fitting such a model to games ([`fit()`]). A move is seen through [`Feature`]s: what stands around it, where it
//! lies, and where the last moves were. Each has a weight, and the chance of a move is proportional to `exp` of the sum
//! of its weights (Bradley and Terry's model, generalised). Source of the idea: Coulom, "Computing Elo ratings of move
//! patterns in the game of Go", ICGA Journal 30 (2007); for Hex, Huang and others, "MoHex 2.0", CG 2013.
//!
//! Not useful for: anything that must be certain.
//! Never: files, clocks or searches. A chance is an opinion, and its name says so.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod feature;
pub mod fit;
mod model;
mod text;
mod view;

pub use feature::{Family, Feature, Scene};
pub use fit::fit;
pub use model::{Model, UNITS_A_NAT, shipped};
pub use text::PatternError;
pub use view::{Around, N_AROUND, PlayerView, Window, near_code};

#[cfg(feature = "testing")]
mod tests;
