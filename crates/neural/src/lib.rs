//! A learned net for Hex: how likely each move is the best, and how likely the player to move wins. [`graph`] is the same
//! for Go on any board.
//!
//! Useful for: ordering moves, judging positions without playouts ([`Judge`]; [`Net::shipped`] is the net that comes
//! with the product). One set of weights serves boards of every size. A net is trained by `training/` and stored in a
//! file of whole numbers (`docs/NETWORK.md`). All that grows with the board is computed in whole numbers, so a judgement
//! is the same on every machine and for every [`Kernel`].
//!
//! Not useful for: anything that must be certain.
//! Never: files, clocks, threads or searches. A chance is an opinion, and its name says so.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod file;
pub mod graph;
mod grid;
mod judge;
mod kernel;
mod layer;
mod net;

pub use file::NetError;
pub use judge::{Judge, Opinion, PlaceContent};
pub use kernel::Kernel;
pub use net::{Net, NetShape, REACH};

#[cfg(feature = "testing")]
mod tests;
