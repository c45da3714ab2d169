//! Go: the playouts of the rules crate in the form a tree search needs, light or steered by a policy, and priors.

mod advice;
mod fights;
mod libego;
mod links;
mod patterns;
mod priors;
mod replies;
mod spaces;
mod steered;

use rand::RngCore;
use tesuji_board::{CellSet, Player};
use tesuji_game::{Game, Outcome};
use tesuji_go::{Move, Position, RandomPlayouts};
use tesuji_search::mcts::{Playout, PlayoutRng};

use crate::statistics::{ObservedPlayout, Trace};

pub use advice::{Advice, ReplyLessons};
pub use fights::Fights;
pub use libego::GoLibEgo;
pub use priors::GoPriors;
pub use steered::{Ends, GoSteered, Remember, Steering};

/// Playouts of Go that do not fill the player's own eyes; see [`RandomPlayouts`] for what is played. Keeps scratch memory.
#[derive(Clone, Default)]
pub struct GoLight {
    playouts: RandomPlayouts,
}

impl Playout<Position> for GoLight {
    fn play_out(&mut self, position: &mut Position, rng: &mut PlayoutRng) -> Outcome {
        self.playouts.play_out(position, rng).score.outcome()
    }
}

impl ObservedPlayout<Position> for GoLight {
    fn n_cells(&self, position: &Position) -> usize {
        position.topology().n_cells()
    }

    fn playable(&self, position: &Position, player: Player) -> CellSet {
        playable(position, player)
    }

    fn observe(&mut self, position: &Position, rng: &mut PlayoutRng, trace: &mut Trace) {
        let playout = self.playouts.play_out_with(position, rng, |player, cell| {
            if let Some(cell) = cell {
                trace.place(cell, player);
            }
        });
        trace.own_all(self.playouts.owners());
        if playout.is_capped {
            trace.cap();
        }
        trace.end(playout.score.margin());
    }
}

/// The cells where `player` may play now, were it their turn.
fn playable(position: &Position, player: Player) -> CellSet {
    let mut position = position.clone();
    position.set_to_move(player);
    position.topology().cells().filter(|&cell| position.is_legal(Move::Place(cell))).collect()
}

/// A number below `n`, which must be below 2^16. Each is equally likely up to 2^-16 of its share.
#[inline]
fn below(n: usize, rng: &mut impl RngCore) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}
