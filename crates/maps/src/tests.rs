//! Maps against plain references.

mod games;
mod search;
mod texts;
mod values;

use std::sync::Arc;

use proptest::prelude::*;
use tesuji_board::{BoardSpec, Player, Topology};

use super::{Map, Operator};

fn board(text: &str) -> Arc<Topology> {
    Arc::new(text.parse::<BoardSpec>().unwrap().topology().unwrap())
}

fn map(text: &str) -> Map {
    text.parse().unwrap()
}

/// Any map with at most a few dozen nodes.
fn any_map() -> impl Strategy<Value = Map> {
    let leaf = prop::sample::select(Operator::NULLARY.to_vec()).prop_map(Map::nullary);
    leaf.prop_recursive(5, 40, 2, |inner| {
        let player = prop::sample::select(Player::BOTH.to_vec());
        let unary = prop_oneof![
            Just(Operator::Complement),
            Just(Operator::Reach),
            Just(Operator::Near),
            player.clone().prop_map(Operator::Joined),
            player.prop_map(Operator::Captured),
            (0_u16..6).prop_map(Operator::AtLeast),
            (0_u16..6).prop_map(Operator::AtMost),
        ];
        let binary = prop::sample::select(Operator::BINARY.to_vec());
        prop_oneof![
            (inner.clone(), unary).prop_map(|(map, operator)| map.under(operator)),
            (binary, inner.clone(), inner).prop_map(|(operator, left, right)| Map::binary(operator, left, &right)),
        ]
    })
}
