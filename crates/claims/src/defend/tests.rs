//! Every sequence of moves against certificates of random small claims ends with the goal really achieved or cut.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_board::{BOTTOM, Player, TOP, Topology};
use tesuji_proof::{Claim, Goal, GoalId, Mover, Node, Terminal};
use tesuji_search::Limits;

use super::*;
use tesuji_prove::{VerifyOutcome, brute::verify_brute, testing::random_claim};

/// The answer to the claim with its certificate; `None` if the prover moves first and has no empty cell.
fn certify(claim: &Claim) -> Option<Certificate> {
    match verify_brute(claim, &Limits::default()).outcome {
        VerifyOutcome::Holds(certificate) | VerifyOutcome::Fails(certificate) => certificate,
        VerifyOutcome::Undecided => panic!("undecided without a limit"),
    }
}

/// Plays every sequence of intruding moves to its end. Returns the number of sequences.
fn play_all(defender: &mut Defender<'_>) -> usize {
    if defender.is_over() {
        return 1;
    }
    let moves = defender.moves();
    assert!(!moves.is_empty(), "the game ended unachieved: {:?}", defender.history().collect::<Vec<_>>());
    assert!(defender.needed().is_subset(&moves), "stones lie in a carrier that is still needed");
    let mut n_games = 0;
    for cell in moves.iter() {
        let before = (defender.prover().clone(), defender.intruder().clone());
        let needed = defender.needed().contains(cell);
        let answer = defender.answer(cell).unwrap();
        assert_eq!(answer == DefenceAnswer::NotNeeded, !needed);
        n_games += play_all(defender);
        assert_eq!(defender.undo(), Some((cell, answer)));
        assert_eq!(before, (defender.prover().clone(), defender.intruder().clone()));
    }
    n_games
}

fn rhombus_claim(columns: usize, rows: usize, stones: &[&str], carrier: &[&str], goal: Goal) -> Claim {
    let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
    let cells = |names: &[&str]| names.iter().map(|name| topology.cell(name).unwrap()).collect::<CellSet>();
    let (stones, carrier) = (cells(stones), cells(carrier));
    Claim { topology, owner: Player::Black, stones, carrier, goal, to_move: Mover::Opponent }
}

#[test]
fn every_game_against_random_certificates_ends_as_claimed() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(1);
    let mut answers = [0; 2];
    let mut n_games = 0;
    for _ in 0..600 {
        let claim = random_claim(&mut rng, 7);
        let Some(certificate) = certify(&claim) else { continue };
        answers[usize::from(certificate.verdict == Verdict::Holds)] += 1;
        n_games += play_all(&mut Defender::new(&certificate).unwrap());
    }
    assert!(answers.iter().all(|&n| n >= 50) && n_games > 2000, "too little variety: {answers:?}, {n_games} games");
}

#[test]
fn joins_of_random_parts_hold_whatever_the_order_of_intrusions() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(2);
    let mut n_joins = 0;
    for _ in 0..4000 {
        // The columns a-c and e-g are two part-boards, each with two stones to be joined; d is the opponent's.
        let topology = Arc::new(Topology::rhombus(7, 3).unwrap());
        let mut end = |column: usize| [0, 14].map(|row_start| Cell::new(row_start + column + rng.random_range(0..3)));
        let ends = [end(0), end(4)];
        let mut stones: CellSet = ends.into_iter().flatten().collect();
        let mut parts = [CellSet::new(), CellSet::new()];
        for cell in topology.cells().filter(|cell| cell.index() % 7 != 3) {
            let part = &mut parts[usize::from(cell.index() % 7 > 3)];
            match rng.random_range(0..10) {
                _ if stones.contains(cell) => {}
                0..2 => _ = stones.insert(cell),
                2..9 if part.len() < 4 => _ = part.insert(cell),
                _ => {}
            }
        }
        let groups = ends.map(|pair| pair.map(Terminal::Cell).to_vec());
        let mut carrier = parts[0].clone();
        carrier.union_with(&parts[1]);
        let goal = Goal::new(vec![groups.to_vec()]).unwrap();
        let claim = Claim { topology, owner: Player::White, stones, carrier, goal, to_move: Mover::Opponent };
        let part_certificates = parts.into_iter().zip(groups).filter_map(|(carrier, group)| {
            let part = Claim { carrier, goal: Goal::new(vec![vec![group]]).unwrap(), ..claim.clone() };
            certify(&part).filter(|certificate| certificate.verdict == Verdict::Holds)
        });
        if let Some(certificate) = join(&claim, &part_certificates.collect::<Vec<_>>()) {
            let mut defender = Defender::new(&certificate).unwrap();
            n_joins += usize::from(defender.state.open.len() == 2);
            play_all(&mut defender);
        }
    }
    assert!(n_joins >= 150, "too little variety: {n_joins} joins");
}

