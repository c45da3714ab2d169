//! Hex reasoning: what connections hold without search.
//!
//! Useful for: numbering a claim's cells for a search ([`Region`]), the virtual connections of both
//! sides of it ([`vc`]), updated move by move, the five stored patterns of Mishima et al. 2008 ([`patterns`]), and the
//! inferior cells of whole boards ([`inferior`]); choosing a few replies ([`replies`]) and ordering moves ([`order`]) by them.
//!
//! Not useful for: proofs. What is inferred here is turned into a certificate by the crates `verify` and `solve`.
//! Never: a guess. What merely guides play has a type of its own and says so ([`inferior::Dominated`]).

pub mod inferior;
pub mod order;
pub mod patterns;
mod planar;
mod region;
pub mod replies;
pub mod vc;

pub use region::{Chain, GoalTerms, Link, Region, RegionError, Side, SideGraph};
