//! What an evaluator is.

use crate::{Game, Outcome};

/// What is said of a position without searching it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Evaluation {
    /// Certain: so the game ends if both play their best from here.
    Decided(Outcome),
    /// An opinion: the value for the player to move. The more the better, 0 is even, the unit is the evaluator's own;
    /// always finite.
    Estimate(f64),
}

/// Judges positions without searching them, to guide a search.
///
/// Only [`Evaluation::Decided`] claims anything, and whoever claims must be able to prove it. Everything else is an
/// opinion: nothing it says decides legality, an outcome or a proof.
///
/// Equal positions have equal evaluations, whatever was evaluated before. An evaluator may keep what it computed for the
/// position it saw last: positions that follow each other in a search differ by few moves. That is why it is mutable, and
/// why it needs not be told which moves are played and taken back.
pub trait Evaluator<G: Game> {
    /// Judges `position`, which is not over, from the view of the player to move.
    fn evaluate(&mut self, position: &G) -> Evaluation;

    /// How much each of `moves`, legal in `position`, promises the player who makes it: a search tries what has the highest
    /// rating first. `ratings` has one place for each move, 0 in all. May cost as much as an evaluation.
    ///
    /// An evaluator without an opinion on moves leaves them as they are.
    fn rate(&mut self, position: &G, moves: &[G::Move], ratings: &mut [f64]) {
        let _ = (position, moves, ratings);
    }
}
