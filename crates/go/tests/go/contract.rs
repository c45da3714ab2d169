//! Go keeps the contracts of `game`, under every rule set and on boards of several shapes.

use crate::boards;
use proptest::prelude::*;
use tesuji_board::Topology;
use tesuji_game::{Game, contract};
use tesuji_go::notation::{parse_sgf_point, sgf_point};
use tesuji_go::{Ko, Komi, Move, Position, Rules, Suicide};

fn positions() -> impl Strategy<Value = Position> {
    (0..boards::small().len(), 0..boards::rules().len(), -20_i16..=20).prop_map(|(board, rules, half_points)| {
        let (_, board) = boards::small().swap_remove(board);
        Position::empty(board, boards::rules()[rules], Komi::from_half_points(half_points))
    })
}

/// Random choices. A pass is one of many moves, the last one, so it is seldom chosen.
fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn game(start in positions(), choices in choices()) {
        contract::check_game(&start, &choices, Position::zobrist_from_scratch);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", board in 0..boards::small().len()) {
        let (_, board) = boards::small().swap_remove(board);
        let position = Position::empty(board, Rules::CHINESE, Komi::default());
        if let Ok(mv) = position.parse_move(&text) {
            prop_assert!(position.move_text(mv).eq_ignore_ascii_case(&text));
        }
        if let Some(mv) = parse_sgf_point(position.topology(), &text) {
            prop_assert!(sgf_point(position.topology(), mv).eq_ignore_ascii_case(&text) || mv == Move::Pass);
        }
        if let Ok(komi) = text.parse::<Komi>() {
            prop_assert_eq!(komi.to_string().parse(), Ok(komi));
        }
    }

    #[test]
    fn nothing_drifts(start in positions(), choices in choices()) {
        // A copy made over another position, at first one of another board.
        let mut copy = Position::empty(Topology::square(2, 1).unwrap(), Rules::AGA, Komi::default());
        contract::walk(&start, &choices, |position| {
            position.assert_valid();
            copy.clone_from(position);
            copy.assert_valid();
            assert_eq!((&copy, copy.zobrist()), (position, position.zobrist()));
        });
    }
}

#[test]
fn every_pair_of_switches_is_tried() {
    for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
        for suicide in [Suicide::Forbidden, Suicide::Allowed] {
            assert!(boards::rules().iter().any(|rules: &Rules| (rules.ko, rules.suicide) == (ko, suicide)));
        }
    }
}
