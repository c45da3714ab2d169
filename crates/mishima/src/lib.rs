//! Programs A and B of Mishima, Sakurai, Yoshimoto and Noshita (2008), and what compares them with ours.
//!
//! [`paper`] has both programs, [`patterns`] the five connections that they store, [`Program`] the choice among them,
//! Program C and the referee. The first moves that each leaves open are a [`preclusion`](mod@preclusion),
//! and [`compare`](mod@compare) runs several on one claim.
//!
//! Useful for: the tables and figures of the paper. Not useful for: certificates, which only Program C and the referee
//! write (`prove`). Never: no I/O, no clock.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod compare;
pub mod paper;
pub mod patterns;
pub mod preclusion;
mod program;
mod region;

pub use program::Program;
