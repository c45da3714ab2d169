//! Searches that know no game.
//!
//! Useful for: limits that any search obeys ([`Limits`]); of any [`Game`](tesuji_game::Game), Monte Carlo tree search
//! ([`mcts`]) and alpha-beta with any evaluator ([`alpha_beta`]); which child a proof-number search goes on with ([`dfpn`]);
//! the player that all others should beat ([`random_move`]).
//! Not useful for: proofs; what is found here is an opinion (`solve` proves).
//! Never: this crate names no game, does no I/O and reads no clock.

pub mod alpha_beta;
pub mod dfpn;
mod limits;
pub mod mcts;
mod random;
mod table;
#[cfg(test)]
mod testing;

pub use limits::{Limits, MOST_THREADS, Meter};
pub use random::random_move;
