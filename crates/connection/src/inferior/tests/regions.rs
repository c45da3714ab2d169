//! Inferences in the regions of claims: two terminals and more, at the wall and inside.

use std::sync::Arc;

use rand::seq::SliceRandom;
use tesuji_board::CellSet;
use tesuji_proof::{Claim, Goal, Group, Mover, Terminal};

use super::*;
use crate::Region;

impl Bench {
    /// A claim of at most 16 cells; Black is the owner.
    fn of_claim(claim: &Claim, seed: u64) -> Self {
        let region = Region::<1>::new(claim).unwrap();
        let cells = |set: &CellSet| set.iter().map(|cell| claim.topology.name(cell)).collect::<Vec<_>>().join(" ");
        let told = format!("{} stones {} goal {:?}", cells(&claim.carrier), cells(&claim.stones), claim.goal);
        Self {
            surroundings: Surroundings::of_region(&region),
            referee: Referee::of_region(&region),
            region: Some((region.cells, told)),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            ..Self::new(1, 1)
        }
        .on((*claim.topology).clone())
    }

    fn on(mut self, board: Topology) -> Self {
        self.board = board;
        self
    }
}

/// A claim whose terminals are stones, some inside the region, and edges.
fn random_claim(rng: &mut Xoshiro256PlusPlus) -> Claim {
    let (columns, rows) = (rng.random_range(3..=6), rng.random_range(3..=5));
    let topology = Topology::rhombus(columns, rows).unwrap();
    let mut cells: Vec<Cell> = topology.cells().collect();
    cells.shuffle(rng);
    let n_stones = rng.random_range(1..=3);
    let n_empties = (cells.len() - n_stones).min(rng.random_range(6..=14));
    let stones = &cells[..n_stones];
    let mut terminals: Vec<Terminal> = stones.iter().map(|&cell| Terminal::Cell(cell)).collect();
    terminals.extend((0..4).filter(|_| rng.random_bool(0.3)).map(Terminal::Edge));
    while terminals.len() < 2 {
        terminals.push(Terminal::Edge(rng.random_range(0..4)));
    }
    let mut group = |rng: &mut Xoshiro256PlusPlus| -> Group {
        terminals.shuffle(rng);
        let n_terminals = rng.random_range(2..=terminals.len());
        terminals[..n_terminals].to_vec()
    };
    let alternatives = (0..rng.random_range(1..=2)).map(|_| (0..rng.random_range(1..=2)).map(|_| group(rng)).collect());
    Claim {
        goal: Goal::new(alternatives.collect()).unwrap(),
        topology: Arc::new(topology),
        owner: Player::Black,
        stones: stones.iter().copied().collect(),
        carrier: cells[n_stones..n_stones + n_empties].iter().copied().collect(),
        to_move: Mover::Opponent,
    }
}

#[test]
fn random_regions() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(41);
    let (mut n_fills, mut n_crossed, mut n_worlds) = ([0; 4], 0, 0);
    for seed in 0..1_500 {
        let claim = random_claim(&mut rng);
        let mut bench = Bench::of_claim(&claim, seed);
        let is_crossed = !bench.surroundings.sights[1].cross.is_empty();
        let n_cells = bench.surroundings.n_cells();
        for _ in 0..6 {
            let stones = bench.random_stones(1, n_cells.min(MOST_EMPTY));
            bench.check(stones);
        }
        for (all, n) in n_fills.iter_mut().zip(bench.n_fills) {
            *all += n;
        }
        n_crossed += if is_crossed { bench.n_fills.iter().sum() } else { 0 };
        n_worlds += bench.n_worlds;
    }
    assert!(
        n_fills.iter().all(|&n| n > 20) && n_crossed > 500 && n_worlds > 1_000,
        "{n_fills:?} {n_crossed} {n_worlds}"
    );
}
