//! The player that knows the rules and nothing else.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_game::Game;

/// A uniformly random legal move of `position`, or `None` once the game is over.
///
/// The same position and seed give the same move on any machine.
#[must_use]
pub fn random_move<G: Game>(position: &G, seed: u64) -> Option<G::Move> {
    let moves = position.moves();
    let n_moves = u32::try_from(moves.len()).unwrap_or(u32::MAX);
    if n_moves == 0 {
        return None;
    }
    let mv_idx = Xoshiro256PlusPlus::seed_from_u64(seed).random_range(0..n_moves);
    Some(moves[mv_idx as usize])
}
