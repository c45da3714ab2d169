//! Rules and notations of Hex.

mod play;
mod position;

pub use play::{Move, Undone};
pub use position::{MAX_SIDE, Position, SetupError, Swap, edges_of};
