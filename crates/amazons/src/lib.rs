//! Rules and notations of Amazons.
//!
//! Useful for: playing ([`Position`], which is a [`Game`](tesuji_game::Game)) from any start ([`Setup`]) on boards of 1
//! to 12 columns and rows ([`Size`]), counting moves without making them ([`Position::n_moves_of`], [`perft`]), moves
//! and positions as text ([`notation`]), and games ([`record`]).
//!
//! A player moves an amazon like a queen in chess, then shoots an arrow from where it now stands, as another queen
//! move. The arrow may pass or land on the square that the amazon has left. An arrow stays forever and nothing passes
//! it. A player who cannot move on their turn has lost. Squares are named as in chess: `a1` is the bottom left.
//!
//! Not useful for: regions and their values (`endings`), judging positions (`amazons-eval`).
//! Never: this crate imports no evaluator and no search, does no I/O and prints nothing.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod count;
mod lines;
pub mod notation;
mod objection;
mod play;
mod position;
pub mod record;
mod setup;
mod size;
mod symmetry;

pub use count::{MovesThrough, perft};
pub use lines::{Lines, Targets};
pub use objection::{MovePart, Objection};
pub use play::Move;
pub use position::{Position, Square};
pub use setup::{MAX_AMAZONS, STANDARD_SIDES, Setup, SetupError};
pub use size::{MAX_SIDE, Size};
