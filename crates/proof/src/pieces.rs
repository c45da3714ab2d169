//! Connectivity of vertices of a board (cells and edges), by touching or by given links.

use tesuji_board::{Bits, Topology};

/// A board, and scratch for successive questions about what is connected on it.
pub(crate) struct Connectivity<const W: usize> {
    /// For each vertex, the cells and edges that touch it.
    near: Vec<Bits<W>>,
    /// For each vertex, the vertices that a link joins it to.
    linked: Vec<Bits<W>>,
    /// The vertices asked about, and for each vertex the piece it was last found in. Pieces of earlier questions have
    /// lower numbers.
    own: Bits<W>,
    piece: Vec<u64>,
    first_piece: u64,
    last_piece: u64,
}

impl<const W: usize> Connectivity<W> {
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

    /// The number of cells and edges.
    pub(crate) fn n_vertices(&self) -> usize {
        self.near.len()
    }

    /// Neighbours of a vertex.
    pub(crate) fn near(&self, vertex: usize) -> Bits<W> {
        self.near[vertex]
    }

    /// `from`, and what can be reached from there over the vertices `over`, which is among them.
    pub(crate) fn reach(&self, from: Bits<W>, over: Bits<W>) -> Bits<W> {
        let (mut reached, mut fresh) = (from, from);
        while let Some(vertex) = fresh.first() {
            let more = (self.near[vertex] & over) - reached;
            reached |= more;
            fresh = fresh.without(vertex) | more;
        }
        reached
    }

    /// Joins these vertices, each to the next one, wherever they lie, until [`Self::unlink`].
    pub(crate) fn link(&mut self, group: &[u16]) {
        for pair in group.windows(2) {
            let [a, b] = [usize::from(pair[0]), usize::from(pair[1])];
            self.linked[a].insert(b);
            self.linked[b].insert(a);
        }
    }

    /// Removes every link of these vertices.
    pub(crate) fn unlink(&mut self, group: &[u16]) {
        group.iter().for_each(|&vertex| self.linked[usize::from(vertex)] = Bits::EMPTY);
    }

    /// Starts a question about these vertices. Until the next call each of them is looked at once at most.
    pub(crate) fn ask(&mut self, own: Bits<W>) {
        self.own = own;
        self.first_piece = self.last_piece + 1;
    }

    /// Whether all of `group` lie in one piece.
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

    /// Marks the piece of a vertex with its number.
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
