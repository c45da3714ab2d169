//! Random small claims on rhombi and graphs.

use std::sync::Arc;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_proof::{Claim, Goal, Group, Mover, Terminal};

pub(crate) fn claim(rng: &mut Xoshiro256PlusPlus, max_empty: usize) -> Claim {
    let topology = Arc::new(board(rng));
    let mut cells: Vec<Cell> = topology.cells().collect();
    cells.shuffle(rng);
    let n_empty = rng.random_range(0..=max_empty.min(cells.len()));
    let carrier: CellSet = cells.drain(..n_empty).collect();
    let n_stones = rng.random_range(0..=cells.len());
    let stones: CellSet = cells.drain(..n_stones).collect();
    let goal = goal(rng, &topology, &stones, &carrier);
    let owner = *Player::BOTH.choose(rng).unwrap();
    let to_move = *[Mover::Owner, Mover::Opponent].choose(rng).unwrap();
    Claim { topology, owner, stones, carrier, goal, to_move }
}

fn board(rng: &mut Xoshiro256PlusPlus) -> Topology {
    if rng.random_bool(0.5) {
        return Topology::rhombus(rng.random_range(1..=4), rng.random_range(2..=4)).unwrap();
    }
    let n = rng.random_range(2..=10);
    let names = (0..n).map(|i| format!("n{i}")).collect();
    let links: Vec<_> = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).filter(|_| rng.random_bool(0.35)).collect();
    let edges = (0..rng.random_range(0..=3))
        .map(|e| (format!("edge-{e}"), (0..n).filter(|_| rng.random_bool(0.3)).collect()))
        .collect();
    Topology::graph(names, &links, edges).unwrap()
}

/// Terminals are mostly stones and edges, because others make most goals hopeless.
pub(crate) fn goal(rng: &mut Xoshiro256PlusPlus, board: &Topology, stones: &CellSet, carrier: &CellSet) -> Goal {
    let mut likely: Vec<Terminal> = stones.iter().map(Terminal::Cell).collect();
    likely.extend((0..board.edges().len()).map(Terminal::Edge));
    let possible: Vec<Terminal> = carrier.iter().map(Terminal::Cell).collect();
    let any: Vec<Terminal> = board.cells().map(Terminal::Cell).collect();
    // For each alternative, the number of groups.
    let shapes: [&[usize]; 6] = [&[1], &[1], &[2], &[1, 1], &[2, 1], &[1, 1, 1]];
    let shape = *shapes.choose(rng).unwrap();
    let mut group = || -> Group {
        loop {
            let size = if rng.random_bool(0.7) { 2 } else { 3 };
            let mut group: Group = (0..size)
                .map(|_| {
                    let pool = match rng.random_range(0..20) {
                        0 => &any,
                        1..=3 => &possible,
                        _ => &likely,
                    };
                    *pool.choose(rng).unwrap_or(&any[0])
                })
                .collect();
            group.sort_unstable();
            group.dedup();
            if group.len() >= 2 {
                return group;
            }
            // Too few terminals are likely: take any two cells.
            if likely.len() + possible.len() < 4 {
                return any[..2].to_vec();
            }
        }
    };
    Goal::new(shape.iter().map(|&n| (0..n).map(|_| group()).collect()).collect()).unwrap()
}

/// The board with one link added or removed, as a graph.
pub(crate) fn relinked(board: &Topology, rng: &mut Xoshiro256PlusPlus) -> Topology {
    let n = board.n_cells();
    let flipped = (rng.random_range(0..n), rng.random_range(0..n));
    let linked = |a: usize, b: usize| board.neighbours(Cell::new(a)).contains(&Cell::new(b));
    let links: Vec<_> = (0..n)
        .flat_map(|a| (0..a).map(move |b| (a, b)))
        .filter(|&(a, b)| linked(a, b) != ((a, b) == flipped || (b, a) == flipped))
        .collect();
    let names = board.cells().map(|cell| board.name(cell).to_owned()).collect();
    let edges = board.edges().iter().map(|edge| (edge.name.clone(), edge.cells.iter().map(Cell::index).collect()));
    Topology::graph(names, &links, edges.collect()).unwrap()
}

/// Three stones that must be joined over the same few empty cells: the parts get in each other's way.
pub(crate) fn crowded(rng: &mut Xoshiro256PlusPlus) -> Claim {
    let n = rng.random_range(6..=9);
    let names = (0..n).map(|i| format!("n{i}")).collect();
    // The stones are n0, n1 and n2, and do not touch.
    let pairs = (3..n).flat_map(|a| (0..a).map(move |b| (a, b)));
    let links: Vec<_> = pairs.filter(|_| rng.random_bool(0.5)).collect();
    let topology = Arc::new(Topology::graph(names, &links, vec![]).unwrap());
    let pair = |a, b| vec![Terminal::Cell(Cell::new(a)), Terminal::Cell(Cell::new(b))];
    Claim {
        topology,
        owner: Player::Black,
        stones: (0..3).map(Cell::new).collect(),
        carrier: (3..n).map(Cell::new).collect(),
        goal: Goal::new(vec![vec![pair(0, 1), pair(1, 2)]]).unwrap(),
        to_move: Mover::Opponent,
    }
}
