//! The project's own tools: tidy checks that run as tests, bench records, and the derivation of patterns.
//!
//! Useful for: keeping what is written about the house true ([`tidy`]), measuring the program so that a number can be
//! compared a year later ([`mod@bench`]), deriving from nothing what the solver infers around a cell ([`patterns`]), and
//! drawing claims for the documents ([`picture`]).
//!
//! Never: no crate imports this one, and it imports no crate of the workspace, so it looks at the
//! house from outside and can be built before any of it.

pub mod bench;
pub mod machine;
pub mod metadata;
pub mod patterns;
pub mod picture;
pub mod rust_text;
pub mod tidy;
pub mod tree;
