//! The seed of a move from the seed of its game.

use tesuji_game::zobrist_key;

/// The seed for the move after `n_moves`, in a game with this seed.
///
/// Every caller that lets one of our players choose uses this seed, so that a game has the same moves through every
/// door.
#[must_use]
pub const fn move_seed(game_seed: u64, n_moves: usize) -> u64 {
    // Mixed before and after, so that games with neighbouring seeds do not share moves.
    zobrist_key(zobrist_key(game_seed).wrapping_add(n_moves as u64))
}

#[cfg(feature = "testing")]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn neighbours_share_no_seed() {
        let seeds: BTreeSet<u64> = (0..100).flat_map(|game| (0..100).map(move |n| move_seed(game, n))).collect();
        assert_eq!(seeds.len(), 100 * 100);
    }
}
