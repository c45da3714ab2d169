//! Random small claims of the kinds that are easy to get wrong.
//!
//! Narrow boards, holes that either side has filled, goals that name edges that meet in a corner, empty terminals,
//! several alternatives of several groups.

use std::sync::Arc;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_proof::{Claim, Goal, Group, Mover, Terminal};
use tesuji_prove::brute::{goal_achieved, goal_still_possible};

/// A random claim of at most `max_empties` empty cells, three times out of four on a rhombus, otherwise on a graph.
///
/// Few of them are decided before the first move.
pub(crate) fn claim(rng: &mut Xoshiro256StarStar, max_empties: usize) -> Claim {
    undecided(rng, |rng| {
        let topology = if rng.random_bool(0.75) { rhombus(rng) } else { graph(rng) };
        claim_on(rng, topology, max_empties)
    })
}

/// A random claim of at most `max_empties` empty cells on a random rhombus.
pub(crate) fn claim_on_rhombus(rng: &mut Xoshiro256StarStar, max_empties: usize) -> Claim {
    undecided(rng, |rng| {
        let topology = rhombus(rng);
        claim_on(rng, topology, max_empties)
    })
}

/// The first claim that is neither achieved nor cut as it stands; after ten failed attempts, any claim.
fn undecided(rng: &mut Xoshiro256StarStar, random: impl Fn(&mut Xoshiro256StarStar) -> Claim) -> Claim {
    let mut claim = random(rng);
    for _ in 0..10 {
        let is_cut = !goal_still_possible(&claim, &claim.opponent_cells());
        if !is_cut && !goal_achieved(&claim, &claim.stones) {
            break;
        }
        claim = random(rng);
    }
    claim
}

fn claim_on(rng: &mut Xoshiro256StarStar, topology: Topology, max_empties: usize) -> Claim {
    let n_empties = rng.random_range(0..=max_empties);
    let carrier = carrier(rng, &topology, n_empties);
    let mut rest: Vec<Cell> = topology.cells().filter(|&cell| !carrier.contains(cell)).collect();
    rest.shuffle(rng);
    let n_stones = rng.random_range(0..=rest.len().min(6));
    let stones: CellSet = rest[..n_stones].iter().copied().collect();
    let goal = goal(rng, &topology, &stones, &carrier);
    let owner = *Player::BOTH.choose(rng).unwrap();
    let to_move = if rng.random_bool(0.7) { Mover::Opponent } else { Mover::Owner };
    Claim { topology: Arc::new(topology), owner, stones, carrier, goal, to_move }
}

fn rhombus(rng: &mut Xoshiro256StarStar) -> Topology {
    let (columns, rows) = match rng.random_range(0..10) {
        0 => (1, rng.random_range(1..=12)),
        1 => (rng.random_range(1..=12), 1),
        2 => (2, rng.random_range(2..=7)),
        3 => (rng.random_range(2..=7), 2),
        4 => (rng.random_range(5..=7), rng.random_range(5..=7)),
        _ => (rng.random_range(3..=5), rng.random_range(3..=5)),
    };
    Topology::rhombus(columns, rows).unwrap()
}

fn graph(rng: &mut Xoshiro256StarStar) -> Topology {
    let n = rng.random_range(2..=14);
    let names = (0..n).map(|i| format!("n{i}")).collect();
    let density = rng.random_range(0.1..0.5);
    let mut links: Vec<(usize, usize)> = (1..n).map(|i| (rng.random_range(0..i), i)).collect();
    links.extend((0..n).flat_map(|a| (0..a).map(move |b| (a, b))).filter(|_| rng.random_bool(density)));
    let edges = (0..rng.random_range(0..=4))
        .map(|e| (format!("edge-{e}"), (0..n).filter(|_| rng.random_bool(0.2)).collect()))
        .collect();
    Topology::graph(names, &links, edges).unwrap()
}

/// A scattered set, or a blob that grows from a cell and may enclose holes.
fn carrier(rng: &mut Xoshiro256StarStar, topology: &Topology, n_empties: usize) -> CellSet {
    let mut cells: Vec<Cell> = topology.cells().collect();
    cells.shuffle(rng);
    if rng.random_bool(0.3) {
        return cells.into_iter().take(n_empties).collect();
    }
    let mut blob = CellSet::new();
    let mut fringe = vec![cells[0]];
    let mut left = n_empties;
    while left > 0 && !fringe.is_empty() {
        let cell = fringe.swap_remove(rng.random_range(0..fringe.len()));
        if blob.contains(cell) || rng.random_bool(0.2) {
            continue;
        }
        blob.insert(cell);
        left -= 1;
        fringe.extend(topology.neighbours(cell));
    }
    blob
}

fn goal(rng: &mut Xoshiro256StarStar, topology: &Topology, stones: &CellSet, carrier: &CellSet) -> Goal {
    let stones: Vec<Cell> = stones.iter().collect();
    let carrier: Vec<Cell> = carrier.iter().collect();
    // Some goals name only edges, some only stones.
    let edge_share = *[0.0, 0.3, 0.5, 0.8, 1.0].choose(rng).unwrap();
    let empty_share = *[0.0, 0.0, 0.1, 0.5].choose(rng).unwrap();
    let terminal = |rng: &mut Xoshiro256StarStar| {
        let n_edges = topology.edges().len();
        let cell = if rng.random_bool(empty_share) { carrier.choose(rng) } else { stones.choose(rng) };
        match cell {
            _ if n_edges > 0 && rng.random_bool(edge_share) => Terminal::Edge(rng.random_range(0..n_edges)),
            Some(&cell) => Terminal::Cell(cell),
            None if n_edges > 0 && rng.random_bool(0.7) => Terminal::Edge(rng.random_range(0..n_edges)),
            None => Terminal::Cell(Cell::new(rng.random_range(0..topology.n_cells()))),
        }
    };
    let n_alternatives = *[1, 1, 1, 2, 2, 3, 4].choose(rng).unwrap();
    let alternatives = (0..n_alternatives)
        .map(|_| {
            let n_groups = *[1, 1, 1, 1, 2, 2, 3].choose(rng).unwrap();
            let groups: Vec<Group> = (0..n_groups).filter_map(|_| group(rng, &terminal)).collect();
            if groups.is_empty() { vec![fallback(topology)] } else { groups }
        })
        .collect();
    Goal::new(alternatives).expect("every group has two different terminals")
}

/// Two to four different terminals; `None` if the board does not have enough of them.
fn group(rng: &mut Xoshiro256StarStar, terminal: &impl Fn(&mut Xoshiro256StarStar) -> Terminal) -> Option<Group> {
    let n_terminals = *[2, 2, 2, 2, 3, 4].choose(rng).unwrap();
    let mut group: Group = (0..4 * n_terminals).map(|_| terminal(rng)).collect();
    group.sort_unstable();
    group.dedup();
    group.shuffle(rng);
    group.truncate(n_terminals);
    (group.len() >= 2).then_some(group)
}

/// Two terminals that every board of this module has.
fn fallback(topology: &Topology) -> Group {
    let cells = topology.cells().map(Terminal::Cell);
    let edges = (0..topology.edges().len()).map(Terminal::Edge);
    cells.chain(edges).take(2).collect()
}
