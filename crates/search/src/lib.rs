//! Searches that are independent of the game.
//!
//! Useful for: limits that any search obeys ([`Limits`]). For any [`Game`](tesuji_game::Game): Monte Carlo tree search
//! ([`mcts`]), alpha-beta with any evaluator ([`alpha_beta`]), and the player that all others should beat
//! ([`random_move`]). For proof-number searches: the child to go on with ([`dfpn`]). Not useful for: proofs. What is found
//! here is an opinion (`prove` proves). Never: this crate names no game, does no I/O and reads no clock.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod alpha_beta;
pub mod dfpn;
mod limits;
pub mod mcts;
mod random;
mod table;
#[cfg(feature = "testing")]
mod testing;

pub use limits::{Limits, MOST_THREADS, Stopped, TimeMeter};
pub use random::random_move;
