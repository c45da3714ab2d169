//! Rules of Go on boards of any shape.
//!
//! Useful for: playing ([`Position`], which is a [`Game`](tesuji_game::Game), under any [`Rules`]), counting
//! ([`Score`], with [`Komi`] in half points), naming moves ([`notation`]) and random games to the end ([`RandomPlayouts`]). A
//! board is any [`Topology`](tesuji_board::Topology): the square lattice or a graph. [`model`] is the same game as a
//! paper defines it. It is slow; the fast code is compared with it.
//!
//! A move is a stone or a pass, and two passes in a row end the game. Then every stone on the board is alive and the
//! score is the area. To remove dead stones before counting, name them ([`Position::score_without`]).
//!
//! [`life`] finds what is certainly alive, and [`Status`] says which stones are dead. [`handicap`] finds points for
//! handicap stones.
//!
//! Not useful for: which move is good.
//! Never: this crate imports no evaluator and no search, does no I/O and prints nothing.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod board;
mod diagram;
mod eyes;
pub mod handicap;
pub mod life;
mod light;
pub mod model;
pub mod notation;
mod play;
mod playout;
mod policy;
mod position;
pub mod record;
mod rules;
mod score;
mod status;
mod stones;
mod view;

pub use diagram::{Diagram, DiagramError};
pub use play::{Illegal, Move};
pub use playout::{PlayoutEnd, RandomPlayouts};
pub use policy::Policy;
pub use position::{Position, SetupError};
pub use rules::{Compensation, Ko, Rules, RulesError, Suicide};
pub use score::{Komi, KomiError, Score};
pub use status::{Ownership, Status, StatusConfig};
pub use view::{Liberties, View};
