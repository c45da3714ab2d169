//! Random playouts, light and steered: what is needed to play a game to its end at random, fast.
//!
//! Useful for: tree searches ([`Playout`](tesuji_search::mcts::Playout)), with one module for each game. [`statistics`]
//! has what many playouts say about points and pairs of points.
//! Not useful for: games without a playout of their own; they have [`Uniform`](tesuji_search::mcts::Uniform).
//! Never: proofs, files or clocks. All randomness comes from the generator that is passed in.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod go;
mod hex;
pub mod statistics;

pub use go::{Advice, Ends, Fights, GoLibEgo, GoLight, GoPriors, GoSteered, Remember, ReplyLessons, Steering};
pub use hex::{HexBridges, HexFill};
