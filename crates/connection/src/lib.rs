//! Hex reasoning: what connections guarantee without search.
//!
//! Useful for: numbering a claim's cells for a search ([`Region`]), the virtual connections of both sides of a claim
//! ([`vc`]), updated move by move, the five stored patterns of Mishima et al. 2008 ([`patterns`]), and the inferior
//! cells of whole boards ([`inferior`]).
//!
//! Not useful for: proofs. Crate `solve` turns what is inferred here into certificates.
//! Never: a guess. Anything that only guides play has its own type and says so ([`inferior::Dominated`]).

pub mod inferior;
pub mod patterns;
mod planar;
mod region;
pub mod vc;

pub use region::{Chain, GoalTerms, Link, Region, RegionError, Side, SideGraph};
