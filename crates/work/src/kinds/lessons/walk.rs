//! Claims to learn from: each differs a little from the one before, so that most are hard to tell from their opposite.

use std::sync::Arc;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Cell, CellSet, Player, SortOnce as _, Topology, TopologyError};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

/// Largest distance of terminals: few connections over long ways can be forced.
const FAR: [usize; 7] = [3, 3, 4, 4, 5, 5, 7];
/// Cells that a claim has more or fewer than the one before, at most.
const MOST_CHANGED: usize = 3;
/// The chance that the owner moves first.
const OWNER_FIRST: f64 = 0.15;

/// Claims with the same stones and goal. Where one holds, cells of its carrier are taken away for the next; where it fails,
/// cells are added: by halves at first, then a few at a time.
#[derive(Debug)]
pub(super) struct ClaimWalk {
    side: usize,
    claim: Claim,
    /// Cells that are no stones, those before others that lie nearer to a short way between terminals.
    ranked: Vec<Cell>,
    /// Largest number of these that is too few for the claim to hold, as far as is known, and smallest number that is
    /// enough.
    between: (usize, usize),
}

impl ClaimWalk {
    /// A random claim on a board of this side.
    pub(super) fn new(side: usize, rng: &mut Xoshiro256PlusPlus) -> Result<Self, TopologyError> {
        let topology = Arc::new(Topology::rhombus(side, side)?);
        let goal = loop {
            if let Some(goal) = random_goal(&topology, rng) {
                break goal;
            }
        };
        let terminals: Vec<Terminal> = goal.terminals().collect();
        let mut stones: CellSet = terminals
            .iter()
            .filter_map(|&terminal| match terminal {
                Terminal::Cell(cell) => Some(cell),
                Terminal::Edge(_) => None,
            })
            .collect();
        let pairs: Vec<[Terminal; 2]> = (goal.alternatives().iter().flatten())
            .flat_map(|group| group.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>())
            .collect();
        // How far a cell is from a short way between two terminals, with some noise.
        let noise = rng.random_range(0.5..3.0);
        let mut ranked: Vec<(f64, Cell)> = topology
            .cells()
            .map(|cell| {
                let detour = |&[a, b]: &[Terminal; 2]| {
                    distance(&topology, Terminal::Cell(cell), a) + distance(&topology, Terminal::Cell(cell), b)
                        - distance(&topology, a, b)
                };
                let least = pairs.iter().map(detour).min().unwrap_or(0);
                (least as f64 + noise * rng.random::<f64>(), cell)
            })
            .collect();
        ranked.sort_once_by(|a, b| a.0.total_cmp(&b.0));
        let mut ranked: Vec<Cell> = ranked.into_iter().map(|(_, cell)| cell).collect();
        for _ in 0..[0, 0, 1, 2, 3].choose(rng).copied().unwrap_or(0) {
            if let Some(&cell) = ranked[..ranked.len().min(30)].choose(rng) {
                stones.insert(cell);
            }
        }
        ranked.retain(|&cell| !stones.contains(cell));
        let holes = [0.0, 0.0, 0.05, 0.15].choose(rng).copied().unwrap_or(0.0);
        ranked.retain(|_| !rng.random_bool(holes));
        let between = (0, ranked.len());
        let claim =
            Claim { topology, owner: Player::Black, stones, carrier: CellSet::new(), goal, to_move: first(rng) };
        let mut walk = Self { side, claim, ranked, between };
        walk.halve();
        Ok(walk)
    }

    /// Goes halfway between what is too little and what is enough; `false` if these are next to each other.
    fn halve(&mut self) -> bool {
        let (few, enough) = self.between;
        if enough - few < 3 {
            return false;
        }
        self.claim.carrier = self.ranked[..few.midpoint(enough)].iter().copied().collect();
        true
    }

