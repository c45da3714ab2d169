//! Rules of Go on boards of any shape.
//!
//! Useful for: playing ([`Position`], which is a [`Game`](tesuji_game::Game), under the [`Rules`] of one's
//! choice), counting ([`Score`], with [`Komi`] in half points), naming moves ([`notation`]) and
//! random games to the end ([`Playouts`]). A board is any
//! [`Topology`](tesuji_board::Topology): the square lattice or a graph. [`model`] is the same game as a paper defines it, slow:
//! what is fast is compared with it.
//!
//! A move is a stone or a pass, and two passes in a row end the game; then every stone on the board is alive and
//! the score is the area. Who wants dead stones taken off says which ([`Position::score_without`]).
//!
//! What is alive for certain ([`life`]) and which stones are dead ([`Status`]) is told, and handicap stones find their
//! points ([`handicap`]).
//!
//! Not useful for: which move is good.
//! Never: this crate imports no evaluator and no search, does no I/O and prints nothing.

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
pub use playout::{Playout, Playouts};
pub use policy::Policy;
pub use position::{Position, SetupError};
pub use rules::{Compensation, Ko, Rules, RulesError, Suicide};
pub use score::{Komi, KomiError, Score};
pub use status::{Ownership, Status, StatusConfig};
pub use view::{Liberties, View};
