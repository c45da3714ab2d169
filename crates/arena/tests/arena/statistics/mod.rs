//! The statistics against matches with known truth: how often intervals cover it, and how often sequential tests err.
//!
//! Where all results of a match can be enumerated, coverage is computed and not simulated.

mod intervals;
mod ratings;
mod sequential;
mod world;
