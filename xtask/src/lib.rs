//! The project's own tools: tidy checks that run as tests, bench records, and the derivation of patterns.
//!
//! Useful for: keeping what is written about the project true ([`tidy`]), measuring the program so that a number can be
//! compared a year later ([`mod@bench`]), and deriving from first principles what the solver infers around a cell
//! ([`patterns`]).
//!
//! Never: being imported by a crate of the workspace, or importing one. So it looks at the project from outside and can
//! be built before any of it.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod bench;
pub mod machine;
pub mod metadata;
pub mod modules;
pub mod patterns;
pub mod quick;
pub mod rust_text;
pub mod tidy;
pub mod tree;
