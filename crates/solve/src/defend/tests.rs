//! Every sequence of moves against certificates of random small claims ends with the goal achieved, or cut, for real.

use std::sync::Arc;

use tesuji_board::{BOTTOM, Player, TOP};
use tesuji_proof::{Claim, GoalId, Mover};

use super::*;

/// A small generator with fixed seeds (SplitMix64): the tests need variety, not quality.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % n as u64) as usize
    }
}

/// A prover by plain search, for certificates to play from.
struct Search<'a> {
    claim: &'a Claim,
    verdict: Verdict,
    goals: Vec<Goal>,
    nodes: Vec<Node>,
}

impl<'a> Search<'a> {
    fn new(claim: &'a Claim, verdict: Verdict) -> Self {
        Self { claim, verdict, goals: vec![claim.goal.clone()], nodes: Vec::new() }
    }

    fn is_done(&self, goal: GoalId, prover: &CellSet) -> bool {
        let goal = &self.goals[goal as usize];
        let topology = &self.claim.topology;
        match self.verdict {
            Verdict::Holds => {
                let mut stones = self.claim.stones.clone();
                stones.union_with(prover);
                achieved(topology, goal, &stones).is_some()
            }
            Verdict::Fails => {
                let mut rest = CellSet::full(topology.n_cells());
                rest.subtract(&self.claim.opponent_cells());
                rest.subtract(prover);
                achieved(topology, goal, &rest).is_none()
            }
        }
    }

    /// The prover has `prover`, `empties` are left, the other moves: a node and its carrier, if the prover succeeds.
    fn prove(&mut self, goal: GoalId, prover: &CellSet, empties: &CellSet) -> Option<(NodeId, CellSet)> {
        let node = if self.is_done(goal, prover) {
            let stones = prover.iter().collect();
            let leaf = match self.verdict {
                Verdict::Holds => Node::Linked { goal, stones },
                Verdict::Fails => Node::Cut { stones },
            };
            (leaf, CellSet::new())
        } else {
            let mut must_play = empties.clone();
            let mut replies = Vec::new();
            let mut carrier = CellSet::new();
            while let Some(intrusion) = first(&must_play) {
                let (reply, child, region) = empties.iter().filter(|&reply| reply != intrusion).find_map(|reply| {
                    let (mut prover, mut left) = (prover.clone(), empties.clone());
                    prover.insert(reply);
                    left.remove(reply);
                    left.remove(intrusion);
                    let (child, mut region) = self.prove(goal, &prover, &left)?;
                    region.insert(reply);
                    Some((reply, child, region))
                })?;
                must_play.intersect_with(&region);
                carrier.union_with(&region);
                replies.push((reply, child));
            }
            if replies.is_empty() {
                return None;
            }
            (Node::Replies { goal, replies }, carrier)
        };
        self.nodes.push(node.0);
        Some((self.nodes.len() as NodeId - 1, node.1))
    }

    fn certificate(self, first: Option<Cell>) -> Certificate {
        Certificate { claim: self.claim.clone(), verdict: self.verdict, first, goals: self.goals, nodes: self.nodes }
    }
}

fn first(cells: &CellSet) -> Option<Cell> {
    cells.iter().next()
}

/// The answer to the claim, with its certificate.
fn certify(claim: &Claim) -> Certificate {
    for (verdict, mover) in [(Verdict::Holds, Mover::Owner), (Verdict::Fails, Mover::Opponent)] {
        let firsts: Vec<Option<Cell>> =
            if claim.to_move == mover { claim.carrier.iter().map(Some).collect() } else { vec![None] };
        for first in firsts {
            let mut search = Search::new(claim, verdict);
            let prover: CellSet = first.into_iter().collect();
            let mut empties = claim.carrier.clone();
            empties.subtract(&prover);
            if search.prove(0, &prover, &empties).is_some() {
                return search.certificate(first);
            }
        }
    }
    panic!("neither side succeeds, which no game of Hex allows");
}

/// Plays every sequence of intruding moves to its end; returns how many there are.
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
        assert_eq!(answer == Answer::NotNeeded, !needed);
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
    let mut random = Random(1);
    let mut answers = [0; 2];
    let mut n_games = 0;
    for _ in 0..300 {
        let topology = Arc::new(Topology::rhombus(4, 4).unwrap());
        let (mut stones, mut carrier) = (CellSet::new(), CellSet::new());
        for cell in topology.cells() {
            match random.below(10) {
                0..3 => _ = stones.insert(cell),
                3..8 if carrier.len() < 7 => _ = carrier.insert(cell),
                _ => {}
            }
        }
        if carrier.is_empty() {
            continue;
        }
        let mut terminal = || match random.below(3) {
            0 => Terminal::Edge(random.below(4)),
            _ => Terminal::Cell(Cell::new(random.below(16))),
        };
        let mut alternatives = Vec::new();
        for _ in 0..2 {
            let (a, b) = (terminal(), terminal());
            if a != b {
                alternatives.push(vec![vec![a, b]]);
            }
        }
        let Ok(goal) = Goal::new(alternatives) else { continue };
        let to_move = if random.below(2) == 0 { Mover::Owner } else { Mover::Opponent };
        let claim = Claim { topology, owner: Player::Black, stones, carrier, goal, to_move };
        let certificate = certify(&claim);
        answers[usize::from(certificate.verdict == Verdict::Holds)] += 1;
        n_games += play_all(&mut Defender::new(&certificate).unwrap());
    }
    assert!(answers.iter().all(|&n| n >= 50) && n_games > 1000, "too little variety: {answers:?}, {n_games} games");
}

