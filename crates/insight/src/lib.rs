//! What is known of a position without playing it out, in the form that Monte Carlo tree search asks for.
//!
//! Useful for: [`Knowledge`](tesuji_search::mcts::leaves::Knowledge) of a game, one module for each ([`HexInsight`]).
//! Not useful for: proofs that others can check. What is certain here is certain only to the program itself (`prove`
//! writes certificates).
//! Never: a guess where the contract asks for certainty; files, clocks or chance.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod hex;

pub use hex::HexInsight;
