//! Files made to slow a checker down. The length of the file bounds the work, in both checkers alike.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_proof::{
    Certificate, CertificateError, Claim, FREE_STEPS, Goal, Mover, Node, NodeFault, STEPS_PER_BYTE, Terminal, Verdict,
    check_stream,
};

use crate::certificates::second_checker;

const SIDE: usize = 11;
/// The number of groups in each alternative of the costly goal.
const N_GROUPS: usize = 2_000;

/// Two touching stones, and goals to join them: goal 0 asks once, goal 1 four thousand times.
///
/// ```text
///  B B . . .        every node joins a1 to b1, by way of goal 1
///   . . . . .
/// ```
fn costly(n_joins: usize) -> Certificate {
    let group = || vec![Terminal::Cell(Cell::new(0)), Terminal::Cell(Cell::new(1))];
    let goal = Goal::new(vec![vec![group()]]).unwrap();
    let claim = Claim {
        topology: Arc::new(Topology::rhombus(SIDE, SIDE).unwrap()),
        owner: Player::Black,
        stones: CellSet::full(2),
        carrier: CellSet::full(SIDE * SIDE).iter().skip(2).collect(),
        goal: goal.clone(),
        to_move: Mover::Opponent,
    };
    let many = || (0..N_GROUPS).map(|_| group()).collect();
    let mut nodes = vec![Node::Linked { goal: 1, stones: vec![] }];
    let join = |child| Node::Join { goal: 1, stones: vec![], children: vec![child] };
    nodes.extend((0..n_joins).map(|child| join(child as u32)));
    nodes.push(Node::Linked { goal: 0, stones: vec![] });
    let goals = vec![goal, Goal::new(vec![many(), many()]).unwrap()];
    Certificate { claim, verdict: Verdict::Holds, first: None, goals, nodes }
}

/// The steps that a node of the costly goal takes by `docs/CERTIFICATE.md`.
fn steps() -> (u64, u64) {
    let (n_vertices, n_terminals) = ((SIDE * SIDE + 4) as u64, (2 * 2 * N_GROUPS) as u64);
    let linked = n_vertices + n_terminals;
    // The child's goal is searched for edges; then there are two combinations, each linking one alternative.
    let join = n_terminals + 2 * (linked + n_terminals / 2);
    (linked, join)
}

#[test]
fn work_is_bounded_by_the_length_of_the_file() {
    let (linked, join) = steps();
    // A join takes four bytes: its kind, goal, child and number of stones.
    let n_bytes = costly(0).to_bytes().unwrap().len() as u64;
    let most = |n_joins: u64| FREE_STEPS + STEPS_PER_BYTE * (n_bytes + 4 * n_joins);
    let n_allowed = (1..).take_while(|&n| linked + n * join <= most(n)).last().unwrap() as usize;
    assert!((100..2_000).contains(&n_allowed), "{n_allowed}");
    let sound = costly(n_allowed);
    let bytes = sound.to_bytes().unwrap();
    assert!(sound.check().is_ok());
    let beyond = costly(n_allowed + 2);
    let error = beyond.check().unwrap_err();
    let CertificateError::Node { node, fault: NodeFault::TooMuchWork(steps) } = error else { panic!("{error}") };
    assert!((node as usize).abs_diff(n_allowed) <= 1, "{node}");
    assert!(steps.abs_diff(most(n_allowed as u64)) < 10_000);
    assert!(error.to_string().contains("checking up to here takes more than"), "{error}");
    // The text form has the same bound as the binary form.
    let text = beyond.to_text().unwrap();
    assert_eq!(Certificate::from_text(&text).unwrap().check(), Err(error.clone()));
    let refused = beyond.to_bytes().unwrap();
    assert_eq!(check_stream(&refused[..]), Err(error));
    second_checker::assert_agreement("bounds", &[bytes, refused]);
}

/// The combinations of one `Join`, with goals of many terminals: the length of the file pays for going through each of
/// them.
#[test]
fn long_goals_and_many_combinations_are_bounded_together() {
    let mut certificate = costly(1);
    let children = vec![0; 12];
    certificate.nodes[1] = Node::Join { goal: 1, stones: vec![], children };
    let fault = certificate.check().unwrap_err().to_string();
    assert!(fault.starts_with("node 1: checking up to here takes more than "), "{fault}");
    second_checker::assert_agreement("combinations", &[certificate.to_bytes().unwrap()]);
}
