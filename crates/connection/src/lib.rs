//! Hex reasoning: virtual connections and stored patterns.

pub mod patterns;
