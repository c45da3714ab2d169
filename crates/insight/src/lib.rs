//! Knowledge of a position without playing it out, in the form in which Monte Carlo tree search needs it.
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
