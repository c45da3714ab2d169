//! The net against the program that exported it, its kernels against each other, and what a child knows.

use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use tesuji_board::Player;
use tesuji_game::Game;
use tesuji_hex::{Move, Position};

use super::*;
use crate::net::{PlaneContent, Scratch};

const SHIPPED: &[u8] = include_bytes!("../data/hex.net");

const LARGE: &[u8] = include_bytes!("../data/hex-large.net");

const PROOFS: &[u8] = include_bytes!("../data/hex-proofs.net");

const CLAIMS: &[u8] = include_bytes!("../data/hex-claims.net");

/// Outputs of each net for some positions.
///
/// Origin: written by `training/hexnet/export.py` with the net itself, from whole numbers in Python.
const REFERENCES: [(&[u8], &str); 4] = [
    (SHIPPED, include_str!("../data/hex.reference.jsonl")),
    (LARGE, include_str!("../data/hex-large.reference.jsonl")),
    (PROOFS, include_str!("../data/hex-proofs.reference.jsonl")),
    (CLAIMS, include_str!("../data/hex-claims.reference.jsonl")),
];

/// The nets of players that come with the program.
fn nets() -> [Net; 2] {
    [SHIPPED, LARGE].map(|bytes| Net::parse(bytes).unwrap())
}

#[derive(Deserialize)]
struct Judged {
    board: Vec<String>,
    policy: Vec<i32>,
    value: i64,
}

#[test]
fn every_kernel_computes_what_the_export_computed() {
    for (bytes, reference) in REFERENCES {
        let sizes = compare_kernels(&Net::parse(bytes).unwrap(), reference);
        // Those of claims are what lessons had.
        let wanted = if bytes == CLAIMS { 6..=11 } else { 1..=14 };
        assert!(wanted.clone().all(|side| sizes.contains(&side)), "{sizes:?}");
    }
}

/// Compares what is said of each position, and returns the sizes of the boards.
fn compare_kernels(net: &Net, reference: &str) -> Vec<usize> {
    let mut sizes = Vec::new();
    for line in reference.lines() {
        let Judged { board, policy, value } = serde_json::from_str(line).unwrap();
        let places: Vec<&[u8]> = board.iter().map(|row| row.as_bytes()).collect();
        // The places around a part of a board are given, those around a whole board are its edges.
        let margin = (places.len() - policy.len().isqrt()) / 2;
        let side = (places.len() - 2 * margin) as isize;
        let seen = |row: isize, column: isize| {
            let is_inside = (0..side).contains(&row) && (0..side).contains(&column);
            if !is_inside && margin == 0 {
                return PlaneContent {
                    mover: !(0..side).contains(&row),
                    other: !(0..side).contains(&column),
                    is_inside,
                };
            }
            let at = |idx: isize| usize::try_from(idx + margin as isize).unwrap();
            let place = places[at(row)][at(column)];
            let (mover, other) = (place.eq_ignore_ascii_case(&b'M'), place.eq_ignore_ascii_case(&b'O'));
            PlaneContent { mover, other, is_inside: !place.is_ascii_lowercase() }
        };
        for kernel in Kernel::available() {
            let mut found = Vec::new();
            let size = (side as usize, side as usize);
            let judged = net.judge(size, seen, kernel, &mut Scratch::default(), &mut found);
            assert_eq!((&found, judged), (&policy, value), "{} on {board:?}", kernel.name());
        }
        sizes.push(side as usize);
    }
    sizes
}

#[test]
fn the_net_for_claims_knows_that_near_is_easier_than_far() {
    // The owner has a stone on row 2 above an edge with two rows of cells, or on row 4 with four.
    let mut judge = Judge::new(Net::for_claims());
    let mut opinion = Opinion::default();
    let mut holds = |row: isize, rows: isize| {
        let place = |at: isize, column: isize| match (at, column) {
            (at, 3) if at == row => PlaceContent::Outside(Player::Black),
            (at, _) if at >= 6 => PlaceContent::Outside(Player::Black),
            (at, column) if at >= 6 - rows && (1..5).contains(&column) => PlaceContent::Empty,
            _ => PlaceContent::Outside(Player::White),
        };
        judge.judge_part(6, Player::White, place, &mut opinion);
        1.0 - opinion.win
    };
    let (near, far) = (holds(4, 2), holds(2, 4));
    assert!(near > 4.0 * far, "{near} {far}");
}

