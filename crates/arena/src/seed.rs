//! Seeds from seeds: every number that decides something by lot is a function of the match and the game's number.

use tesuji_store::Digest;

/// The seed for one purpose: equal arguments, equal seeds, and otherwise unrelated ones.
#[must_use]
pub(crate) fn of(seed: u64, purpose: &str, number: u64) -> u64 {
    Digest::of(format!("tesuji {seed} {purpose} {number}").as_bytes()).number()
}