    pub(super) const fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Goes on to the next claim after this answer; `None` means that there was none.
    pub(super) fn step(&mut self, holds: Option<bool>, rng: &mut Xoshiro256PlusPlus) {
        let n_cells = self.claim.carrier.len();
        self.claim.to_move = first(rng);
        let (few, enough) = self.between;
        self.between = if holds == Some(false) { (few.max(n_cells), enough) } else { (few, enough.min(n_cells)) };
        if self.between.0 < self.between.1 && self.halve() {
            return;
        }
        if self.between.1 == self.ranked.len() && holds == Some(false) {
            // It fails with nearly all cells there are: nothing is near it.
            if let Ok(other) = Self::new(self.side, rng) {
                *self = other;
            }
            return;
        }
        // From here on the carrier is no longer made of the first cells.
        self.between = (0, 0);
        let n = rng.random_range(1..=MOST_CHANGED);
        if holds == Some(false) {
            let others = self.ranked.iter().copied().filter(|&cell| !self.claim.carrier.contains(cell));
            let near: Vec<Cell> = others.take(4 * MOST_CHANGED).collect();
            for &cell in near.choose_multiple(rng, n) {
                self.claim.carrier.insert(cell);
            }
        } else {
            let mut carrier: Vec<Cell> = self.claim.carrier.iter().collect();
            carrier.shuffle(rng);
            self.claim.carrier = carrier.into_iter().skip(n).collect();
        }
    }
}

fn first(rng: &mut Xoshiro256PlusPlus) -> Mover {
    if rng.random_bool(OWNER_FIRST) { Mover::Owner } else { Mover::Opponent }
}

/// A goal with random terminals that are near each other; `None` if two of them are the same.
fn random_goal(topology: &Topology, rng: &mut Xoshiro256PlusPlus) -> Option<Goal> {
    let cells: Vec<Cell> = topology.cells().collect();
    let centre = *cells.choose(rng)?;
    let far = *FAR.choose(rng)?;
    let mut terminals = Vec::new();
    let mut more = |rng: &mut Xoshiro256PlusPlus| -> Option<Terminal> {
        let near = |other: Terminal| (2..=far).contains(&distance(topology, Terminal::Cell(centre), other));
        let edges = (0..topology.edges().len()).map(Terminal::Edge).filter(|&edge| near(edge));
        let others = cells.iter().map(|&cell| Terminal::Cell(cell)).filter(|&cell| near(cell));
        let found: Vec<Terminal> = if rng.random_bool(0.5) { edges.collect() } else { others.collect() };
        let terminal = *found.choose(rng)?;
        let is_new = !terminals.contains(&terminal);
        terminals.push(terminal);
        is_new.then_some(terminal)
    };
    let (a, b) = (Terminal::Cell(centre), more(rng)?);
    let alternatives = match rng.random_range(0..20) {
        0..13 => vec![vec![vec![a, b]]],
        13..15 => vec![vec![vec![a, b]], vec![vec![a, more(rng)?]]],
        15..17 => vec![vec![vec![a, b]], vec![vec![more(rng)?, more(rng)?]]],
        17..19 => vec![vec![vec![a, b], vec![more(rng)?, more(rng)?]]],
        _ => vec![vec![vec![a, b, more(rng)?]]],
    };
    Goal::new(alternatives).ok()
}

/// Number of steps between two places of a rhombus; edges lie one step beyond their cells.
fn distance(topology: &Topology, a: Terminal, b: Terminal) -> usize {
    let columns = topology.size().map_or(1, |(columns, _)| columns);
    let seat = |cell: Cell| ((cell.index() / columns) as isize, (cell.index() % columns) as isize);
    let between = |a: Cell, b: Cell| {
        let ((row, column), (to_row, to_column)) = (seat(a), seat(b));
        let (down, right) = (to_row - row, to_column - column);
        down.unsigned_abs().max(right.unsigned_abs()).max((down + right).unsigned_abs())
    };
    let to_edge = |cell: Cell, edge: usize| {
        topology.edges()[edge].cells.iter().map(|at| between(cell, at)).min().map_or(usize::MAX / 4, |least| least + 1)
    };
    match (a, b) {
        (Terminal::Cell(a), Terminal::Cell(b)) => between(a, b),
        (Terminal::Cell(cell), Terminal::Edge(edge)) | (Terminal::Edge(edge), Terminal::Cell(cell)) => {
            to_edge(cell, edge)
        }
        (Terminal::Edge(a), Terminal::Edge(b)) => {
            topology.edges()[a].cells.iter().map(|cell| to_edge(cell, b)).min().unwrap_or(0)
        }
    }
}