/// A position after random moves.
fn random_position(rng: &mut Xoshiro256PlusPlus, (columns, rows): (usize, usize)) -> Position {
    let mut position = Position::empty(columns, rows).unwrap();
    for _ in 0..rng.random_range(0..columns * rows) {
        let moves = position.moves();
        if position.outcome().is_some() || moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[rng.random_range(0..moves.len())]);
    }
    position
}

fn opinion(judge: &mut Judge<'_>, position: &Position) -> Opinion {
    let mut opinion = Opinion::default();
    judge.judge(position, &mut opinion);
    opinion
}

#[test]
fn kernels_and_earlier_positions_change_nothing() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut judges: Vec<_> =
        Kernel::available().into_iter().map(|kernel| Judge::with_kernel(Net::shipped(), kernel)).collect();
    for side in [(1, 1), (3, 3), (7, 5), (4, 9), (11, 11), (6, 6), (13, 13), (19, 19), (11, 11)] {
        let position = random_position(&mut rng, side);
        let fresh = opinion(&mut Judge::new(Net::shipped()), &position);
        for judge in &mut judges {
            assert_eq!(opinion(judge, &position), fresh, "{side:?}");
        }
        assert!(fresh.win > 0.0 && fresh.win < 1.0 && fresh.policy.iter().all(|logit| logit.is_finite()));
    }
}

/// A file of this shape with random numbers, extreme ones among them.
fn random_net(rng: &mut Xoshiro256PlusPlus, channels: usize, head: usize, hidden: usize) -> Net {
    let mut bytes = format!(
        "tesuji network 1\n{{\"channels\": {channels}, \"blocks\": 2, \"head\": {head}, \"hidden\": {hidden}, \
         \"whole\": [true, false]}}\n"
    )
    .into_bytes();
    let mut weights = |bytes: &mut Vec<u8>, n: usize| {
        bytes.extend((0..n).map(|_| [rng.random_range(-127..=127_i8), 127, -127][rng.random_range(0..3)] as u8));
    };
    let mut convolution = |bytes: &mut Vec<u8>, n_taps: usize, n_in: usize, n_out: usize| {
        weights(bytes, n_out * n_taps * n_in);
        (0..n_out).for_each(|at| bytes.extend([0, i32::MAX, i32::MIN, 5000, -70_000][at % 5].to_le_bytes()));
        bytes.push([0, 3, 7, 31][n_out / 8 % 4]);
        (0..n_out).for_each(|at| bytes.extend([32767_i16, 0, 9000, 120][at % 4].to_le_bytes()));
        bytes.extend([32767_i16, 200][n_in % 2].to_le_bytes());
    };
    let whole = |bytes: &mut Vec<u8>, n_in: usize, n_out: usize| {
        bytes.extend((0..n_out * 2 * n_in).map(|at| (at % 128) as u8));
        (0..n_out).for_each(|_| bytes.extend(1_000_000_i32.to_le_bytes()));
        (0..2 * n_out).for_each(|at| bytes.extend((at as i64 - 9).to_le_bytes()));
    };
    convolution(&mut bytes, 19, 3, channels);
    for has_whole in [true, false] {
        convolution(&mut bytes, 7, channels, channels);
        if has_whole {
            whole(&mut bytes, channels, channels);
        }
        convolution(&mut bytes, 7, channels, channels);
    }
    convolution(&mut bytes, 7, channels, head);
    bytes.extend((0..head).map(|at| at as u8 + 1));
    bytes.extend(0.001_f32.to_le_bytes());
    convolution(&mut bytes, 1, channels, hidden);
    whole(&mut bytes, hidden, hidden);
    (0..hidden).for_each(|at| bytes.extend((at as i32 * 1000 - 4000).to_le_bytes()));
    bytes.extend(77_i64.to_le_bytes());
    Net::parse(&bytes).unwrap()
}

/// Outputs come in whole and in half groups, and in an odd number of groups; sums overflow and are cut off.
#[test]
fn kernels_agree_on_nets_of_any_shape() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    for (channels, head, hidden) in [(8, 8, 8), (16, 8, 24), (24, 16, 40), (32, 32, 48), (48, 24, 16), (64, 8, 8)] {
        let net = random_net(&mut rng, channels, head, hidden);
        for size in [(1, 1), (2, 3), (5, 5), (7, 4), (11, 11)] {
            let position = random_position(&mut rng, size);
            let plain = opinion(&mut Judge::with_kernel(&net, Kernel::PLAIN), &position);
            for kernel in Kernel::available() {
                let found = opinion(&mut Judge::with_kernel(&net, kernel), &position);
                assert_eq!(found, plain, "{} with {channels}, {head}, {hidden} on {size:?}", kernel.name());
            }
        }
    }
}

