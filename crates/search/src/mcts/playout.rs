//! Playouts: random games from a leaf of the tree to an end.

use std::ops::ControlFlow;

use rand::Rng;
use tesuji_game::{Game, Outcome};

/// Where all chance in a tree search comes from.
pub type PlayoutRng = rand_xoshiro::Xoshiro256PlusPlus;

/// A way to play a game to its end at random.
///
/// [`Uniform`] serves every game. A game may supply one that is faster, or one that leaves out moves which no
/// player would make (a Go player filling the own last eye).
pub trait Playout<G: Game> {
    /// Plays on from `position`, which is not over, and says how it ended.
    ///
    /// `position` is scratch: what is left in it does not matter. Chance comes from `rng` alone, so that equal
    /// positions and states of `rng` have equal ends.
    fn play_out(&mut self, position: &mut G, rng: &mut PlayoutRng) -> Outcome;
}

/// Every legal move equally likely; each ply costs time in proportion to the number of moves.
#[derive(Clone, Debug)]
pub struct Uniform<M> {
    /// After so many plies the game counts as drawn, for rules under which play need not end.
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

/// A number below `n`, each equally likely; the same on machines of any word size.
pub(super) fn below(n: usize, rng: &mut PlayoutRng) -> usize {
    rng.random_range(0..n as u32) as usize
}
