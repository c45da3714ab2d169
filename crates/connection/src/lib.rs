//! Hex reasoning: what connections hold without search.
//!
//! Useful for: numbering a claim's cells for a search ([`Region`]), the virtual connections of both
//! sides of it ([`vc`]), updated move by move, and the five stored patterns of Mishima et al. 2008 ([`patterns`]).
//!
//! Not useful for: proofs. What is inferred here is turned into a certificate by crate `solve`.
//! Never: no inference here may merely guide play; all preserve the value.

pub mod patterns;
mod planar;
mod region;
pub mod vc;

pub use region::{Chain, GoalTerms, Link, Region, RegionError, Side, SideGraph};
