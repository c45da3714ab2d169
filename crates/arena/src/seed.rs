//! Makes seeds from seeds: every random decision is a function of the match and the game's number.

use tesuji_archive::store::Digest;

/// The seed for one purpose. Equal arguments give equal seeds; other seeds are unrelated.
#[must_use]
pub(crate) fn of(seed: u64, purpose: &str, number: u64) -> u64 {
    Digest::of(format!("tesuji {seed} {purpose} {number}").as_bytes()).number()
}
