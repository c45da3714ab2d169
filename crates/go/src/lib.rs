//! Rules of Go on boards of any shape.
//!
//! Useful for: playing ([`Position`], which is a [`Game`](tesuji_game::Game), under the [`Rules`] of one's
//! choice), counting ([`Score`], with [`Komi`] in half points), naming moves ([`notation`]) and
//! random games to the end ([`Playouts`]). A board is any
//! [`Topology`](tesuji_board::Topology): the square lattice or a graph.
//!
//! A move is a stone or a pass, and two passes in a row end the game; then every stone on the board is alive and
//! the score is the area. Who wants dead stones taken off says which ([`Position::score_without`]).
//!
//! Not useful for: whole games as text, what is alive, which move is good.
//! Never: this crate imports no evaluator and no search, does no I/O and prints nothing.

mod board;
mod eyes;
pub mod notation;
mod play;
mod playout;
mod position;
mod rules;
mod score;
mod stones;

pub use play::{Illegal, Move};
pub use playout::{Playout, Playouts};
pub use position::{Position, SetupError};
pub use rules::{Compensation, Ko, Rules, RulesError, Suicide};
pub use score::{Komi, KomiError, Score};
