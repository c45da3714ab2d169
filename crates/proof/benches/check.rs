//! The streaming checker, measured as nodes per second on 11x11: the target is a million.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_board::{BOTTOM, Cell, CellSet, LEFT, Player, RIGHT, TOP, Topology};
use tesuji_proof::{Certificate, Claim, Goal, GoalId, Mover, Node, NodeId, Terminal, Verdict, check_stream};

/// Bridges that the prover holds at once; either it is whole, or one of its two cells has been played.
const N_BRIDGES: usize = 12;

/// A board of separate bridges, all of which must be held:
///
/// ```text
///  B . B . B .       Two stones on the diagonal of each square of four cells,
///   . B . B . B      the two cells between them empty.
/// ```
fn bridges() -> Claim {
    let topology = Topology::rhombus(11, 11).unwrap();
    let at = |column: usize, row: usize| Cell::new(row * 11 + column);
    let corners = (0..N_BRIDGES).map(|i| (i % 5 * 2, i / 5 * 2));
    let pairs: Vec<_> = corners.clone().map(|(c, r)| (at(c, r), at(c + 1, r + 1))).collect();
    let group = |&(a, b): &(Cell, Cell)| vec![Terminal::Cell(a), Terminal::Cell(b)];
    Claim {
        topology: Arc::new(topology),
        owner: Player::Black,
        stones: pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
        carrier: corners.flat_map(|(c, r)| [at(c + 1, r), at(c, r + 1)]).collect(),
        goal: Goal::new(vec![pairs.iter().map(group).collect()]).unwrap(),
        to_move: Mover::Opponent,
    }
}

/// White's line from left to right, with a bridge at every second step, which stops Black's way from top to bottom.
fn wall() -> Claim {
    let topology = Topology::rhombus(11, 11).unwrap();
    let at = |column: usize, row: usize| Cell::new(row * 11 + column);
    // a6, then a bridge up to c5, e4, g3, i2 and k1.
    let wall: Vec<Cell> = (0..6).map(|i| at(2 * i, 5 - i)).collect();
    let carrier: CellSet = (0..5).flat_map(|i| [at(2 * i + 1, 4 - i), at(2 * i + 1, 5 - i)]).collect();
    let stones = topology.cells().filter(|&cell| !wall.contains(&cell) && !carrier.contains(cell)).collect();
    let goal = Goal::pair(Terminal::Edge(TOP), Terminal::Edge(BOTTOM));
    debug_assert!(topology.edges()[LEFT].cells.contains(wall[0]) && topology.edges()[RIGHT].cells.contains(wall[5]));
    Claim { topology: Arc::new(topology), owner: Player::Black, stones, carrier, goal, to_move: Mover::Owner }
}

/// The whole game tree on `pairs` of cells; the prover needs one cell of each pair. It has 3^n nodes, with 2 replies
/// for each whole pair.
fn game_tree(pairs: &[(Cell, Cell)], leaf: &dyn Fn(Vec<Cell>) -> Node, nodes: &mut Vec<Node>) {
    let n = pairs.len();
    let base = nodes.len() as NodeId;
    // Nodes are numbered in base 3 with a digit for each pair: 0 or 1 is the cell played, 2 a whole pair. Children have
    // smaller numbers.
    for id in 0..3_u32.pow(n as u32) {
        let digit = |i: usize| id / 3_u32.pow(i as u32) % 3;
        let mut stones = Vec::new();
        let mut replies = Vec::new();
        for (i, &(a, b)) in pairs.iter().enumerate() {
            let step = 3_u32.pow(i as u32);
            match digit(i) {
                0 => stones.push(a),
                1 => stones.push(b),
                _ => replies.extend([(a, base + id - 2 * step), (b, base + id - step)]),
            }
        }
        nodes.push(if replies.is_empty() { leaf(stones) } else { Node::Replies { goal: 0, replies } });
    }
}

fn certificate(claim: Claim, verdict: Verdict, nodes: Vec<Node>) -> Certificate {
    let goals = vec![claim.goal.clone()];
    Certificate { claim, verdict, first: None, goals, nodes }
}

/// The tree of all bridges at once: most nodes are `Replies`, with eight children on average.
fn tree() -> Certificate {
    let claim = bridges();
    let pairs = carrier_pairs(&claim);
    let mut nodes = Vec::new();
    game_tree(&pairs, &|stones| Node::Linked { goal: 0, stones }, &mut nodes);
    certificate(claim, Verdict::Holds, nodes)
}

/// Single bridges that are joined, again and again: two leaves per `Replies`, twelve parts per `Join`.
fn joins() -> Certificate {
    let claim = bridges();
    let pairs = carrier_pairs(&claim);
    let groups = claim.goal.alternatives()[0].clone();
    let mut nodes = Vec::new();
    for _ in 0..20_000 {
        let mut children = Vec::new();
        for (goal, &(a, b)) in (1 as GoalId..).zip(&pairs) {
            let first = nodes.len() as NodeId;
            nodes.push(Node::Linked { goal, stones: vec![a] });
            nodes.push(Node::Linked { goal, stones: vec![b] });
            nodes.push(Node::Replies { goal, replies: vec![(a, first), (b, first + 1)] });
            children.push(first + 2);
        }
        nodes.push(Node::Join { goal: 0, stones: vec![], children });
    }
    let mut certificate = certificate(claim, Verdict::Holds, nodes);
    certificate.goals.extend(groups.into_iter().map(|group| Goal::new(vec![vec![group]]).unwrap()));
    certificate
}

/// The refutation by a wall, again and again: one node in eight makes the checker flood half the board.
fn refutation() -> Certificate {
    let claim = wall();
    let carrier: Vec<Cell> = claim.carrier.iter().collect();
    let mut pairs: Vec<(Cell, Cell)> = Vec::new();
    for column in (1..11).step_by(2) {
        let of_column: Vec<_> = carrier.iter().filter(|cell| cell.index() % 11 == column).collect();
        pairs.push((*of_column[0], *of_column[1]));
    }
    let mut nodes = Vec::new();
    for _ in 0..2_000 {
        game_tree(&pairs, &|stones| Node::Cut { stones }, &mut nodes);
    }
    certificate(claim, Verdict::Fails, nodes)
}

fn carrier_pairs(claim: &Claim) -> Vec<(Cell, Cell)> {
    let top_left = claim.stones.iter().filter(|cell| cell.index() / 11 % 2 == 0);
    top_left.map(|cell| (Cell::new(cell.index() + 1), Cell::new(cell.index() + 11))).collect()
}

fn check(c: &mut Criterion) {
    let mut group = c.benchmark_group("check_stream/11x11");
    group.sample_size(10);
    for (name, certificate, n_nodes) in
        [("tree", tree(), 531_441_u32), ("joins", joins(), 740_000), ("refutation", refutation(), 486_000)]
    {
        let bytes = certificate.to_bytes().expect("it can be written");
        let summary = check_stream(&bytes[..]).expect("a wrong certificate must not be timed");
        assert_eq!(summary.n_nodes, n_nodes);
        group.throughput(Throughput::Elements(n_nodes.into()));
        let size = bytes.len() as f64 / f64::from(n_nodes);
        group.bench_function(format!("{name}, {size:.1} bytes a node"), |b| {
            b.iter(|| check_stream(black_box(&bytes[..])));
        });
    }
    group.finish();
}

criterion_group!(benches, check);
criterion_main!(benches);
