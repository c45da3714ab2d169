//! Hex keeps the contracts of `game`.

use proptest::prelude::*;
use tesuji_game::contract;
use tesuji_hex::Position;

fn boards() -> impl Strategy<Value = Position> {
    prop_oneof![
        (1_usize..=5, 1_usize..=5).prop_map(|(columns, rows)| Position::empty(columns, rows).unwrap()),
        (1_usize..=5).prop_map(|side| Position::with_swap(side).unwrap()),
    ]
}

/// Random choices, half of them with a swap as the second move where the rule allows it.
fn choices() -> impl Strategy<Value = Vec<u16>> {
    (any::<bool>(), prop::collection::vec(any::<u16>(), 0..26)).prop_map(|(swap, mut choices)| {
        if swap && choices.len() > 1 {
            // One less than a multiple of 4, 9, 16 and 25: the last of the n * n moves, which is the swap.
            choices[1] = 3599;
        }
        choices
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn game(start in boards(), choices in choices()) {
        contract::check_game(&start, &choices, Position::zobrist_from_scratch);
    }

    #[test]
    fn undo(start in boards(), choices in choices()) {
        contract::check_undo(&start, &choices);
    }

    #[test]
    fn symmetry(start in boards(), choices in choices()) {
        contract::check_symmetric(&start, &choices);
    }

    #[test]
    fn nothing_drifts(start in boards(), choices in choices()) {
        contract::walk(&start, &choices, Position::assert_valid);
    }
}
