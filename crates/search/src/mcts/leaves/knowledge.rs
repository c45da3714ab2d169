//! The knowledge of a game that a search may rely on.

use tesuji_game::Game;

/// Static knowledge about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Insight<M> {
    /// Nothing that helps.
    Nothing,
    /// The player to move wins, by this move.
    Won(M),
    /// The player to move loses.
    Lost,
    /// It is enough to consider these moves, at least one. If the player to move wins, one of them wins.
    Open(Vec<M>),
}

/// Knowledge about a game beyond its rules. It has to be certain, because the proofs of the search rest on it.
pub trait Knowledge<G: Game> {
    /// Looks at a position that is not over. May cost as much as many evaluations.
    fn look(&mut self, position: &G) -> Insight<G::Move>;
}

/// Knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl<G: Game> Knowledge<G> for Nothing {
    fn look(&mut self, _: &G) -> Insight<G::Move> {
        Insight::Nothing
    }
}
