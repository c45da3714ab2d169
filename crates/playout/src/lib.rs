//! Random playouts, light and steered: what a game needs to be played to its end at random, fast.
//!
//! Useful for: tree searches ([`Playout`](tesuji_search::mcts::Playout)), one module for each game.
//! What many of them say of points and pairs of points is in [`statistics`].
//! Not useful for: games that nobody wrote a playout for; they have [`Uniform`](tesuji_search::mcts::Uniform).
//! Never: a playout proves nothing; no file, no clock, no chance but from the generator that is handed in.

mod go;
mod hex;
pub mod statistics;

pub use go::{Advice, Ends, Fights, GoLight, GoPriors, GoSteered, Lessons, Remember, Steering};
pub use hex::{HexBridges, HexFill};