/// The certificate of `claim` from those of its two parts, if both exist.
fn join(claim: &Claim, parts: &[Certificate]) -> Option<Certificate> {
    let [left, right] = parts else { return None };
    let mut nodes = left.nodes.clone();
    let n_left = left.nodes.len() as NodeId;
    nodes.extend(right.nodes.iter().cloned().map(|node| match node {
        Node::Replies { goal, replies } => {
            Node::Replies { goal, replies: replies.into_iter().map(|(cell, child)| (cell, child + n_left)).collect() }
        }
        leaf => leaf,
    }));
    for (node_idx, node) in nodes.iter_mut().enumerate() {
        if let Node::Linked { goal, .. } | Node::Replies { goal, .. } = node {
            *goal = 1 + GoalId::from(node_idx >= n_left as usize);
        }
    }
    nodes.push(Node::Join { goal: 0, stones: vec![], children: vec![n_left - 1, nodes.len() as NodeId - 1] });
    let goals = [claim, &left.claim, &right.claim].map(|claim| claim.goal.clone()).to_vec();
    Some(Certificate { claim: claim.clone(), verdict: Verdict::Holds, first: None, goals, nodes })
}

#[test]
fn a_join_of_bridges_answers_each_intrusion_in_its_own_part() {
    //  a1 .  .       a1-b2 over {b1, a2}, b2-a4 over {a3, b3}; c1 is empty and not needed.
    //   .  b2 .
    //     .  .  .
    //      a4 .  .
    let cell = |name: &str| Topology::rhombus(3, 4).unwrap().cell(name).unwrap();
    let goal = Goal::pair(Terminal::Cell(cell("a1")), Terminal::Cell(cell("a4")));
    let claim = rhombus_claim(3, 4, &["a1", "b2", "a4"], &["b1", "c1", "a2", "a3", "b3"], goal.clone());
    let bridge = |from: &str, to: &str| Goal::pair(Terminal::Cell(cell(from)), Terminal::Cell(cell(to)));
    let linked = |goal, stone: &str| Node::Linked { goal, stones: vec![cell(stone)] };
    let certificate = Certificate {
        claim,
        verdict: Verdict::Holds,
        first: None,
        goals: vec![goal, bridge("a1", "b2"), bridge("b2", "a4")],
        nodes: vec![
            linked(1, "b1"),
            linked(1, "a2"),
            Node::Replies { goal: 1, replies: vec![(cell("b1"), 0), (cell("a2"), 1)] },
            linked(2, "a3"),
            linked(2, "b3"),
            Node::Replies { goal: 2, replies: vec![(cell("a3"), 3), (cell("b3"), 4)] },
            Node::Join { goal: 0, stones: vec![], children: vec![2, 5] },
        ],
    };
    let mut defender = Defender::new(&certificate).unwrap();
    assert_eq!(defender.answer(cell("b3")), Ok(DefenceAnswer::Reply(cell("a3"))));
    assert_eq!(defender.answer(cell("a3")), Err(DefendError::Taken("a3".to_owned())));
    assert_eq!(defender.answer(cell("c3")), Err(DefendError::OutsideClaim("c3".to_owned())));
    assert_eq!(defender.answer(cell("c1")), Ok(DefenceAnswer::NotNeeded));
    assert!(!defender.is_over());
    assert_eq!(defender.hint(), Some(cell("b1")));
    assert_eq!(defender.answer(cell("b1")), Ok(DefenceAnswer::Reply(cell("a2"))));
    assert_eq!(defender.achieved().as_ref(), Some(&certificate.claim.goal));
    assert!(defender.is_over() && defender.needed().is_empty() && defender.hint().is_none());
    assert_eq!(defender.undo(), Some((cell("b1"), DefenceAnswer::Reply(cell("a2")))));
    assert!(!defender.is_over());
    play_all(&mut Defender::new(&certificate).unwrap());
}

#[test]
fn invalid_certificates_are_refused() {
    let goal = Goal::pair(Terminal::Edge(TOP), Terminal::Edge(BOTTOM));
    let claim = rhombus_claim(1, 1, &[], &["a1"], goal.clone());
    let mut certificate =
        Certificate { claim, verdict: Verdict::Holds, first: None, goals: vec![goal], nodes: Vec::new() };
    assert!(Defender::new(&certificate).is_err());
    let cell = Cell::new(0);
    certificate.nodes =
        vec![Node::Linked { goal: 0, stones: vec![cell] }, Node::Replies { goal: 0, replies: vec![(cell, 0)] }];
    assert!(Defender::new(&certificate).is_err(), "nothing answers a move on the only cell");
}

mod reasons;
