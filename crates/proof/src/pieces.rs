//! Which vertices of a board hang together: cells and edges, by touching and by links that are given.

use tesuji_board::{Bits, Topology};

/// A board, and scratch for one question after the other about what hangs together on it.
pub(crate) struct Pieces<const W: usize> {
    /// By vertex: the cells and edges that touch it.
    near: Vec<Bits<W>>,
    /// By vertex: the vertices that a link joins it to.
    linked: Vec<Bits<W>>,
    /// What is asked about, and by vertex the piece it was last seen in. Those of earlier questions have lower numbers.
    own: Bits<W>,
    piece: Vec<u64>,
    first_piece: u64,
    last_piece: u64,
}

impl<const W: usize> Pieces<W> {
    pub(crate) fn new(topology: &Topology) -> Self {
        let neighbours = |cell| topology.neighbours(cell).iter().map(|to| to.index()).collect();
        let mut near: Vec<Bits<W>> = topology.cells().map(neighbours).collect();
        for (edge, vertex) in topology.edges().iter().zip(topology.n_cells()..) {
            edge.cells.iter().for_each(|cell| near[cell.index()].insert(vertex));
            near.push(edge.cells.iter().map(|cell| cell.index()).collect());
        }
        let n_vertices = near.len();
        let (linked, piece) = (vec![Bits::EMPTY; n_vertices], vec![0; n_vertices]);
        Self { near, linked, own: Bits::EMPTY, piece, first_piece: 1, last_piece: 0 }
    }

    /// Cells and edges together.
    pub(crate) fn n_vertices(&self) -> usize {
        self.near.len()
    }

    /// Joins these vertices until [`Self::unlink`], wherever they lie: each to the next one.
    pub(crate) fn link(&mut self, group: &[u16]) {
        for pair in group.windows(2) {
            let [a, b] = [usize::from(pair[0]), usize::from(pair[1])];
            self.linked[a].insert(b);
            self.linked[b].insert(a);
        }
    }

    /// Takes back every link of these vertices.
    pub(crate) fn unlink(&mut self, group: &[u16]) {
        group.iter().for_each(|&vertex| self.linked[usize::from(vertex)] = Bits::EMPTY);
    }

    /// Asks about these vertices from now on. Until the next call each of them is looked at once at most.
    pub(crate) fn ask(&mut self, own: Bits<W>) {
        self.own = own;
        self.first_piece = self.last_piece + 1;
    }

    /// Do all of `group` lie in one piece?
    pub(crate) fn joins(&mut self, group: &[u16]) -> bool {
        if !group.iter().all(|&vertex| self.own.contains(usize::from(vertex))) {
            return false;
        }
        let Some((&first, others)) = group.split_first() else { return true };
        if self.piece[usize::from(first)] < self.first_piece {
            self.flood(usize::from(first));
        }
        let piece = self.piece[usize::from(first)];
        others.iter().all(|&vertex| self.piece[usize::from(vertex)] == piece)
    }

    /// Numbers the piece of a vertex.
    fn flood(&mut self, first: usize) {
        self.last_piece += 1;
        let mut reached = Bits::single(first);
        let mut fresh = reached;
        while let Some(vertex) = fresh.first() {
            self.piece[vertex] = self.last_piece;
            let more = ((self.near[vertex] | self.linked[vertex]) & self.own) - reached;
            reached |= more;
            fresh = fresh.without(vertex) | more;
        }
    }
}