#[test]
fn the_order_of_moves_and_the_colours_change_nothing() {
    let position = |text: &str, size| {
        let mut position = Position::empty(size, size).unwrap();
        for name in text.split_whitespace() {
            let cell = position.topology().cell(name).unwrap();
            position.play(Move::Place(cell)).unwrap();
        }
        position
    };
    let mut judge = Judge::new(Net::shipped());
    let [a, b] = ["d4 c3 e2 f5", "e2 f5 d4 c3"].map(|text| opinion(&mut judge, &position(text, 7)));
    assert_eq!(a, b);
    // The same position with colours and directions exchanged: White to move, c and r exchanged.
    let mut mirrored = Position::empty(7, 7).unwrap();
    for (name, player) in [("d4", Player::White), ("b5", Player::White), ("c3", Player::Black), ("e6", Player::Black)] {
        let cell = mirrored.topology().cell(name).unwrap();
        mirrored.set_stone(cell, player).unwrap();
    }
    mirrored.set_to_move(Player::White);
    let c = opinion(&mut judge, &mirrored);
    assert_eq!(a.win, c.win);
    for row in 0..7 {
        for column in 0..7 {
            assert_eq!(a.policy[row * 7 + column], c.policy[column * 7 + row]);
        }
    }
}

#[test]
fn half_a_turn_changes_nothing_if_both_ways_are_judged() {
    let position = position_of(5, "b2 d3", "c3", Player::White);
    let turned = position_of(5, "d4 b3", "c3", Player::White);
    let mut judge = Judge::new(Net::shipped());
    let [here, there] = [&position, &turned].map(|position| opinion(&mut judge, position));
    assert_ne!(here.logit, there.logit, "a net alone sees a difference");
    let [a, mut b] = [&position, &turned].map(|position| {
        let mut opinion = Opinion::default();
        judge.judge_both_ways(position, &mut opinion);
        opinion
    });
    b.policy.reverse();
    assert_eq!(a, b);
    assert_eq!(a.logit, f64::midpoint(here.logit, there.logit));
    assert_eq!(a.policy[0], f32::midpoint(here.policy[0], there.policy[24]));
}

/// The cell that the net likes best.
fn first_guess(net: &Net, position: &Position) -> String {
    let opinion = opinion(&mut Judge::new(net), position);
    let empty = position.topology().cells().filter(|&cell| position.stone(cell).is_none());
    let best = empty.max_by(|a, b| opinion.policy[a.index()].total_cmp(&opinion.policy[b.index()])).unwrap();
    position.topology().name(best).to_owned()
}

fn position_of(size: usize, black: &str, white: &str, to_move: Player) -> Position {
    let mut position = Position::empty(size, size).unwrap();
    for (names, player) in [(black, Player::Black), (white, Player::White)] {
        for name in names.split_whitespace() {
            let cell = position.topology().cell(name).unwrap();
            position.set_stone(cell, player).unwrap();
        }
    }
    position.set_to_move(to_move);
    position
}

/// What a child knows. White has just gone into a bridge; a player one cell short of winning takes it.
#[test]
fn an_open_bridge_is_closed_and_a_won_race_is_won() {
    // Bridges join these stones with each other and with both edges; White intrudes into one.
    let chain = "f2 e4 d6 c8 b10";
    let pairs = [("d5", "e5"), ("c7", "d7"), ("e3", "f3"), ("b9", "c9")];
    for (intrusion, answer) in pairs.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
        let position = position_of(11, chain, &format!("a5 b6 h3 i3 {intrusion}"), Player::Black);
        for net in nets() {
            assert_eq!(first_guess(&net, &position), answer, "after {intrusion}");
        }
    }
    let gap: String = (1..=9).filter(|&row| row != 5).map(|row| format!("e{row} ")).collect();
    // White is as near: who plays on e5 wins.
    let other: String = "abcdfghi".chars().map(|column| format!("{column}5 ")).collect();
    let position = position_of(9, &gap, &other, Player::Black);
    for net in nets() {
        assert_eq!(first_guess(&net, &position), "e5");
        let won = opinion(&mut Judge::new(&net), &position);
        assert!(won.win > 0.9, "{}", won.win);
    }
}

