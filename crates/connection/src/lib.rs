//! Hex reasoning: what connections guarantee without search.
//!
//! Useful for: numbering a claim's cells for a search ([`Region`]), the virtual connections of both sides of a claim
//! ([`vc`]), updated move by move, the inferior cells of whole boards ([`inferior`]), choosing a few replies ([`replies`]), and ordering moves ([`order`]).
//!
//! Not useful for: proofs. The crate `prove` turns what is inferred here into certificates.
//! Never: a guess. Anything that only guides play has its own type and says so ([`inferior::DominatedMove`]).

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod inferior;
mod once;
pub mod order;
mod planar;
mod region;
pub mod replies;
pub mod vc;
mod watch;

pub use region::{Chain, GoalTerms, GraphLink, Region, RegionError, Side, SideGraph};
pub use watch::Watch;
