//! Records: written, read, checked, and refused after any change.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_amazons::{Position, Setup, Size};
use tesuji_board::Player;
use tesuji_search::Limits;

use super::super::search::EndingSolver;
use super::*;

/// A 3x4 position whose record has moves as well as counts.
fn small() -> ResultRecord {
    let size = Size::new(3, 4).unwrap();
    let square = |name: &str| size.square_of(name).unwrap();
    let setup = Setup {
        size,
        black: vec![square("a1"), square("c2")],
        white: vec![square("c4"), square("a3")],
        arrows: vec![square("b1")],
        to_move: Player::Black,
    };
    record(&mut EndingSolver::default(), &Position::new(&setup).unwrap(), &Limits::default(), 100_000).unwrap()
}

#[test]
fn a_record_checks_and_goes_through_its_text() {
    let record = small();
    let checked = check(&record).unwrap();
    assert_eq!(checked.n_nodes, record.nodes.len());
    assert!(checked.n_counts > 0 && record.nodes.iter().any(|node| matches!(node, ResultNode::Answers { .. })));
    assert_eq!(ResultRecord::from_json(&record.to_json()).unwrap(), record);
}

#[test]
fn the_first_player_loses_on_4x4() {
    let start = Position::standard(4).unwrap();
    let record = record(&mut EndingSolver::default(), &start, &Limits::default(), 1_000_000).unwrap();
    let checked = check(&record).unwrap();
    assert_eq!((checked.winner, checked.first), (Player::White, None));
    assert_eq!(checked.position, start);
}

#[test]
fn small_starts_have_the_winners_of_the_documents() {
    for (columns, rows, black, white, winner) in [
        (4, 4, ["b1", "c1"], ["b4", "c4"], Player::Black),
        (3, 4, ["a1", "c1"], ["a4", "c4"], Player::Black),
        (4, 3, ["a1", "d1"], ["a3", "d3"], Player::White),
    ] {
        let size = Size::new(columns, rows).unwrap();
        let squares = |names: [&str; 2]| names.map(|name| size.square_of(name).unwrap()).to_vec();
        let setup = Setup { black: squares(black), white: squares(white), ..Setup::empty(size) };
        let start = Position::new(&setup).unwrap();
        let record = record(&mut EndingSolver::default(), &start, &Limits::default(), 1_000_000).unwrap();
        let checked = check(&record).unwrap();
        assert_eq!((checked.winner, checked.first.is_some()), (winner, winner == Player::Black));
        assert_eq!(checked.position, start);
    }
}

/// Changes of the heading that make a false claim or no claim at all.
#[test]
fn a_changed_heading_is_refused() {
    let good = small();
    let other = |side: ResultSide| if side == ResultSide::Black { ResultSide::White } else { ResultSide::Black };
    let mut changed = vec![good.clone(); 9];
    changed[0].winner = other(good.winner);
    changed[1].to_move = other(good.to_move);
    changed[2].black.pop();
    changed[3].white[0] = "b2".to_owned();
    changed[4].arrows.push("b4".to_owned());
    changed[5].rows = 5;
    changed[6].version = 3;
    changed[7].format.push('x');
    changed[8].arrows = vec!["d1".to_owned()];
    for record in changed {
        assert!(check(&record).is_err(), "{:?}", ResultRecord { nodes: Vec::new(), ..record });
    }
}

#[test]
fn a_changed_node_is_refused() {
    let good = small();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut n_refused = [0_u32; 9];
    for _ in 0..2000 {
        let mut bad = good.clone();
        let i = rng.random_range(0..bad.nodes.len());
        #[expect(clippy::cast_possible_truncation, reason = "a small record")]
        let here = i as u32;
        let kind = match &mut bad.nodes[i] {
            ResultNode::Move { r#move, then } => match rng.random_range(0..3) {
                0 => {
                    *then = here;
                    0
                }
                1 => {
                    *then = if *then == 0 { 1 } else { *then - 1 };
                    1
                }
                _ => {
                    let size = Size::new(3, 4).unwrap();
                    let mv = parse_move(size, r#move).unwrap();
                    // An arrow onto the amazon's own square is never legal.
                    *r#move = move_text(size, Move { arrow: mv.to, ..mv });
                    2
                }
            },
            ResultNode::Answers { answers } => match rng.random_range(0..3) {
                0 => {
                    answers.push(0);
                    3
                }
                1 if answers.pop().is_some() => 4,
                2 if answers.iter().any(|&answer| answer != answers[0]) => {
                    let first = answers[0];
                    let j = answers.iter().position(|&answer| answer != first).unwrap();
                    answers.swap(0, j);
                    5
                }
                _ => continue,
            },
            ResultNode::Count { walk } => {
                if walk.is_empty() {
                    continue;
                }
                match rng.random_range(0..3) {
                    0 => {
                        walk.pop();
                        6
                    }
                    1 => {
                        let first = walk[0].clone();
                        walk.push(first);
                        7
                    }
                    _ => {
                        walk[0] = "a1-b9/c1".to_owned();
                        8
                    }
                }
            }
        };
        // Two counts that hold in each other's positions may be exchanged: the record still proves what it says.
        match check(&bad) {
            Err(_) => n_refused[kind] += 1,
            Ok(checked) if kind == 5 => assert_eq!(checked.winner, Player::from(good.winner)),
            Ok(_) => panic!("node {i}, change {kind}: {:?} became {:?}", good.nodes[i], bad.nodes[i]),
        }
    }
    assert!(n_refused.iter().all(|&n| n > 0), "each kind of change occurred: {n_refused:?}");
}

#[test]
fn nodes_too_many_or_too_few_are_refused() {
    let good = small();
    let mut bad = good.clone();
    bad.nodes.insert(0, ResultNode::Count { walk: Vec::new() });
    assert!(check(&bad).is_err());
    let mut bad = good.clone();
    bad.nodes.pop();
    assert!(check(&bad).is_err());
    let mut bad = good.clone();
    bad.nodes.clear();
    assert_eq!(check(&bad), Err(CheckError::ResultNode { node: 0, fault: "expected a node" }));
    // A count in a place that the loser can reach.
    let mut bad = good.clone();
    let last = bad.nodes.len() - 1;
    bad.nodes[last] = ResultNode::Count { walk: vec!["a1-a2/a1".to_owned(); 20] };
    assert!(check(&bad).is_err());
}

#[test]
fn any_text_is_an_error_not_a_panic() {
    let text = small().to_json();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        let at = rng.random_range(0..bytes.len());
        bytes[at] = rng.random_range(32..127);
        let cut = rng.random_range(0..=bytes.len());
        for bytes in [&bytes[..], &bytes[..cut]] {
            if let Ok(record) =
                std::str::from_utf8(bytes).map_err(drop).and_then(|t| ResultRecord::from_json(t).map_err(drop))
            {
                // A record that still checks says the same about the same position, or is unchanged.
                if let Ok(checked) = check(&record) {
                    assert_eq!(checked, check(&small()).unwrap());
                }
            }
        }
    }
    assert!(ResultRecord::from_json("{}").unwrap_err().to_string().contains("line 1"));
    let text = small().to_json();
    for other in [r#"{"black":null}"#, r#""Black""#, "null"] {
        let spoilt = text.replace(r#""to_move":"black""#, &format!(r#""to_move":{other}"#));
        assert!(spoilt != text && ResultRecord::from_json(&spoilt).is_err(), "{other}");
    }
}
