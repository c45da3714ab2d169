//! Whether the goal is cut, by adjacency alone. The referee (`brute`) has its own test on purpose: neither may depend
//! on the other.

use tesuji_board::{Cell, CellSet, EdgeId};
use tesuji_proof::{Claim, Terminal};

/// Whether the goal is out of reach even if the owner had every cell that is not in `opponent`.
pub(super) fn is_cut(claim: &Claim, opponent: &CellSet) -> bool {
    let topology = &*claim.topology;
    let edges = claim.goal.edges();
    const UNSEEN: usize = usize::MAX;
    let mut piece = vec![UNSEEN; topology.n_cells()];
    let mut edge_piece = vec![UNSEEN; topology.edges().len()];
    let mut n_pieces = 0;
    let starts = edges.iter().map(|&edge| Terminal::Edge(edge));
    let starts = starts.chain(topology.cells().filter(|&cell| !opponent.contains(cell)).map(Terminal::Cell));
    let mut stack = Vec::new();
    for start in starts {
        stack.push(start);
        let mut used = false;
        while let Some(place) = stack.pop() {
            let seen = match place {
                Terminal::Cell(cell) => &mut piece[cell.index()],
                Terminal::Edge(edge) => &mut edge_piece[edge],
            };
            if *seen != UNSEEN {
                continue;
            }
            *seen = n_pieces;
            used = true;
            match place {
                Terminal::Cell(cell) => {
                    let open = topology.neighbours(cell).iter().filter(|&&to| !opponent.contains(to));
                    stack.extend(open.map(|&to| Terminal::Cell(to)));
                    let touched = edges.iter().filter(|&&edge| topology.edges()[edge].cells.contains(cell));
                    stack.extend(touched.map(|&edge| Terminal::Edge(edge)));
                }
                Terminal::Edge(edge) => {
                    let open = topology.edges()[edge].cells.iter().filter(|&cell| !opponent.contains(cell));
                    stack.extend(open.map(Terminal::Cell));
                }
            }
        }
        n_pieces += usize::from(used);
    }
    let piece_of = |terminal: &Terminal| match *terminal {
        Terminal::Cell(cell) => piece[cell.index()],
        Terminal::Edge(edge) => edge_piece[edge],
    };
    !claim.goal.alternatives().iter().any(|groups| {
        groups.iter().all(|group| {
            let first = piece_of(&group[0]);
            first != UNSEEN && group.iter().all(|terminal| piece_of(terminal) == first)
        })
    })
}

/// The opponent's `cells` in the claim's carrier that the cut needs; `cells` cut the goal. Cells with high numbers stay
/// rather than those with low ones.
pub(super) fn smallest_cut(claim: &Claim, cells: &CellSet) -> CellSet {
    let mut pieces = Pieces::new(claim, cells);
    cells.iter().filter(|&cell| claim.carrier.contains(cell) && !pieces.give(cell)).collect()
}

/// Pieces that the owner could join if it had all cells but some, as those are given to it one by one.
struct Pieces<'a> {
    claim: &'a Claim,
    edges: Vec<EdgeId>,
    /// By cell, edges after them: another of the same piece, up to the one that stands for the piece. Itself for cells that
    /// the owner does not have.
    above: Vec<usize>,
    is_open: Vec<bool>,
}

impl<'a> Pieces<'a> {
    fn new(claim: &'a Claim, opponent: &CellSet) -> Self {
        let topology = &*claim.topology;
        let (edges, n_cells) = (claim.goal.edges(), topology.n_cells());
        let above = (0..n_cells + topology.edges().len()).collect();
        let mut pieces = Self { claim, edges, above, is_open: vec![false; n_cells] };
        for cell in topology.cells().filter(|&cell| !opponent.contains(cell)) {
            let touched = pieces.touched(cell);
            pieces.join(cell, &touched);
        }
        pieces
    }

    fn piece(&mut self, mut place: usize) -> usize {
        while self.above[place] != place {
            self.above[place] = self.above[self.above[place]];
            place = self.above[place];
        }
        place
    }

    /// The pieces that a cell touches.
    fn touched(&mut self, cell: Cell) -> Vec<usize> {
        let topology = &*self.claim.topology;
        let cells = topology.neighbours(cell).iter().map(|to| to.index()).filter(|&to| self.is_open[to]);
        let edges = self.edges.iter().filter(|&&edge| topology.edges()[edge].cells.contains(cell));
        let mut places: Vec<usize> = cells.chain(edges.map(|&edge| topology.n_cells() + edge)).collect();
        places.iter_mut().for_each(|place| *place = self.piece(*place));
        places
    }

    fn join(&mut self, cell: Cell, touched: &[usize]) {
        self.is_open[cell.index()] = true;
        for &piece in touched {
            self.above[piece] = cell.index();
        }
    }

    /// Gives a cell to the owner, unless the goal would then be within reach. Returns whether it did.
    fn give(&mut self, cell: Cell) -> bool {
        let touched = self.touched(cell);
        if self.is_reached_with(cell, &touched) {
            return false;
        }
        self.join(cell, &touched);
        true
    }

    /// Whether some alternative is joined if the cell joins these pieces.
    fn is_reached_with(&mut self, cell: Cell, touched: &[usize]) -> bool {
        let (claim, n_cells) = (self.claim, self.claim.topology.n_cells());
        let mut piece_of = |terminal: &Terminal| {
            let place = match *terminal {
                Terminal::Cell(at) if at != cell && !self.is_open[at.index()] => return None,
                Terminal::Cell(at) => at.index(),
                Terminal::Edge(edge) => n_cells + edge,
            };
            let piece = self.piece(place);
            Some(if touched.contains(&piece) { cell.index() } else { piece })
        };
        claim.goal.alternatives().iter().any(|groups| {
            groups.iter().all(|group| {
                let first = piece_of(&group[0]);
                first.is_some() && group.iter().all(|terminal| piece_of(terminal) == first)
            })
        })
    }
}

#[cfg(feature = "testing")]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::testing::random_claim;

    /// Each cell in its turn is needed or not, as a look at the whole board says.
    #[test]
    fn smallest_cuts_are_found_cell_by_cell() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut n_needed = 0;
        for _ in 0..2_000 {
            let claim = random_claim(&mut rng, 16);
            let mut cells = claim.opponent_cells();
            cells.union_with(&claim.carrier);
            if !is_cut(&claim, &cells) {
                continue;
            }
            let found = smallest_cut(&claim, &cells);
            let mut needed = CellSet::new();
            for cell in claim.carrier.iter() {
                cells.remove(cell);
                if !is_cut(&claim, &cells) {
                    cells.insert(cell);
                    needed.insert(cell);
                }
            }
            assert_eq!(found, needed, "{claim:?}");
            n_needed += needed.len();
        }
        assert!(n_needed > 2_000, "{n_needed} cells: the sample shows little");
    }
}
