use std::sync::Arc;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_board::{BOTTOM, LEFT, Player, RIGHT, TOP, Topology};
use tesuji_proof::Goal;

use super::*;
use crate::testing::random_claim;

fn cells(board: &Topology, names: &str) -> CellSet {
    names.split_whitespace().map(|name| board.cell(name).unwrap()).collect()
}

fn claim(columns: usize, rows: usize, stones: &str, carrier: &str, goal: Goal, to_move: Mover) -> Claim {
    let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
    let (stones, carrier) = (cells(&topology, stones), cells(&topology, carrier));
    Claim { topology, owner: Player::Black, stones, carrier, goal, to_move }
}

fn holds(claim: &Claim) -> bool {
    match verify_brute(claim, &Limits::default()).outcome {
        VerifyOutcome::Holds(_) => true,
        VerifyOutcome::Fails(_) => false,
        VerifyOutcome::Undecided => panic!("undecided without a limit"),
    }
}

#[test]
fn ziggurat_holds_and_needs_every_cell() {
    //     c1 d1       the stone stands on c1
    //   b2 c2 d2
    // a3 b3 c3 d3
    let board = Topology::rhombus(4, 3).unwrap();
    let c1 = board.cell("c1").unwrap();
    let goal = Goal::pair(Terminal::Cell(c1), Terminal::Edge(BOTTOM));
    let whole = claim(4, 3, "c1", "d1 b2 c2 d2 a3 b3 c3 d3", goal, Mover::Opponent);
    assert!(holds(&whole));
    for cell in whole.carrier.iter() {
        let mut smaller = whole.clone();
        smaller.carrier.remove(cell);
        assert!(!holds(&smaller), "without {}", board.name(cell));
        smaller.to_move = Mover::Owner;
        assert!(holds(&smaller), "the owner repairs the loss of {}", board.name(cell));
    }
}

#[test]
fn union_goals_hold_where_no_single_goal_does() {
    // a1 lies between b1 and the left edge, c1 between b1 and the right edge.
    let goal = |edge| vec![vec![Terminal::Cell(Cell::new(1)), Terminal::Edge(edge)]];
    let one = |edge| Goal::new(vec![goal(edge)]).unwrap();
    let both = Goal::new(vec![goal(LEFT), goal(RIGHT)]).unwrap();
    let question = |goal| claim(3, 1, "b1", "a1 c1", goal, Mover::Opponent);
    assert!(!holds(&question(one(LEFT))) && !holds(&question(one(RIGHT))));
    assert!(holds(&question(both)));
}

#[test]
fn an_unnamed_edge_joins_nothing() {
    // Both stones stand on the top row; only a goal that names the top joins them through it.
    let (a1, c1) = (Terminal::Cell(Cell::new(0)), Terminal::Cell(Cell::new(2)));
    let plain = claim(3, 1, "a1 c1", "", Goal::pair(a1, c1), Mover::Opponent);
    assert!(!holds(&plain));
    let through = Goal::new(vec![vec![vec![a1, c1, Terminal::Edge(TOP)]]]).unwrap();
    assert!(holds(&claim(3, 1, "a1 c1", "", through, Mover::Opponent)));
}

#[test]
fn whole_boards_are_won_by_whom_the_tables_say() {
    // On 3x3 these openings win: the middle row and the two obtuse corners.
    let goal = Goal::pair(Terminal::Edge(TOP), Terminal::Edge(BOTTOM));
    let empty = claim(3, 3, "", "a1 b1 c1 a2 b2 c2 a3 b3 c3", goal, Mover::Owner);
    assert!(holds(&empty));
    let winning: Vec<&str> = empty
        .carrier
        .iter()
        .filter(|&cell| {
            let mut after = empty.clone();
            after.carrier.remove(cell);
            after.stones.insert(cell);
            after.to_move = Mover::Opponent;
            holds(&after)
        })
        .map(|cell| empty.topology.name(cell))
        .collect();
    assert_eq!(winning, ["c1", "a2", "b2", "c2", "a3"]);
}

#[test]
fn limits_leave_it_undecided() {
    let goal = Goal::pair(Terminal::Edge(TOP), Terminal::Edge(BOTTOM));
    let board = Topology::rhombus(4, 4).unwrap();
    let mut question = claim(4, 4, "", "", goal, Mover::Opponent);
    question.carrier = board.cells().collect();
    assert_eq!(verify_brute(&question, &Limits::nodes(10)).outcome, VerifyOutcome::Undecided);
    question.topology = Arc::new(Topology::rhombus(5, 5).unwrap());
    question.carrier = question.topology.cells().collect();
    assert_eq!(verify_brute(&question, &Limits::default()).outcome, VerifyOutcome::Undecided);
}

#[test]
fn random_claims_are_monotone() {
    // More cells or stones never hurt the owner, and neither does the move.
    let mut rng = Xoshiro256StarStar::seed_from_u64(1);
    let (mut n_holds, mut n_fails) = (0, 0);
    for _ in 0..400 {
        let question = random_claim(&mut rng, 8);
        question.validate().unwrap();
        let answer = holds(&question);
        if answer {
            n_holds += 1;
        } else {
            n_fails += 1;
        }
        let mut stronger = question.clone();
        if let Some(cell) = question.opponent_cells().iter().next() {
            stronger.carrier.insert(cell);
        }
        stronger.to_move = Mover::Owner;
        assert!(holds(&stronger) || !answer, "{question:?}");
    }
    assert!(n_holds >= 80 && n_fails >= 80, "{n_holds} hold, {n_fails} fail: the sample shows little");
}

#[test]
fn every_certificate_passes_the_checker() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(5);
    let mut n_nodes = 0;
    for _ in 0..3000 {
        let question = random_claim(&mut rng, 9);
        let (certificate, verdict) = match verify_brute(&question, &Limits::default()).outcome {
            VerifyOutcome::Holds(certificate) => (certificate.unwrap(), Verdict::Holds),
            VerifyOutcome::Fails(certificate) => (certificate.unwrap(), Verdict::Fails),
            VerifyOutcome::Undecided => panic!("undecided without a limit"),
        };
        assert_eq!((&certificate.claim, certificate.verdict), (&question, verdict));
        let checked = certificate.check();
        assert!(checked.is_ok(), "{checked:?} in {certificate:?}");
        n_nodes += certificate.nodes.len();
    }
    assert!(n_nodes > 10_000, "{n_nodes} nodes in all: the sample shows little");
}
