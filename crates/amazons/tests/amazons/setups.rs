//! Random set-ups.

use proptest::prelude::*;
use tesuji_amazons::{Setup, Size};
use tesuji_board::Player;

/// Boards of any size with up to four amazons per player and some arrows. Each square gets a number that decides what
/// is on it.
pub(crate) fn setups() -> impl Strategy<Value = Setup> {
    let size = (1_usize..=12, 1_usize..=12).prop_map(|(columns, rows)| Size::new(columns, rows).unwrap());
    let small = (1_usize..=5, 1_usize..=5).prop_map(|(columns, rows)| Size::new(columns, rows).unwrap());
    (prop_oneof![1 => size, 2 => small], any::<bool>(), 2..40_u8)
        .prop_flat_map(|(size, black_moves, sparseness)| {
            let squares = prop::collection::vec(0..sparseness, size.n_squares());
            (Just(size), Just(black_moves), squares)
        })
        .prop_map(|(size, black_moves, squares)| {
            let mut setup = Setup::empty(size);
            setup.to_move = if black_moves { Player::Black } else { Player::White };
            for (square, what) in (0..).zip(squares) {
                match what {
                    0 if setup.black.len() < 4 => setup.black.push(square),
                    1 if setup.white.len() < 4 => setup.white.push(square),
                    0..=3 => setup.arrows.push(square),
                    _ => {}
                }
            }
            setup
        })
}
