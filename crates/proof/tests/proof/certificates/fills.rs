//! Cells that are filled in: what the checker accepts is true, in both checkers, and what breaks the rule is refused.

use rand::seq::{IteratorRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::Cell;
use tesuji_proof::{
    Certificate, CertificateError, Claim, FilledCells, Goal, Mover, Node, NodeFault, NodeId, Proven, Terminal, Verdict,
    check_stream,
};

use crate::certificates::{files, prover, random, second_checker, truth};

/// The certificate with one more node before its root.
fn with_node(certificate: &Certificate, node: Node) -> Certificate {
    let mut more = certificate.clone();
    let root = more.nodes.last().unwrap().clone();
    more.nodes.extend([node, root]);
    more
}

/// Whether brute force agrees with what a node of this certificate states.
fn is_true(certificate: &Certificate, Proven { goal, assumes, carrier }: &Proven) -> bool {
    let Certificate { claim, verdict, goals, .. } = certificate;
    let mut stones = claim.stones.clone();
    let (goal, carrier) = (goals[*goal as usize].clone(), carrier.clone());
    match verdict {
        Verdict::Holds => stones.union_with(assumes),
        Verdict::Fails => {
            stones.union_with(&claim.carrier);
            stones.subtract(assumes);
            stones.subtract(&carrier);
        }
    }
    let to_move = if *verdict == Verdict::Holds { Mover::Opponent } else { Mover::Owner };
    truth::holds(&Claim { stones, carrier, goal, to_move, ..claim.clone() }) == (*verdict == Verdict::Holds)
}

/// A node that fills in cells of some node, most often those that it assumes.
fn random_fill(certificate: &Certificate, proven: &[Proven], rng: &mut Xoshiro256PlusPlus) -> Option<Node> {
    let child = rng.random_range(0..proven.len());
    let Proven { goal, assumes, .. } = &proven[child];
    let mut cells: Vec<Cell> = assumes.iter().collect();
    cells.shuffle(rng);
    let any = certificate.claim.carrier.iter().choose(rng)?;
    let first = cells.pop().unwrap_or(any);
    let second = cells.pop().filter(|_| rng.random_bool(0.6)).unwrap_or(any);
    let cells = match rng.random_range(0..3) {
        0 => FilledCells::Dead(first),
        1 => FilledCells::Captured(first, second),
        _ => FilledCells::Permanent(first, second),
    };
    let share = f64::from(rng.random_range(0..3)) * 0.3;
    let stones = certificate.claim.carrier.iter().filter(|_| rng.random_bool(share)).collect();
    Some(Node::Fill { goal: *goal, cells, stones, child: child as NodeId })
}

#[test]
fn what_is_accepted_is_true() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut n_accepted = [[0; 3]; 2];
    let mut n_refused_true = 0;
    let mut batch = Vec::new();
    for round in 0..6_000 {
        let mut certificate = prover::certify(&random::claim(&mut rng, 7), &mut rng);
        for _ in 0..8 {
            let proven = certificate.prove().unwrap();
            let Some(node) = random_fill(&certificate, &proven, &mut rng) else { break };
            let more = with_node(&certificate, node.clone());
            if round % 20 == 0 {
                batch.push(more.to_bytes().unwrap());
            }
            let Node::Fill { cells, .. } = node else { unreachable!() };
            match more.prove() {
                Ok(proven) => {
                    let fact = &proven[proven.len() - 2];
                    assert!(is_true(&more, fact), "a lie is believed: {fact:?}\n{}", more.to_text().unwrap());
                    n_accepted[usize::from(more.verdict == Verdict::Fails)][cells.parts().0] += 1;
                    certificate = more;
                }
                Err(_) => n_refused_true += 1,
            }
        }
        if round % 20 == 0 {
            let text = certificate.to_text().unwrap();
            assert_eq!(Certificate::from_text(&text).unwrap(), certificate);
            assert_eq!(Certificate::read(&certificate.to_bytes().unwrap()[..]).unwrap(), certificate);
        }
    }
    assert!(n_accepted.iter().flatten().all(|&n| n > 20), "{n_accepted:?}, {n_refused_true} refused");
    second_checker::assert_agreement("fills", &batch);
}

#[test]
fn what_breaks_the_rule_is_refused() {
    let rejects = |name: &str, from: &str, to: &str, message: &str| {
        let text = files::version_2(name).to_text().unwrap();
        assert!(text.contains(from), "{name} contains `{from}`");
        let certificate = Certificate::from_text(&text.replacen(from, to, 1)).unwrap();
        let error = certificate.check().expect_err(to);
        assert_eq!(error.to_string(), message, "{name}: {from} -> {to}");
        let bytes = certificate.to_bytes().unwrap();
        assert_eq!(check_stream(&bytes[..]), Err(error));
        bytes
    };
    let matters = |cell| format!("node 1: {cell} is not dead: it may link what is not linked without it");
    let named =
        |cell| format!("node 1: {cell} cannot be filled in: the goal or the stones name it, or it is named twice");
    let outside = "node 1: b1 lies outside the carrier of the claim, where the prover cannot play";
    let whole = "1 fill 0: 0 captured a2 b2 /";
    let files = [
        rejects("captured", whole, "1 fill 0: 0 dead b2 /", &matters("b2")),
        rejects("captured", whole, "1 fill 0: 0 permanent b2 a2 /", &matters("b2")),
        rejects("captured", whole, "1 fill 0: 0 captured a2 a2 /", &named("a2")),
        rejects("captured", whole, "1 fill 0: 0 captured a2 b2 / b2", &named("a2").replace("a2", "b2")),
        rejects("captured", whole, "1 fill 0: 0 captured a2 b1 /", outside),
        rejects("captured", "goal 0: b1 a3", "goal 0: b1 a3 | b1 b2 a3", &named("b2")),
        rejects("cut", "1 fill 0: 0 captured b1 b2 /", "1 fill 0: 0 dead b1 /", &matters("b1")),
    ];
    second_checker::assert_agreement("fills-refused", &files);
    // A goal of its own, and a node that it does not have.
    let mut other = files::version_2("captured");
    other.goals.push(Goal::pair(Terminal::Cell(Cell::new(1)), Terminal::Edge(0)));
    let Node::Fill { goal, .. } = &mut other.nodes[1] else { unreachable!() };
    *goal = 1;
    let fault = NodeFault::ChildGoal { child: 0, found: 0, expected: 1 };
    assert_eq!(other.check(), Err(CertificateError::Node { node: 1, fault }));
    // Where a fill is, there is a reply.
    let mut empty = files::version_2("captured");
    empty.nodes.insert(0, Node::Replies { goal: 0, replies: Vec::new() });
    assert!(empty.to_bytes().is_err());
}
