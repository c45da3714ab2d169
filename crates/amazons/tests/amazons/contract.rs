//! Amazons keeps the contracts of `game`.

use crate::setups::setups;
use proptest::prelude::*;
use tesuji_amazons::Position;
use tesuji_board::Player;
use tesuji_game::{Game, contract};

fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn game(setup in setups(), choices in choices()) {
        contract::check_game(&Position::new(&setup).unwrap(), &choices, Position::zobrist_from_scratch);
    }

    #[test]
    fn undo(setup in setups(), choices in choices()) {
        contract::check_undo(&Position::new(&setup).unwrap(), &choices);
    }

    #[test]
    fn symmetry(setup in setups(), choices in choices()) {
        contract::check_symmetric(&Position::new(&setup).unwrap(), &choices);
    }

    #[test]
    fn nothing_drifts(setup in setups(), choices in prop::collection::vec(any::<u16>(), 0..40)) {
        let mut position = Position::new(&setup).unwrap();
        prop_assert_eq!(position.setup(), setup.sorted());
        for choice in choices {
            for player in Player::BOTH {
                let n_moves = position.with_to_move(player).moves().len();
                prop_assert_eq!(position.n_moves_of(player) as usize, n_moves);
            }
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[usize::from(choice) % moves.len()]).unwrap();
            position.assert_valid();
            position.with_to_move(Player::Black).assert_valid();
            prop_assert_eq!(position.empty().len() + position.occupied().len(), position.n_squares());
        }
    }
}
