//! The board as the winner of a proof sees it: cells, the two edges to be joined, and all possible bridges.

use tesuji_board::{Bits, Cell, EdgeId};
use tesuji_connection::{Region, Side};
use tesuji_proof::Terminal;

/// A cell by its number on the board, or one of the winner's two edges, numbered after the cells.
pub(super) type Vertex = u16;

/// The number of a bridge of the board.
pub(super) type BridgeId = u16;

/// Two neighbouring cells that both touch the same two ends.
///
/// ```text
///  A x       If the opponent plays x, the owner of A and B plays y, and the other way round.
///   y B      An edge can take the place of A or B.
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Bridge<const W: usize> {
    pub cells: [u16; 2],
    pub ends: [Vertex; 2],
    /// The neighbours of the two cells that touch neither end. If the opponent has them all, the only use of the two
    /// cells for the owner of the ends is to join the ends.
    pub rivals: Bits<W>,
}

impl<const W: usize> Bridge<W> {
    /// Its two cells.
    pub(super) fn set(&self) -> Bits<W> {
        self.cells.iter().map(|&cell| usize::from(cell)).collect()
    }
}

/// The winner's board.
#[derive(Debug)]
pub(super) struct Ground<const W: usize> {
    n_cells: usize,
    /// For each cell, its neighbours.
    adjacent: Vec<Bits<W>>,
    /// The winner's edges, and the cells at each.
    edges: [(EdgeId, Bits<W>); 2],
    bridges: Vec<Bridge<W>>,
}

impl<const W: usize> Ground<W> {
    /// The ground of a region whose cells are those of the board, in order, without any stones.
    pub(super) fn new(region: &Region<W>, edges: [EdgeId; 2]) -> Self {
        let n_cells = region.n_cells();
        let graph = &region.sides[Side::Owner.index()];
        let cells_at = |edge: EdgeId| {
            let chain = graph.chains.iter().position(|chain| chain.edges.contains(&edge));
            let neighbours = chain.map(|chain| &graph.neighbours[n_cells + chain]);
            neighbours.into_iter().flatten().map(|&(cell, _)| usize::from(cell)).collect()
        };
        let edges = edges.map(|edge| (edge, cells_at(edge)));
        let mut ground = Self { n_cells, adjacent: region.adjacent.clone(), edges, bridges: Vec::new() };
        for x in 0..n_cells {
            for y in ground.adjacent[x].iter().filter(|&y| y > x) {
                let ends: Vec<Vertex> = (0..ground.n_vertices() as Vertex)
                    .filter(|&end| ground.around(end).contains(x) && ground.around(end).contains(y))
                    .collect();
                let pairs = ends.iter().enumerate().flat_map(|(i, &a)| ends[i + 1..].iter().map(move |&b| [a, b]));
                for ends in pairs {
                    let rivals = ground.rivals([x, y], ends);
                    ground.bridges.push(Bridge { cells: [x as u16, y as u16], ends, rivals });
                }
            }
        }
        ground
    }

    fn rivals(&self, [x, y]: [usize; 2], ends: [Vertex; 2]) -> Bits<W> {
        let mut rivals = (self.adjacent[x] | self.adjacent[y]).without(x).without(y);
        for end in ends {
            rivals -= self.around(end);
            if let Some(cell) = self.cell(end) {
                rivals.remove(cell);
            }
        }
        rivals
    }

    /// The number of cells and edges together.
    pub(super) const fn n_vertices(&self) -> usize {
        self.n_cells + self.edges.len()
    }

    /// The two edges, as the board numbers them.
    pub(super) fn edges(&self) -> [EdgeId; 2] {
        self.edges.map(|(edge, _)| edge)
    }

    /// The vertices of the two edges.
    pub(super) const fn goal(&self) -> [Vertex; 2] {
        [self.n_cells as Vertex, self.n_cells as Vertex + 1]
    }

