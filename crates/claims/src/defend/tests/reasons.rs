//! Reasons are what the certificate contains.

use tesuji_problem::parse_file_text;
use tesuji_prove::verify;

use super::*;
use crate::defend::ReasonKind;
use crate::defend::reasons::{along, template};

fn proved(text: &str) -> Certificate {
    let claim = parse_file_text(text).unwrap().remove(0).claim;
    match verify(&claim, &Limits::default()).outcome {
        VerifyOutcome::Holds(certificate) | VerifyOutcome::Fails(certificate) => certificate.unwrap(),
        VerifyOutcome::Undecided => panic!("undecided without a limit"),
    }
}

/// The reasons after these moves, in words.
fn said(certificate: &Certificate, moves: &[&str]) -> Vec<String> {
    let mut defender = Defender::new(certificate).unwrap();
    let board = &certificate.claim.topology;
    for name in moves {
        defender.answer(board.cell(name).unwrap()).unwrap();
    }
    defender.reasons().iter().map(|reason| reason.in_words(board)).collect()
}

#[test]
fn every_template_is_known_by_its_name() {
    let problems = parse_file_text(include_str!("../../../../../testdata/claims/templates.toml")).unwrap();
    let (mut n_named, mut n_other) = (0, 0);
    for problem in problems {
        let name = problem.id.strip_prefix("hexwiki:").and_then(|id| id.split('#').next());
        let claim = &problem.claim;
        let found = template(&claim.topology, BOTTOM, &claim.carrier, &claim.stones);
        match name {
            Some("II") | None => n_other += usize::from(found.is_none()),
            Some(name) => {
                assert_eq!(found, Some(name));
                n_named += 1;
                let mut less = claim.carrier.clone();
                less.remove(claim.carrier.iter().next().unwrap());
                assert_ne!(template(&claim.topology, BOTTOM, &less, &claim.stones), Some(name));
            }
        }
    }
    assert_eq!((n_named, n_other), (32, 7));
}

#[test]
fn templates_are_known_at_every_edge_and_mirrored() {
    let board = Arc::new(Topology::rhombus(9, 9).unwrap());
    // The ziggurat and its mirror image, as places along an edge.
    let rows = [vec![(2, 2), (3, 2)], vec![(1, 1), (2, 1), (3, 1)], vec![(0, 0), (1, 0), (2, 0), (3, 0)]].concat();
    for edge in 0..4 {
        for is_mirrored in [false, true] {
            let cells: Vec<Cell> = rows
                .iter()
                .map(|&(x, height)| {
                    let place = (if is_mirrored { 4 + height as isize - x } else { 3 + x }, height);
                    board.cells().find(|&cell| along(&board, edge, cell) == Some(place)).unwrap()
                })
                .collect();
            let stones: CellSet = cells[..1].iter().copied().collect();
            let carrier: CellSet = cells[1..].iter().copied().collect();
            let goal = Goal::pair(Terminal::Cell(cells[0]), Terminal::Edge(edge));
            assert_eq!(template(&board, edge, &carrier, &stones), Some("III1a"));
            let (topology, to_move) = (board.clone(), Mover::Opponent);
            let claim = Claim { topology, owner: Player::Black, stones, carrier, goal, to_move };
            assert!(certify(&claim).is_some_and(|certificate| certificate.verdict == Verdict::Holds));
            assert_eq!(template(&board, edge, &claim.carrier, &CellSet::new()), None);
            assert_eq!(template(&board, (edge + 1) % 4, &claim.carrier, &claim.stones), None);
        }
    }
}

#[test]
fn a_bridge_and_a_cell_that_is_not_needed() {
    let bridge = proved("id: x\ngoal: A-bottom\n\n.A.\n...\n");
    assert_eq!(said(&bridge, &[]), ["b1-bottom is then a bridge: a2 or b2 is enough"]);
    assert_eq!(said(&bridge, &["a2"]), ["b1-bottom is a bridge: a2 or b2 is enough"]);
    assert_eq!(said(&bridge, &["c1"]), ["the proof does not need this cell: no answer"]);
}

#[test]
fn the_ziggurat_is_named_and_two_threats_that_do_not_overlap() {
    let ziggurat = proved("id: z\ngoal: A-bottom\n\n##A.\n#...\n....\n");
    let start = said(&ziggurat, &[]);
    assert_eq!(start, ["c1-bottom is then edge template III1a (the ziggurat)"]);
    for name in ["b2", "c2", "d2", "b3", "c3", "d3"] {
        let mut defender = Defender::new(&ziggurat).unwrap();
        let cell = ziggurat.claim.topology.cell(name).unwrap();
        let answer = defender.answer(cell).unwrap();
        for reason in defender.reasons() {
            if reason.kind == ReasonKind::TwoThreats {
                // The answer, and another that its cells do not meet and that the move stops.
                assert_eq!(answer, DefenceAnswer::Reply(reason.stones[0]));
                assert!(reason.cells.contains(cell) && reason.cells.contains(reason.stones[1]), "{reason:?}");
            }
        }
    }
    assert!(said(&ziggurat, &["c2"]).iter().any(|said| said.contains("threat")), "{:?}", said(&ziggurat, &["c2"]));
}

#[test]
fn a_ladder_has_the_escape_that_the_certificate_uses() {
    // On the second row, towards a stone on it.
    let ladder = proved("id: l\ngoal: A-bottom\nto_move: owner\n\n#######\n#A...B#\n##.....\n");
    assert_eq!(ladder.first.map(|first| ladder.claim.topology.name(first)), Some("c2"));
    assert!(said(&ladder, &["c3"]).iter().all(|said| !said.contains("ladder")));
    let after = said(&ladder, &["c3", "d3"]);
    assert!(after.iter().any(|said| said == "a ladder with the escape f2"), "{after:?}");
}
