//! Rules and notations of Hex.
//!
//! Useful for: playing ([`Position`], which is a [`Game`](tesuji_game::Game)), records of games ([`Record`]), pictures
//! of boards ([`Diagram`]), drawing them ([`render`](mod@render)), and every notation that Hex players write
//! ([`notation`]). [`notation::read`] finds out which notation a text is in.
//!
//! Black (red on HexWorld and HexWiki) joins top and bottom, White (blue) left and right; `a1` is the
//! top left, an acute corner.
//!
//! Not useful for: claims and proofs (`proof`), reasoning about connections (`connection`), problem files (`problem`).
//! Never: this crate imports no evaluator and no search, does no I/O and prints nothing.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod diagram;
pub mod notation;
mod play;
mod position;
mod record;
pub mod render;

pub use diagram::{Diagram, Mark};
pub use play::{Move, Undone};
pub use position::{MAX_RECORD_SIDE, MAX_SIDE, Position, SetupError, Swap, edges_of};
pub use record::{Action, GameResult, Record, RecordMove, Replay, ReplayError, WinReason};
