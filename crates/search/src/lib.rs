//! Searches that know no game.
//!
//! Useful for: limits that any search obeys ([`Limits`]), Monte Carlo tree search of any
//! [`Game`](tesuji_game::Game) ([`mcts`]), and the player that all others should beat ([`random_move`]).
//! Not useful for: proofs; what is found here is an opinion (`solve` proves).
//! Never: this crate names no game, does no I/O and reads no clock.

mod limits;
pub mod mcts;
mod random;

pub use limits::{Limits, Meter};
pub use random::random_move;
