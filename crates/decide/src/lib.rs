//! Who wins a position of connections, and what the win rests on.
//!
//! A [`Ground`] is a board of Hex or a claim about a part of one, as both players can link it. A [`Decider`] searches its
//! positions by proof-number search: at each position cells are filled in, then the connections of both players decide
//! it or leave a must-play set. It keeps what it learns, and an [`Advisor`] asks it for the moves of a winner, for those
//! who have to write a proof.
//!
//! A [`Guesser`] may say what seems likely. The search goes first where that points, and its answers do not depend on it.
//!
//! A decision counts filled-in cells as stones and leaves out moves that cannot matter. It is certain, but no proof that
//! others could check: `verify` and `solve` prove it again without these.
//!
//! Never: no I/O, no clock; an answer without certainty.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod advice;
mod decider;
mod expanded;
mod guess;
mod known;
mod moves;
mod patterns;
mod phase;
mod search;
mod sight;
mod table;
#[cfg(feature = "testing")]
pub mod testing;

pub use advice::{Advisor, Guide};
pub use decider::{Decider, Ground, Lesson, SearchLimits};
pub use guess::{Guess, Guesser, Trust};
pub use known::{KnownWin, KnownWins};
pub use phase::{Proof, Proved, Win};
pub use search::LISTS;
pub use table::{NO_MOVE, WinDecision, WinNeed};