#[test]
fn joins_of_random_parts_hold_whatever_the_order_of_intrusions() {
    let mut random = Random(2);
    let mut n_joins = 0;
    for _ in 0..4000 {
        // The columns a-c and e-g are two part-boards; d is the opponent's.
        let topology = Arc::new(Topology::rhombus(7, 3).unwrap());
        let ends = [0, 4].map(|column| [column + random.below(3), 14 + column + random.below(3)].map(Cell::new));
        let mut stones: CellSet = ends.into_iter().flatten().collect();
        let mut parts = [CellSet::new(), CellSet::new()];
        for cell in topology.cells().filter(|cell| cell.index() % 7 != 3) {
            let part = usize::from(cell.index() % 7 > 3);
            match random.below(10) {
                _ if stones.contains(cell) => {}
                0..2 => _ = stones.insert(cell),
                2..9 if parts[part].len() < 4 => _ = parts[part].insert(cell),
                _ => {}
            }
        }
        let ends = ends.map(|pair| pair.map(Terminal::Cell).to_vec());
        let mut carrier = parts[0].clone();
        carrier.union_with(&parts[1]);
        let goal = Goal::new(vec![ends.to_vec()]).unwrap();
        let claim = Claim { topology, owner: Player::White, stones, carrier, goal, to_move: Mover::Opponent };
        let mut search = Search::new(&claim, Verdict::Holds);
        let mut children = Vec::new();
        for (part, end) in parts.iter().zip(ends) {
            search.goals.push(Goal::new(vec![vec![end]]).unwrap());
            let goal = search.goals.len() as GoalId - 1;
            children.extend(search.prove(goal, &CellSet::new(), part).map(|(child, _)| child));
        }
        if children.len() == 2 {
            search.nodes.push(Node::Join { goal: 0, stones: vec![], children });
            let certificate = search.certificate(None);
            let mut defender = Defender::new(&certificate).unwrap();
            let n_open = defender.state.open.len();
            play_all(&mut defender);
            n_joins += usize::from(n_open == 2);
        }
    }
    assert!(n_joins >= 150, "too little variety: {n_joins} joins");
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
    assert_eq!(defender.answer(cell("b3")), Ok(Answer::Reply(cell("a3"))));
    assert_eq!(defender.answer(cell("a3")), Err(DefendError::Taken(cell("a3"))));
    assert_eq!(defender.answer(cell("c3")), Err(DefendError::OutsideClaim(cell("c3"))));
    assert_eq!(defender.answer(cell("c1")), Ok(Answer::NotNeeded));
    assert!(!defender.is_over());
    assert_eq!(defender.hint(), Some(cell("b1")));
    assert_eq!(defender.answer(cell("b1")), Ok(Answer::Reply(cell("a2"))));
    assert!(defender.is_over() && defender.needed().is_empty() && defender.hint().is_none());
    assert_eq!(defender.undo(), Some((cell("b1"), Answer::Reply(cell("a2")))));
    assert!(!defender.is_over());
    play_all(&mut Defender::new(&certificate).unwrap());
}

#[test]
fn an_edge_joins_only_if_the_goal_names_it() {
    // Black's a1 and c1 touch the top edge and not each other.
    let cell = |name| Terminal::Cell(Topology::rhombus(3, 2).unwrap().cell(name).unwrap());
    let without = Goal::pair(cell("a1"), cell("c1"));
    let other =
        Goal::new(vec![vec![vec![cell("a1"), cell("c1")]], vec![vec![cell("b2"), Terminal::Edge(TOP)]]]).unwrap();
    let claim = rhombus_claim(3, 2, &["a1", "c1"], &[], without);
    assert_eq!(achieved(&claim.topology, &claim.goal, &claim.stones), None);
    assert_eq!(achieved(&claim.topology, &other, &claim.stones), Some(0));
    let edges = Goal::pair(Terminal::Edge(TOP), Terminal::Edge(BOTTOM));
    assert_eq!(achieved(&claim.topology, &edges, &claim.stones), None);
}

#[test]
fn malformed_and_invalid_certificates_give_errors() {
    let goal = Goal::pair(Terminal::Edge(TOP), Terminal::Edge(BOTTOM));
    let claim = rhombus_claim(1, 1, &[], &["a1"], goal.clone());
    let cell = Cell::new(0);
    let mut certificate =
        Certificate { claim, verdict: Verdict::Holds, first: None, goals: vec![goal], nodes: Vec::new() };
    assert_eq!(Defender::new(&certificate).unwrap_err(), DefendError::Malformed(0));
    certificate.nodes = vec![Node::Replies { goal: 0, replies: vec![(cell, 0)] }];
    assert_eq!(Defender::new(&certificate).unwrap_err(), DefendError::Malformed(0));
    certificate.nodes =
        vec![Node::Linked { goal: 0, stones: vec![cell] }, Node::Replies { goal: 0, replies: vec![(cell, 0)] }];
    let mut defender = Defender::new(&certificate).unwrap();
    assert_eq!(defender.answer(cell), Err(DefendError::NoReply { node: 1, cell }));
    assert_eq!(defender.moves().len(), 1);
}
