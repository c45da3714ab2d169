//! Matches between engines.
//!
//! Useful for: saying what the results of games mean ([`stats`]).
//!
//! Never: a number without the interval that belongs to it where one can be given.

pub mod stats;
