//! A claim in small numbers: its board reduced to what the owner may still use.
//!
//! Nodes 0, 1, .. are the cells of the carrier. After them come *pieces*, formed at the start by the owner's stones and
//! the edges that the goal names. The opponent's cells do not occur. Sets of nodes are [`Bits`].

use tesuji_board::{Bits, Cell};
use tesuji_connection::SideGraph;
use tesuji_proof::{Claim, Terminal};

/// The part of a claim's board that matters, in nodes.
pub(crate) struct ClaimRegion<const W: usize> {
    /// The carrier: the cell of each node that is not a piece.
    pub(crate) cells: Vec<Cell>,
    /// The neighbours of each node. No two pieces touch.
    pub(crate) neighbours: Vec<Bits<W>>,
    /// The pieces.
    pub(crate) pieces: Bits<W>,
    /// The goal: alternatives of groups of nodes. Alternatives that need a cell of the opponent are left out.
    pub(crate) alternatives: Vec<Vec<Bits<W>>>,
    /// The node of each cell of the board, then of each edge.
    nodes: Vec<Option<usize>>,
    n_board_cells: usize,
}

/// The maximum number of nodes of a claim's region: its empty cells, its stones and the edges it names.
pub(crate) fn n_nodes_at_most(claim: &Claim) -> usize {
    claim.carrier.len() + claim.stones.len() + claim.goal.edges().len()
}

impl<const W: usize> ClaimRegion<W> {
    /// The region of a claim whose [`n_nodes_at_most`] does not exceed the capacity of the sets.
    pub(crate) fn new(claim: &Claim) -> Self {
        let board = &claim.topology;
        let n_board_cells = board.n_cells();
        let cells: Vec<Cell> = claim.carrier.iter().collect();
        let graph = SideGraph::of_owner(claim);
        let n_nodes = cells.len() + graph.chains.len();
        let mut nodes = vec![None; n_board_cells + board.edges().len()];
        for (node, cell) in cells.iter().enumerate() {
            nodes[cell.index()] = Some(node);
        }
        for (node, chain) in (cells.len()..).zip(&graph.chains) {
            for place in chain.cells.iter().map(Cell::index).chain(chain.edges.iter().map(|edge| n_board_cells + edge))
            {
                nodes[place] = Some(node);
            }
        }
        let neighbours =
            graph.neighbours.iter().map(|beside| beside.iter().map(|&(node, _)| usize::from(node)).collect()).collect();
        let pieces = (cells.len()..n_nodes).collect();
        let mut region = Self { cells, neighbours, pieces, alternatives: Vec::new(), nodes, n_board_cells };
        let groups = |groups: &Vec<Vec<Terminal>>| -> Option<Vec<Bits<W>>> {
            groups.iter().map(|group| group.iter().map(|&terminal| region.node(terminal)).collect()).collect()
        };
        region.alternatives = claim.goal.alternatives().iter().filter_map(groups).collect();
        region
    }

    /// The node of a cell or edge; `None` for the opponent's cells and for edges that the goal does not name.
    pub(crate) fn node(&self, terminal: Terminal) -> Option<usize> {
        match terminal {
            Terminal::Cell(cell) => self.nodes[cell.index()],
            Terminal::Edge(edge) => self.nodes[self.n_board_cells + edge],
        }
    }

    /// The carrier as nodes.
    pub(crate) fn carrier(&self) -> Bits<W> {
        Bits::first_n(self.cells.len())
    }

    /// The nodes of `within` that can be reached from `from`, a part of it, without leaving `within`.
    #[inline]
    pub(crate) fn reach(&self, from: Bits<W>, within: Bits<W>) -> Bits<W> {
        let mut reached = from;
        let mut frontier = from;
        while !frontier.is_empty() {
            let mut next = Bits::EMPTY;
            for node in frontier.iter() {
                next |= self.neighbours[node];
            }
            frontier = (next & within) - reached;
            reached |= frontier;
        }
        reached
    }

    /// Whether these stones and pieces achieve an alternative by adjacency.
    ///
    /// For the owner's nodes this says whether the goal is achieved; for those and the empty cells, whether it still
    /// can be.
    pub(crate) fn achieved_by(&self, owned: Bits<W>) -> bool {
        let joined = |group: &Bits<W>| {
            group.is_subset(&owned)
                && group.first().is_some_and(|start| group.is_subset(&self.reach(Bits::single(start), owned)))
        };
        self.alternatives.iter().any(|groups| groups.iter().all(joined))
    }
}

#[cfg(feature = "testing")]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256StarStar;
    use tesuji_board::CellSet;

    use super::*;
    use tesuji_prove::{brute::goal_achieved, testing::random_claim};

    #[test]
    fn agrees_with_the_plain_goal_test() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(2);
        let mut n_achieved = 0;
        for _ in 0..2000 {
            let claim = random_claim(&mut rng, 16);
            let region = ClaimRegion::<1>::new(&claim);
            let taken: CellSet = claim.carrier.iter().filter(|_| rng.random_bool(0.6)).collect();
            let nodes: Bits<1> = taken.iter().filter_map(|cell| region.node(Terminal::Cell(cell))).collect();
            let mut stones = claim.stones.clone();
            stones.union_with(&taken);
            let expected = goal_achieved(&claim, &stones);
            assert_eq!(region.achieved_by(nodes | region.pieces), expected, "{claim:?} with {taken:?}");
            n_achieved += usize::from(expected);
        }
        assert!((300..1700).contains(&n_achieved), "{n_achieved} of 2000 achieved: the sample shows little");
    }
}
