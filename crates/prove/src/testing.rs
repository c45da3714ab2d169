//! Random small claims, for tests that compare programs.

use std::sync::Arc;

use rand::Rng;
use rand::seq::SliceRandom;
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_proof::{Claim, Goal, Group, Mover, Terminal};

/// A random claim of at most `max_empties` empty cells, on a rhombus or a graph of at most 24 cells.
///
/// It has one to four alternatives; some have several groups, and some groups have several terminals. Either side moves
/// first.
/// The same generator state gives the same claim.
pub fn random_claim(rng: &mut impl Rng, max_empties: usize) -> Claim {
    let topology = if rng.random_bool(0.6) { random_rhombus(rng) } else { random_graph(rng) };
    random_claim_on(rng, Arc::new(topology), max_empties)
}

/// A random claim of at most `max_empties` empty cells on this board.
pub fn random_claim_on(rng: &mut impl Rng, topology: Arc<Topology>, max_empties: usize) -> Claim {
    let mut cells: Vec<Cell> = topology.cells().collect();
    cells.shuffle(rng);
    let n_empties = rng.random_range(0..=max_empties.min(cells.len()));
    // Mostly empty regions with stones around them are the interesting ones, so few cells go to the opponent.
    let n_stones = rng.random_range(0..=(cells.len() - n_empties).min(6));
    let carrier: CellSet = cells[..n_empties].iter().copied().collect();
    let stones: CellSet = cells[n_empties..n_empties + n_stones].iter().copied().collect();
    let goal = random_goal(rng, &topology, &cells[..n_empties + n_stones]);
    let owner = if rng.random_bool(0.5) { Player::Black } else { Player::White };
    let to_move = if rng.random_bool(0.7) { Mover::Opponent } else { Mover::Owner };
    Claim { topology, owner, stones, carrier, goal, to_move }
}

fn random_rhombus(rng: &mut impl Rng) -> Topology {
    let (columns, rows) = (rng.random_range(2..=5), rng.random_range(2..=4));
    Topology::rhombus(columns, rows).expect("a small rhombus is a valid board")
}

/// A random connected graph with two or three edges.
fn random_graph(rng: &mut impl Rng) -> Topology {
    let n_nodes = rng.random_range(4..=16);
    let names = (0..n_nodes).map(|i| format!("n{i}")).collect();
    let mut links: Vec<(usize, usize)> = (1..n_nodes).map(|i| (rng.random_range(0..i), i)).collect();
    for _ in 0..rng.random_range(n_nodes / 2..=n_nodes * 3 / 2) {
        let (a, b) = (rng.random_range(0..n_nodes), rng.random_range(0..n_nodes));
        if a != b {
            links.push((a, b));
        }
    }
    let edges = (0..rng.random_range(2..=3))
        .map(|i| {
            let n_touching = rng.random_range(1..=3);
            (format!("e{i}"), (0..n_touching).map(|_| rng.random_range(0..n_nodes)).collect())
        })
        .collect();
    Topology::graph(names, &links, edges).expect("generated names and links are sound")
}

/// A random goal over edges and cells; the cells are mostly from `likely`.
fn random_goal(rng: &mut impl Rng, topology: &Topology, likely: &[Cell]) -> Goal {
    let terminal = |rng: &mut _| random_terminal(rng, topology, likely);
    let alternatives = (0..rng.random_range(1..=4))
        .map(|_| {
            let n_groups = if rng.random_bool(0.7) { 1 } else { 2 };
            (0..n_groups)
                .map(|_| {
                    let mut group: Group = vec![terminal(rng)];
                    let n_terminals = if rng.random_bool(0.8) { 2 } else { 3 };
                    while group.len() < n_terminals {
                        let next = terminal(rng);
                        if !group.contains(&next) {
                            group.push(next);
                        }
                    }
                    group
                })
                .collect()
        })
        .collect();
    Goal::new(alternatives).expect("every generated group has two terminals")
}

fn random_terminal(rng: &mut impl Rng, topology: &Topology, likely: &[Cell]) -> Terminal {
    if rng.random_bool(0.5) {
        Terminal::Edge(rng.random_range(0..topology.edges().len()))
    } else if !likely.is_empty() && rng.random_bool(0.9) {
        Terminal::Cell(likely[rng.random_range(0..likely.len())])
    } else {
        Terminal::Cell(Cell::new(rng.random_range(0..topology.n_cells())))
    }
}
