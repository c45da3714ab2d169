//! Playouts: random games from a leaf of the tree to the end.

use std::ops::ControlFlow;

use rand::Rng;
use tesuji_game::{Game, Outcome};

/// The source of all randomness in a tree search.
pub type PlayoutRng = rand_xoshiro::Xoshiro256PlusPlus;

/// A way to play a game to its end at random.
///
/// [`Uniform`] works for every game. A game may supply one that is faster, or one that leaves out moves that no player
/// would make (such as a Go player filling their own last eye).
pub trait Playout<G: Game> {
    /// Plays on from `position`, which is not over, and returns how the game ended.
    ///
    /// `position` is scratch: its content afterwards does not matter. Chance comes only from `rng`, so equal positions
    /// and states of `rng` give equal ends.
    fn play_out(&mut self, position: &mut G, rng: &mut PlayoutRng) -> Outcome;
}

/// Every legal move is equally likely. The cost of a ply is proportional to the number of moves.
#[derive(Clone, Debug)]
pub struct Uniform<M> {
    /// After this many plies the game counts as drawn, for rules under which play need not end.
    pub max_plies: u32,
    moves: Vec<M>,
}

impl<M> Uniform<M> {
    /// A playout that gives up after `max_plies`.
    #[must_use]
    pub const fn new(max_plies: u32) -> Self {
        Self { max_plies, moves: Vec::new() }
    }
}

impl<M> Default for Uniform<M> {
    /// A playout that never gives up.
    fn default() -> Self {
        Self::new(u32::MAX)
    }
}

impl<G: Game> Playout<G> for Uniform<G::Move> {
    fn play_out(&mut self, position: &mut G, rng: &mut PlayoutRng) -> Outcome {
        for _ in 0..self.max_plies {
            if let Some(outcome) = position.outcome() {
                return outcome;
            }
            self.moves.clear();
            let _: ControlFlow<()> = position.try_for_each_move(|mv| {
                self.moves.push(mv);
                ControlFlow::Continue(())
            });
            position.play_unchecked(self.moves[below(self.moves.len(), rng)]);
        }
        position.outcome().unwrap_or(Outcome::Draw)
    }
}

/// A uniformly random number below `n`, the same for any word size of the machine.
pub(super) fn below(n: usize, rng: &mut PlayoutRng) -> usize {
    rng.random_range(0..n as u32) as usize
}
