//! The winner's graph in a proof: cells, the chains that it has from the start, and all possible bridges.

use tesuji_board::{Bits, Cell, EdgeId};
use tesuji_connection::{Region, Side};
use tesuji_proof::{Goal, Group, Terminal};

/// A node of the owner's graph of the region: a cell, or an initial chain, numbered after the cells.
pub(super) type Vertex = u16;

/// The number of a bridge.
pub(super) type BridgeId = u16;

/// Some of the edges that the goal names, numbered in their order; descending, each once.
pub(super) type Edges = Vec<u16>;

/// These edges as a set.
pub(super) fn set_of(edges: impl Iterator<Item = u16>) -> Edges {
    let mut set: Edges = edges.collect();
    set.sort_unstable_by(|a, b| b.cmp(a));
    set.dedup();
    set
}

/// Two neighbouring cells that both touch the same two ends.
///
/// ```text
///  A x       If the opponent plays x, the owner of A and B plays y, and the other way round.
///   y B      A chain, such as an edge, can take the place of A or B.
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

/// A chain that the owner has from the start: stones of the claim, edges of the goal, or both.
#[derive(Debug)]
struct FirstChain {
    /// One of its stones if it has any, and all its edges.
    names: Group,
    edges: Edges,
}

/// The winner's graph. The opponent of a claim has one without bridges.
#[derive(Debug)]
pub(super) struct Graph<const W: usize> {
    /// The cells on the board, ascending.
    cells: Vec<Cell>,
    /// By vertex: the cells that touch it.
    around: Vec<Bits<W>>,
    chains: Vec<FirstChain>,
    /// The edges that the goal names.
    edges: Vec<EdgeId>,
    goal: Goal,
    /// The alternatives of the goal that are possible, in vertices.
    alternatives: Vec<Vec<Vec<Vertex>>>,
    /// The cells that the goal names.
    terminals: Bits<W>,
    bridges: Vec<Bridge<W>>,
}

impl<const W: usize> Graph<W> {
    /// Graph of `side` in a region whose owner has this goal.
    pub(super) fn new(region: &Region<W>, goal: &Goal, side: Side) -> Self {
        let n_cells = region.n_cells();
        let owner = &region.sides[Side::Owner.index()];
        let edges = goal.edges();
        let number = |edge: &EdgeId| edges.binary_search(edge).ok().map(|at| at as u16);
        let chains = owner.chains.iter().map(|chain| FirstChain {
            names: (chain.cells.iter().next().map(Terminal::Cell).into_iter())
                .chain(chain.edges.iter().map(|&edge| Terminal::Edge(edge)))
                .collect(),
            edges: set_of(chain.edges.iter().filter_map(number)),
        });
        let cells_at = |neighbours: &Vec<(u16, u8)>| -> Bits<W> {
            neighbours.iter().map(|&(cell, _)| usize::from(cell)).filter(|&cell| cell < n_cells).collect()
        };
        let around = region.adjacent.iter().copied().chain(owner.neighbours[n_cells..].iter().map(cells_at)).collect();
        let alternatives = region.goal.alternatives.clone();
        let named = alternatives.iter().flatten().flatten().map(|&vertex| usize::from(vertex));
        let mut graph = Self {
            cells: region.cells.clone(),
            around,
            chains: chains.collect(),
            edges: edges.clone(),
            goal: goal.clone(),
            terminals: named.filter(|&vertex| vertex < n_cells).collect(),
            alternatives,
            bridges: Vec::new(),
        };
        // Refutations have no joins, with which held bridges could be put back.
        if side == Side::Owner {
            graph.find_bridges();
        }
        graph
    }

    fn find_bridges(&mut self) {
        for x in 0..self.cells.len() {
            for y in self.around[x].iter().filter(|&y| y > x) {
                if self.terminals.contains(x) || self.terminals.contains(y) {
                    continue;
                }
                let ends: Vec<Vertex> = (0..self.n_vertices() as Vertex)
                    .filter(|&end| self.around(end).contains(x) && self.around(end).contains(y))
                    .collect();
                let pairs = ends.iter().enumerate().flat_map(|(i, &a)| ends[i + 1..].iter().map(move |&b| [a, b]));
                for ends in pairs {
                    if let Some(rivals) = self.rivals([x, y], ends) {
                        self.bridges.push(Bridge { cells: [x as u16, y as u16], ends, rivals });
                    }
                }
            }
        }
    }

