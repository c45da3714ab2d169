//! What a game tells the search.

use tesuji_board::Player;
use tesuji_game::Game;

use crate::mcts::Playout;

/// A playout that remembers which moves it made.
pub trait TracedPlayout<G: Game>: Playout<G> {
    /// Says which move led to the position that is played out next, for playouts that answer it.
    fn follow(&mut self, mv: G::Move);

    /// Counts a move made just before the last playout, and before what was added to it, as its first. Moves are added
    /// from the leaf towards the root.
    fn add(&mut self, player: Player, mv: G::Move);

    /// Did `player` make this move in the last playout, or in what was added to it?
    fn has_played(&self, player: Player, mv: G::Move) -> bool;
}

/// Statistics with which a new move begins, as if so many games had shown it among all moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior<M> {
    /// The move.
    pub mv: M,
    /// How many games.
    pub visits: u32,
    /// Their result for the player of the move: 2 a win, 1 a draw.
    pub half_points: u32,
    /// How likely the move is thought to be chosen, from 0 to 1; 0 where nothing is said.
    pub chance: f32,
}

impl<M> Prior<M> {
    /// Of a move of which nothing is said.
    pub(super) const fn none(mv: M) -> Self {
        Self { mv, visits: 0, half_points: 0, chance: 0.0 }
    }
}

/// What is seen of a position without playing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Insight<G: Game> {
    /// Nothing that helps.
    Nothing,
    /// The player to move wins, by this move.
    Won(G::Move),
    /// The player to move loses.
    Lost,
    /// It is enough to look at some moves of a position that may be further on.
    Open {
        /// At least one move, legal in the position and in `position`. If the player to move wins, one of them wins.
        moves: Vec<G::Move>,
        /// A position with the same player to move and the same value, from which the search goes on.
        position: Option<Box<G>>,
    },
}

/// What is known of a game beyond its rules.
///
/// Everything but priors has to be certain: what the search calls proved rests on it.
pub trait Knowledge<G: Game> {
    /// Says of the moves of a position, whose statistics are empty, how they begin. `last` are the moves that led there,
    /// the latest first, as far as the search knows them.
    fn priors(&mut self, position: &G, last: [Option<G::Move>; 2], priors: &mut [Prior<G::Move>]);

    /// Looks at a position that is not over. May cost as much as many playouts.
    fn look(&mut self, position: &G) -> Insight<G>;
}

/// Knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl<G: Game> Knowledge<G> for Nothing {
    fn priors(&mut self, _: &G, _: [Option<G::Move>; 2], _: &mut [Prior<G::Move>]) {}

    fn look(&mut self, _: &G) -> Insight<G> {
        Insight::Nothing
    }
}
