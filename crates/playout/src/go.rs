//! Go: the light playouts of the rules crate, as a tree search asks for them.

use tesuji_game::Outcome;
use tesuji_go::{Playouts, Position};
use tesuji_search::mcts::{Playout, PlayoutRng};

/// Playouts of Go that fill no own eye; see [`Playouts`] for what is played. Keeps scratch.
#[derive(Clone, Default)]
pub struct GoLight {
    playouts: Playouts,
}

impl Playout<Position> for GoLight {
    fn play_out(&mut self, position: &mut Position, rng: &mut PlayoutRng) -> Outcome {
        self.playouts.play_out(position, rng).score.outcome()
    }
}
