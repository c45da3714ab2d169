//! Questions about a claim beyond its truth, with answers proved by [`tesuji_prove`].
//!
//! Minimal carriers and edge templates ([`carriers`]), playing from a certificate ([`defend`]), its answers to all first
//! intrusions ([`answers`](mod@answers)), the first moves that still matter ([`must_play`](mod@must_play)), verifying strategies that a person wrote ([`strategy`]), proposing a strategy
//! ([`split`]), writing one together ([`dialogue`]).
//!
//! Not useful for: whether a claim holds (`prove`). Never: no I/O, no clock. Limits and progress come in as values.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod answers;
pub mod carriers;
pub mod defend;
pub mod dialogue;
pub mod must_play;
pub mod split;
pub mod strategy;