/// Black's wall down to the second row is stopped on the first one. The solver says that White wins, and that Black does
/// with a stone further on, to which the ladder leads.
#[test]
fn a_ladder_needs_an_escape() {
    let wall: String = (1..=10).map(|row| format!("c{row} ")).collect();
    let white = "a11 b11 c11 b9 e4 f5 d2 g3 h4 i5 g9";
    for net in nets() {
        let [without, with] = ["", "h10"].map(|escape| {
            let position = position_of(11, &format!("{wall}{escape}"), white, Player::Black);
            opinion(&mut Judge::new(&net), &position).win
        });
        assert!(without < 0.3 && with > 0.5, "{without} without an escape, {with} with one");
    }
}

#[test]
fn games_by_first_guesses_are_legal_and_end() {
    for (columns, rows) in (3..=19).map(|side| (side, side)).chain([(3, 19), (19, 3), (5, 8), (11, 10), (12, 13)]) {
        for net in nets() {
            let mut position = Position::empty(columns, rows).unwrap();
            while position.outcome().is_none() {
                let cell = position.topology().cell(&first_guess(&net, &position)).unwrap();
                position.play(Move::Place(cell)).unwrap();
            }
        }
    }
}

#[test]
fn the_nets_are_those_of_their_origins() {
    let texts = [
        include_str!("../data/hex.toml"),
        include_str!("../data/hex-large.toml"),
        include_str!("../data/hex-proofs.toml"),
    ];
    for ((bytes, _), origin) in REFERENCES.iter().zip(texts) {
        let net = Net::parse(bytes).unwrap();
        assert!(origin.contains(&format!("sha256 = \"{}\"", net.id())), "the origin is that of another net: {origin}");
        assert!(origin.contains("origin = "));
    }
}

#[test]
fn faults_of_files_are_named() {
    let error = |bytes: &[u8]| Net::parse(bytes).unwrap_err();
    assert!(matches!(error(b""), NetError::Magic(_)));
    assert!(matches!(error(b"tesuji network 1\n{}\n"), NetError::Shape(_)));
    let shape = |text: &str| error(format!("tesuji network 1\n{text}\n").as_bytes());
    let text = r#"{"channels": 12, "blocks": 1, "head": 8, "hidden": 8, "whole": [false]}"#;
    assert!(matches!(shape(text), NetError::Range { name: "channels", value: 12, .. }));
    let text = r#"{"channels": 8, "blocks": 2, "head": 8, "hidden": 8, "whole": [false]}"#;
    assert!(matches!(shape(text), NetError::Range { name: "whole", .. }));
    // The last number has eight bytes, so a file that ends in it is named by its first.
    assert!(matches!(error(&SHIPPED[..SHIPPED.len() - 1]), NetError::Short { at, .. } if at == SHIPPED.len() - 8));
    for length in (200..SHIPPED.len()).step_by(997) {
        assert!(matches!(error(&SHIPPED[..length]), NetError::Short { at, .. } if at <= length), "{length}");
    }
    assert_eq!(error(&[SHIPPED, &[0]].concat()), NetError::Long { at: SHIPPED.len() });
    let mut wrong = SHIPPED.to_vec();
    let first = SHIPPED.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 1;
    wrong[first] = 0x80;
    assert!(matches!(error(&wrong), NetError::Number { at, .. } if at == first));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever a file says, it is refused or judges without a panic.
    #[test]
    fn changed_files_never_panic(at in 0..SHIPPED.len(), bytes in proptest::collection::vec(any::<u8>(), 1..40)) {
        let mut changed = SHIPPED.to_vec();
        let end = (at + bytes.len()).min(changed.len());
        changed[at..end].copy_from_slice(&bytes[..end - at]);
        if let Ok(net) = Net::parse(&changed) {
            let position = Position::empty(3, 3).unwrap();
            let [first, second] = [Kernel::best(), Kernel::PLAIN]
                .map(|kernel| opinion(&mut Judge::with_kernel(&net, kernel), &position));
            prop_assert_eq!(first.policy, second.policy);
        }
    }
}
