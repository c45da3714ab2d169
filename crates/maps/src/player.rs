//! A player who chooses moves by a map, one at a time and under any rules.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::Cell;
use tesuji_game::Game;
use tesuji_go::{Move, Position};

use super::{Eyes, Map, MapEvaluator, Passing};

/// Chooses like a [`ContestSide`](super::ContestSide) of a contest, but by the rules of the position.
///
/// ```
/// use tesuji_board::Topology;
/// use tesuji_maps::{Eyes, MapPlayer, Passing};
/// use tesuji_go::{Komi, Move, Position, Rules};
///
/// let position = Position::empty(Topology::square(9, 9).unwrap(), Rules::TROMP_TAYLOR, Komi::default());
/// let mut player = MapPlayer::new(&position, Passing::Candidate, Eyes::Filled);
/// // Only corners have two neighbours, so they are what reaches three cells at most.
/// let corner = player.choose(&"Q3(V)".parse().unwrap(), &position, 1).unwrap();
/// assert!(["A1", "A9", "J1", "J9"].contains(&position.move_text(corner)));
/// ```
pub struct MapPlayer {
    evaluator: MapEvaluator,
    passing: Passing,
    eyes: Eyes,
}

impl MapPlayer {
    /// A player for positions on the board of `position`.
    #[must_use]
    pub fn new(position: &Position, passing: Passing, eyes: Eyes) -> Self {
        Self { evaluator: MapEvaluator::new(position.topology()), passing, eyes }
    }

    /// A random legal cell of the map's value, each equally likely, or any candidate if there is none. The map's Black
    /// is the player to move. `None` once the game is over. On another board than the player's own, the map has no
    /// value.
    ///
    /// The same position and seed give the same move on any machine.
    pub fn choose(&mut self, map: &Map, position: &Position, seed: u64) -> Option<Move> {
        if position.is_over() {
            return None;
        }
        let own = position.to_move();
        let is_eye = |cell: Cell| {
            let around = position.topology().neighbours(cell);
            self.eyes == Eyes::Spared && around.iter().all(|&to| position.stone(to) == Some(own))
        };
        let may_play = |mv: &Move| matches!(*mv, Move::Place(cell) if !is_eye(cell));
        let mut candidates: Vec<Move> = position.moves().into_iter().filter(may_play).collect();
        let value = self.evaluator.value(map, position, own).unwrap_or_default();
        let is_in_value = |mv: &&Move| matches!(**mv, Move::Place(cell) if value.contains(cell));
        let pointed_at: Vec<Move> = candidates.iter().filter(is_in_value).copied().collect();
        if !pointed_at.is_empty() {
            candidates = pointed_at;
        } else if candidates.is_empty() || self.passing == Passing::Candidate {
            candidates.push(Move::Pass);
        }
        let idx = Xoshiro256PlusPlus::seed_from_u64(seed).random_range(0..candidates.len() as u32);
        Some(candidates[idx as usize])
    }

    /// Whether the position is on the player's board.
    #[must_use]
    pub fn is_for(&self, position: &Position) -> bool {
        Arc::ptr_eq(self.evaluator.topology(), position.topology())
    }
}
