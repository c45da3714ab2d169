//! The trait of evaluators.

use crate::{Game, Outcome};

/// A judgement of a position without search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Evaluation {
    /// Certain: the game ends this way if both play their best from here.
    Decided(Outcome),
    /// An opinion: the value for the player to move. A higher value is better and 0 is even; the unit is the
    /// evaluator's own. It is always finite.
    Estimate(f64),
}

/// Judges positions without searching them, to guide a search.
///
/// Only [`Evaluation::Decided`] is a claim, and an evaluator that makes one must be able to prove it. Everything else
/// is an opinion, and never decides legality, an outcome or a proof.
///
/// Equal positions have equal evaluations, whatever was evaluated before. An evaluator may keep what it computed for
/// the last position it saw, because successive positions of a search differ by few moves. That is why it is mutable,
/// and why nobody has to report to it which moves are played and taken back.
pub trait Evaluator<G: Game> {
    /// Judges `position`, which is not over, from the view of the player to move.
    fn evaluate(&mut self, position: &G) -> Evaluation;

    /// Rates each of `moves` for the player who makes it. All are legal in `position`. A search tries the
    /// move with the highest rating first. `ratings` has one entry for each move, all 0 at first. May cost as much as
    /// an evaluation.
    ///
    /// An evaluator without an opinion on moves leaves the ratings as they are.
    fn rate(&mut self, position: &G, moves: &[G::Move], ratings: &mut [f64]) {
        let _ = (position, moves, ratings);
    }

    /// The most positions that it takes at a time ([`Self::prepare`]), at least 1.
    fn batch(&self) -> usize {
        1
    }

    /// Takes positions that are evaluated and rated next, each once. Only called if [`Self::batch`] is more than 1.
    fn prepare(&mut self, positions: &[G]) {
        let _ = positions;
    }
}

/// The names of these values, for a message that says which one was expected.
pub fn one_of(values: &[impl std::fmt::Display]) -> String {
    let names: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => names.concat(),
    }
}
