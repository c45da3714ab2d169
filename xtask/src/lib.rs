//! The project's own tools: tidy checks that run as tests, and bench records.
//!
//! Useful for: keeping what is written about the house true ([`tidy`]), and measuring the program so that a
//! number can be compared a year later ([`mod@bench`]).
//!
//! Never: no crate imports this one, and it imports no crate of the workspace, so it looks at the
//! house from outside and can be built before any of it.

pub mod bench;
pub mod machine;
pub mod metadata;
pub mod rust_text;
pub mod tidy;
pub mod tree;
