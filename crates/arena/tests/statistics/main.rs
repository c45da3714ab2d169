//! The statistics against matches whose truth is known: how often intervals cover it, how often sequential tests err.
//!
//! Where all results of a match can be enumerated, coverage is computed and not simulated.

mod intervals;
mod ratings;
mod sequential;
mod world;
