//! Playouts that remember their moves, and priors of new moves.

use tesuji_board::Player;
use tesuji_game::Game;

use crate::mcts::Playout;

/// A playout that remembers its moves.
pub trait TracedPlayout<G: Game>: Playout<G> {
    /// Reports the move that led to the position to be played out next, for playouts that reply to it.
    fn follow(&mut self, mv: G::Move);

    /// Counts a move made just before the last playout, and before the moves already added, as part of the playout.
    /// Moves are added from the leaf towards the root.
    fn add(&mut self, player: Player, mv: G::Move);

    /// Whether `player` made this move in the last playout, or in the moves added to it.
    fn has_played(&self, player: Player, mv: G::Move) -> bool;
}

/// The statistics with which a new move begins, as if that many games had been seen among the statistics of all moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior<M> {
    /// The move.
    pub mv: M,
    /// The number of games.
    pub visits: u32,
    /// Their result for the player of the move: 2 for a win, 1 for a draw.
    pub half_points: u32,
    /// The estimated probability that the move is chosen, from 0 to 1; 0 if nothing is known.
    pub chance: f32,
}

impl<M> Prior<M> {
    /// The prior of a move about which nothing is known.
    pub(super) const fn none(mv: M) -> Self {
        Self { mv, visits: 0, half_points: 0, chance: 0.0 }
    }
}

/// Priors of the moves of a game, known without a search.
pub trait MovePriors<G: Game> {
    /// Sets how the moves of a position begin; their statistics are empty. `last` are the moves that led there, the
    /// latest first, as far as the search knows them.
    fn priors(&mut self, position: &G, last: [Option<G::Move>; 2], priors: &mut [Prior<G::Move>]);
}

impl<G: Game> MovePriors<G> for super::super::leaves::Nothing {
    fn priors(&mut self, _: &G, _: [Option<G::Move>; 2], _: &mut [Prior<G::Move>]) {}
}
