use proptest::prelude::*;
use tesuji_amazons::{Move, Position};
use tesuji_game::{Game, Symmetric, zobrist_key};

use super::file::{MAGIC, checksum};
use super::*;
use crate::{AmazonsEvaluator, Evaluation};

/// Positions of a random game.
fn positions(side: usize, mut word: u64) -> Vec<Position> {
    let mut positions = vec![Position::standard(side).unwrap()];
    loop {
        let mut position = positions[positions.len() - 1].clone();
        let moves: Vec<Move> = position.moves();
        if moves.is_empty() {
            return positions;
        }
        word = zobrist_key(word);
        position.play_unchecked(moves[word as usize % moves.len()]);
        positions.push(position);
    }
}

fn shipped() -> &'static AmazonsNet {
    AmazonsNet::shipped(Size { columns: 8, rows: 8 }).expect("a net of this size")
}

/// A net of random weights.
fn random_net(side: u8) -> AmazonsNet {
    let places = Places::new(Size { columns: side, rows: side });
    let mut word = 5;
    let mut small = |n: usize, width: usize| -> Vec<u8> {
        let number = |_| {
            word = zobrist_key(word);
            ((word % 401) as i32 - 200).to_le_bytes()[..width].to_vec()
        };
        (0..n).flat_map(number).collect()
    };
    let mut content = vec![side];
    content.extend(small((CLASSES * places.n + 1) * HIDDEN, 2));
    for _ in 0..HEADS {
        for (n, width) in [(HIDDEN * SECOND, 2), (SECOND, 4), (SECOND, 2), (1, 4)] {
            content.extend(small(n, width));
        }
    }
    AmazonsNet::parse(&[MAGIC, &content, &checksum(&content).to_le_bytes()].concat()).expect("a net")
}

/// The output by adding up one feature after the other.
fn slow_output(net: &AmazonsNet, features: &[u16], head: usize) -> i64 {
    let unit = |idx: usize| {
        let sum: i64 = features.iter().map(|&row| i64::from(net.rows[usize::from(row)][idx])).sum();
        (sum + i64::from(net.bias[idx])).clamp(0, i64::from(ONE))
    };
    let (units, head): (Vec<i64>, _) = ((0..HIDDEN).map(unit).collect(), &net.heads[head]);
    let second = |idx: usize| {
        let sum: i64 = units.iter().zip(head.second[idx]).map(|(unit, weight)| unit * i64::from(weight)).sum();
        i64::from(head.out[idx]) * ((sum + i64::from(head.bias[idx])) >> WEIGHT_SHIFT).clamp(0, i64::from(ONE))
    };
    (0..SECOND).map(second).sum::<i64>() + i64::from(head.out_bias)
}

#[test]
fn the_kernel_adds_up_the_features() {
    let random = [4, 6, 10].map(random_net);
    for (side, net) in [(8, shipped()), (4, &random[0]), (6, &random[1]), (10, &random[2])] {
        let mut evaluator = AmazonsEvaluator::new(Evaluation::Net);
        for position in positions(side, 1) {
            let value = evaluator.value_by(net, &position).value * f64::from(i32::from(ONE) << WEIGHT_SHIFT);
            let (features, head) = net_features(&position);
            assert_eq!(value, slow_output(net, &features, head) as f64, "{position:?}");
        }
    }
}

#[test]
fn images_of_a_position_have_its_value() {
    let mut evaluator = AmazonsEvaluator::new(Evaluation::Net);
    for position in positions(8, 7) {
        let value = evaluator.net_value(&position);
        for symmetry in 0..position.n_symmetries() {
            assert_eq!(evaluator.net_value(&position.image(symmetry)), value, "{symmetry}: {position:?}");
        }
    }
}

/// Lines of an output, a head and features, computed by `training/amazonsnet/export.py`.
#[test]
fn outputs_are_those_of_the_export() {
    for line in include_str!("../../data/amazons-8.reference").lines() {
        let numbers: Vec<i64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        let features: Vec<u16> = numbers[2..].iter().map(|&feature| feature as u16).collect();
        assert_eq!(slow_output(shipped(), &features, numbers[1] as usize), numbers[0]);
    }
}

#[test]
fn damage_is_an_error() {
    let bytes = include_bytes!("../../data/amazons-8.net");
    assert!(AmazonsNet::parse(bytes).is_ok());
    for cut in (0..MAGIC.len() + 20).chain((0..bytes.len()).step_by(997)) {
        assert!(AmazonsNet::parse(&bytes[..cut]).is_err(), "{cut}");
        let mut damaged = bytes.to_vec();
        damaged[cut] ^= 0x10;
        assert!(AmazonsNet::parse(&damaged).is_err(), "{cut}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_net_or_an_error(side in 0_u8..14, content in prop::collection::vec(any::<u8>(), 0..40_000)) {
        let content = [&[side][..], &content].concat();
        let sum = checksum(&content).to_le_bytes();
        let _ = AmazonsNet::parse(&[MAGIC, &content, &sum].concat());
        let _ = AmazonsNet::parse(&content);
    }
}
