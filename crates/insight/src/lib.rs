//! What is known of a position without playing it out, as Monte Carlo tree search asks for it.
//!
//! Useful for: [`Knowledge`](tesuji_search::mcts::guided::Knowledge) of a game, one module for each ([`HexInsight`]).
//! Not useful for: proofs that somebody else can check; what is certain here is certain to the program alone (`solve`
//! writes certificates).
//! Never: a guess where the contract asks for certainty; no file, no clock, no chance.

mod hex;

pub use hex::{HexInsight, HexPriors};