    /// The cells that touch a vertex.
    pub(super) fn around(&self, vertex: Vertex) -> Bits<W> {
        match self.edge(vertex) {
            None => self.adjacent[usize::from(vertex)],
            Some(edge) => self.edges[edge].1,
        }
    }

    /// The cell of a vertex, unless it is an edge.
    pub(super) fn cell(&self, vertex: Vertex) -> Option<usize> {
        Some(usize::from(vertex)).filter(|&cell| cell < self.n_cells)
    }

    /// Which of the two edges a vertex is, if it is one.
    pub(super) fn edge(&self, vertex: Vertex) -> Option<usize> {
        usize::from(vertex).checked_sub(self.n_cells)
    }

    /// A vertex as a terminal of a goal.
    pub(super) fn terminal(&self, vertex: Vertex) -> Terminal {
        match self.edge(vertex) {
            None => Terminal::Cell(Cell::new(usize::from(vertex))),
            Some(edge) => Terminal::Edge(self.edges[edge].0),
        }
    }

    /// All bridges, by number.
    pub(super) fn bridges(&self) -> impl Iterator<Item = (BridgeId, &Bridge<W>)> {
        (0..).zip(&self.bridges)
    }

    pub(super) fn bridge(&self, id: BridgeId) -> &Bridge<W> {
        &self.bridges[usize::from(id)]
    }

    /// The ends of a bridge that are cells.
    pub(super) fn end_cells(&self, id: BridgeId) -> Bits<W> {
        self.bridge(id).ends.iter().filter_map(|&end| self.cell(end)).collect()
    }
}

#[cfg(feature = "testing")]
pub(super) mod tests {
    use std::sync::Arc;

    use tesuji_board::{BOTTOM, CellSet, Player, TOP, Topology};

    use super::super::super::Question;
    use super::*;

    /// Black's ground, where edges are numbered after the cells, the top edge first.
    pub(in super::super) fn ground(columns: usize, rows: usize) -> (Ground<1>, Arc<Topology>) {
        let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
        let (black, white) = (CellSet::new(), CellSet::new());
        let empty = Question { topology: topology.clone(), black, white, to_move: Player::Black };
        let region = Region::new(&empty.claim(Player::Black)).unwrap();
        (Ground::new(&region, [TOP, BOTTOM]), topology)
    }

    /// ```text
    ///  a b c
    /// 1 . . .
    ///  2 . . .
    ///   3 . . .
    /// ```
    #[test]
    fn bridges_of_3x3() {
        let (ground, topology) = ground(3, 3);
        let vertex = |end: Vertex| match ground.edge(end) {
            None => topology.name(Cell::new(usize::from(end))).to_owned(),
            Some(edge) => ["top", "bottom"][edge].to_owned(),
        };
        let names = |cells: Bits<1>| cells.iter().map(|cell| vertex(cell as Vertex)).collect::<Vec<_>>().join(" ");
        let found: Vec<String> = ground
            .bridges()
            .map(|(_, bridge)| {
                let [x, y, a, b] = [bridge.cells[0], bridge.cells[1], bridge.ends[0], bridge.ends[1]].map(vertex);
                format!("{a}-{b} by {x} {y}, rivals: {}", names(bridge.rivals))
            })
            .collect();
        // A pair can lie in three directions, each as often as it fits; and along an edge.
        assert_eq!(
            found,
            [
                "a2-top by a1 b1, rivals: ",
                "b2-top by b1 c1, rivals: ",
                "a1-b2 by b1 a2, rivals: ",
                "c1-a2 by b1 b2, rivals: b3",
                "b1-c2 by c1 b2, rivals: a3",
                "b1-a3 by a2 b2, rivals: c2",
                "c1-b3 by b2 c2, rivals: a2",
                "a2-b3 by b2 a3, rivals: c1",
                "c2-a3 by b2 b3, rivals: b1",
                "b2-c3 by c2 b3, rivals: ",
                "b2-bottom by a3 b3, rivals: ",
                "c2-bottom by b3 c3, rivals: ",
            ]
        );
    }
}
