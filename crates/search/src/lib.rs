//! Searches that know no game.
//!
//! Useful for: limits that any search obeys ([`Limits`]) and the arithmetic of proof numbers.
//! Never: this crate names no game, does no I/O and reads no clock.

mod limits;

pub use limits::{Limits, Meter};