    /// `None` if one of the cells touches another chain, which is a use that nothing can take away.
    fn rivals(&self, [x, y]: [usize; 2], ends: [Vertex; 2]) -> Option<Bits<W>> {
        let beside = |chain: Vertex| self.around(chain).contains(x) || self.around(chain).contains(y);
        let is_with =
            |end: Vertex, chain| end == chain || self.cell(end).is_some_and(|end| self.around(chain).contains(end));
        let mut others = self.chains().filter(|&chain| !ends.iter().any(|&end| is_with(end, chain)));
        if others.any(beside) {
            return None;
        }
        let mut rivals = (self.around[x] | self.around[y]).without(x).without(y);
        for end in ends {
            rivals -= self.around(end);
            if let Some(cell) = self.cell(end) {
                rivals.remove(cell);
            }
        }
        Some(rivals)
    }

    /// The number of cells and chains together.
    pub(super) const fn n_vertices(&self) -> usize {
        self.around.len()
    }

    /// The vertices that are chains.
    pub(super) fn chains(&self) -> impl Iterator<Item = Vertex> + use<W> {
        self.cells.len() as Vertex..self.n_vertices() as Vertex
    }

    /// The cell of the board that has this number.
    pub(super) fn on_board(&self, cell: usize) -> Cell {
        self.cells[cell]
    }

    /// The number of a cell of the board; `None` if it is not one of the region.
    pub(super) fn number(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }

    /// The owner's goal.
    pub(super) const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The alternatives of the goal that are possible, each a list of groups.
    pub(super) fn alternatives(&self) -> &[Vec<Vec<Vertex>>] {
        &self.alternatives
    }

    /// The cells that the goal names.
    pub(super) const fn terminals(&self) -> Bits<W> {
        self.terminals
    }

    /// The cells that touch a vertex.
    pub(super) fn around(&self, vertex: Vertex) -> Bits<W> {
        self.around[usize::from(vertex)]
    }

    /// The cell of a vertex, unless it is a chain.
    pub(super) fn cell(&self, vertex: Vertex) -> Option<usize> {
        Some(usize::from(vertex)).filter(|&cell| cell < self.cells.len())
    }

    /// The edges of a vertex, if it is a chain with edges.
    pub(super) fn edges(&self, vertex: Vertex) -> &[u16] {
        usize::from(vertex).checked_sub(self.cells.len()).map_or(&[], |chain| &self.chains[chain].edges)
    }

    /// Terminals that name a vertex in a goal: its cell; or a stone of a chain, and all its edges.
    pub(super) fn names(&self, vertex: Vertex) -> Group {
        match usize::from(vertex).checked_sub(self.cells.len()) {
            None => vec![Terminal::Cell(self.cells[usize::from(vertex)])],
            Some(chain) => self.chains[chain].names.clone(),
        }
    }

    /// These edges as terminals.
    pub(super) fn terminals_of(&self, edges: &Edges) -> impl Iterator<Item = Terminal> {
        edges.iter().map(|&number| Terminal::Edge(self.edges[usize::from(number)]))
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
    use tesuji_proof::{Claim, Mover};

    use super::*;

    /// Black's graph, where edges are numbered after the cells, the top edge first.
    pub(in super::super) fn graph(columns: usize, rows: usize) -> (Graph<1>, Arc<Topology>) {
        let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
        let goal = Goal::pair(Terminal::Edge(TOP), Terminal::Edge(BOTTOM));
        let carrier = topology.cells().collect();
        let (owner, stones, to_move) = (Player::Black, CellSet::new(), Mover::Opponent);
        let claim = Claim { topology: topology.clone(), owner, stones, carrier, goal, to_move };
        let region = Region::new(&claim).unwrap();
        (Graph::new(&region, &claim.goal, Side::Owner), topology)
    }

    /// ```text
    ///  a b c
    /// 1 . . .
    ///  2 . . .
    ///   3 . . .
    /// ```
    #[test]
    fn bridges_of_3x3() {
        let (graph, topology) = graph(3, 3);
        let vertex = |end: Vertex| match graph.cell(end) {
            Some(cell) => topology.name(Cell::new(cell)).to_owned(),
            None => ["top", "bottom"][usize::from(end) - 9].to_owned(),
        };
        let names = |cells: Bits<1>| cells.iter().map(|cell| vertex(cell as Vertex)).collect::<Vec<_>>().join(" ");
        let found: Vec<String> = graph
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
