//! A turn in stages is the same game.

use crate::setups::setups;
use proptest::prelude::*;
use tesuji_amazons::{Move, Position, Stage, Stages};
use tesuji_game::{Game, contract};

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn contracts(setup in setups(), choices in prop::collection::vec(any::<u16>(), 0..16)) {
        let start = Stages::from(Position::new(&setup).unwrap());
        contract::check_game(&start, &choices, Stages::zobrist_from_scratch);
        contract::check_undo(&start, &choices);
    }

    #[test]
    fn two_stages_are_a_move(setup in setups(), choices in prop::collection::vec(any::<u16>(), 0..8)) {
        let mut position = Position::new(&setup).unwrap();
        for choice in choices {
            let start = Stages::from(position.clone());
            let mut by_stages = Vec::new();
            for step in start.moves() {
                let Stage::Step(from, to) = step else { panic!("{step:?} before a step") };
                let mut moved = start.clone();
                moved.play(step).unwrap();
                prop_assert_eq!(moved.to_move(), position.to_move());
                prop_assert_eq!(moved.shooter(), Some(to));
                for shot in moved.moves() {
                    let Stage::Arrow(arrow) = shot else { panic!("{shot:?} after a step") };
                    let mv = Move { from, to, arrow };
                    prop_assert_eq!(Stages::of_move(mv), [step, shot]);
                    by_stages.push(mv);
                    let (mut after, mut whole) = (moved.clone(), position.clone());
                    after.play(shot).unwrap();
                    whole.play(mv).unwrap();
                    prop_assert_eq!(after.zobrist(), whole.zobrist());
                    prop_assert_eq!(after, Stages::from(whole));
                }
            }
            prop_assert_eq!(&by_stages, &position.moves());
            if by_stages.is_empty() {
                break;
            }
            position.play(by_stages[usize::from(choice) % by_stages.len()]).unwrap();
        }
    }
}
