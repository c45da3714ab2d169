//! The five stored virtual connections of Mishima et al. 2008, wherever they fit on a board.
//!
//! The paper stores the bridge, the trapezoid (T-lemma, ziggurat) and three larger edge patterns. The pictures of those
//! three, its figures 8 to 10, are lost. The paper does say how often each fits, for one player with both of the
//! player's edges and with reflections: 6, 4 and 14 times on 7x7, and 8, 8 and 18 times on 8x8. The shapes here give
//! exactly those numbers:
//!
//! * 6 and 8: five columns wide and its own mirror image. That fits the other single stone on the third row, III1b on
//!   HexWiki.
//! * 4 and 8: seven columns wide and not its own mirror image. That fits IV1a, the smallest template of a single stone
//!   on the fourth row.
//! * 14 and 18: the widths of the shape and of its mirror image add up to nine columns. Several templates of two or
//!   three stones fit; we chose IV2a, the smallest of them.
//!
//! So the first two are most likely the paper's, and the third may be another shape of the same size. The tests of the
//! crate `verify` prove each shape by exhaustive search; none is taken on trust.
//!
//! Not here: connections that are found rather than stored. On a graph board only bridges are known.

use tesuji_board::{BOTTOM, Cell, CellSet, EdgeId, LEFT, RIGHT, TOP, Topology};
use tesuji_proof::Terminal;

/// One of the stored connections.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pattern {
    /// Two common empty neighbours of two stones, or of a stone and an edge.
    Bridge,
    /// A stone on the third row above eight empty cells: the ziggurat, III1a.
    Trapezoid,
    /// A stone on the third row above ten empty cells, III1b.
    Wide,
    /// Two stones side by side on the fourth row above ten empty cells, IV2a.
    Pair,
    /// A stone on the fourth row above nineteen empty cells, IV1a.
    Fourth,
}

impl Pattern {
    /// All five, small carriers first.
    pub const ALL: [Self; 5] = [Self::Bridge, Self::Trapezoid, Self::Wide, Self::Pair, Self::Fourth];

    /// The shape above the bottom edge, one text for each row, with columns counted as on the rhombus: `S` is a stone,
    /// `*` an empty cell.
    ///
    /// A cell touches the cell straight below it and the one to the left of that. Bridges have no such shape.
    const fn rows(self) -> &'static [&'static str] {
        match self {
            Self::Bridge => &[],
            Self::Trapezoid => &["..S*", ".***", "****"],
            Self::Wide => &["..*S*", ".****", "**.**"],
            Self::Pair => &["..SS", ".***", ".***", "****"],
            Self::Fourth => &["....S*.", "..*****", ".******", "*******"],
        }
    }
}

/// A stored connection at one place of a board. If the owner has `stones` and `carrier` is empty, they are joined.
///
/// The stones are joined to the edge, or to each other if there is no edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Which connection.
    pub pattern: Pattern,
    /// The owner's stones: two that become joined, or all those that become joined to the edge.
    pub stones: Vec<Cell>,
    /// The edge it leads to, if any.
    pub edge: Option<EdgeId>,
    /// The empty cells.
    pub carrier: CellSet,
}

impl Placement {
    /// The two ends that it joins.
    #[must_use]
    pub fn ends(&self) -> (Terminal, Terminal) {
        let other = self.edge.map_or_else(|| Terminal::Cell(self.stones[1]), Terminal::Edge);
        (Terminal::Cell(self.stones[0]), other)
    }
}

/// Every placement of the stored connections on this board, each once, in a fixed order.
#[must_use]
pub fn placements(topology: &Topology) -> Vec<Placement> {
    let mut all = bridges(topology);
    if let Some((columns, rows)) = topology.size() {
        for pattern in Pattern::ALL {
            for edge in [TOP, BOTTOM, LEFT, RIGHT] {
                edge_placements(pattern, edge, columns, rows, &mut all);
            }
        }
    }
    all
}

/// Bridges between two cells, or between a cell and an edge, that do not touch each other.
///
/// On a graph, more than two common neighbours give a bridge for every pair of them.
fn bridges(topology: &Topology) -> Vec<Placement> {
    let mut all = Vec::new();
    let mut push_pairs = |stones: &[Cell], edge: Option<EdgeId>, common: &[Cell]| {
        for (i, &x) in common.iter().enumerate() {
            for &y in &common[i + 1..] {
                let carrier = [x, y].into_iter().collect();
                all.push(Placement { pattern: Pattern::Bridge, stones: stones.to_vec(), edge, carrier });
            }
        }
    };
    for a in topology.cells() {
        let near = topology.neighbours(a);
        let mut far: Vec<Cell> = near.iter().flat_map(|&x| topology.neighbours(x)).copied().collect();
        far.sort_unstable();
        far.dedup();
        for b in far.into_iter().filter(|b| *b > a && !near.contains(b)) {
            let common: Vec<Cell> = near.iter().filter(|x| topology.neighbours(b).contains(x)).copied().collect();
            push_pairs(&[a, b], None, &common);
        }
        for (edge_idx, edge) in topology.edges().iter().enumerate() {
            if !edge.cells.contains(a) {
                let common: Vec<Cell> = near.iter().filter(|&&x| edge.cells.contains(x)).copied().collect();
                push_pairs(&[a], Some(edge_idx), &common);
            }
        }
    }
    all
}

/// A cell of a shape: its place along the edge, its row above the edge (0 touches it), and whether it is a stone.
type ShapeCell = (isize, isize, bool);

fn edge_placements(pattern: Pattern, edge: EdgeId, columns: usize, rows: usize, all: &mut Vec<Placement>) {
    let shape = shape_cells(pattern);
    let mut mirrored: Vec<ShapeCell> = shape.iter().map(|&(x, height, stone)| (height - x, height, stone)).collect();
    let least = mirrored.iter().map(|&(x, ..)| x).min().unwrap_or(0);
    for (x, ..) in &mut mirrored {
        *x -= least;
    }
    mirrored.sort_unstable();
    let variants = if mirrored == shape { vec![shape] } else { vec![shape, mirrored] };

    let length = if edge == TOP || edge == BOTTOM { columns } else { rows };
    for variant in variants.iter().filter(|variant| !variant.is_empty()) {
        for shift in 0..length {
            let cells: Option<Vec<(Cell, bool)>> = variant
                .iter()
                .map(|&(x, height, stone)| {
                    cell_at(edge, x as usize + shift, height as usize, columns, rows).map(|cell| (cell, stone))
                })
                .collect();
            if let Some(cells) = cells {
                let of_kind = |kind| cells.iter().filter(move |(_, stone)| *stone == kind).map(|&(cell, _)| cell);
                let (stones, carrier) = (of_kind(true).collect(), of_kind(false).collect());
                all.push(Placement { pattern, stones, edge: Some(edge), carrier });
            }
        }
    }
}

/// The cells of a shape, ascending.
fn shape_cells(pattern: Pattern) -> Vec<ShapeCell> {
    let rows = pattern.rows();
    let mut cells: Vec<ShapeCell> = rows
        .iter()
        .rev()
        .enumerate()
        .flat_map(|(height, row)| row.bytes().enumerate().map(move |(x, mark)| (x as isize, height as isize, mark)))
        .filter(|&(.., mark)| mark != b'.')
        .map(|(x, height, mark)| (x, height, mark == b'S'))
        .collect();
    cells.sort_unstable();
    cells
}

/// The cell at `x` along an edge and `height` above it.
///
/// Symmetries of the rhombus map the four edges to each other, so shapes keep their adjacencies.
fn cell_at(edge: EdgeId, x: usize, height: usize, columns: usize, rows: usize) -> Option<Cell> {
    let from_end = |length: usize, i: usize| (length - 1).checked_sub(i);
    let (column, row) = match edge {
        BOTTOM => (x, from_end(rows, height)?),
        TOP => (from_end(columns, x)?, height),
        RIGHT => (from_end(columns, height)?, x),
        _ => (height, from_end(rows, x)?),
    };
    (column < columns && row < rows).then(|| Cell::new(row * columns + column))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Placements of a pattern along one player's two edges.
    fn count(size: usize, pattern: Pattern, edges: [EdgeId; 2]) -> usize {
        let board = Topology::rhombus(size, size).unwrap();
        let fits = |placement: &&Placement| {
            placement.pattern == pattern && placement.edge.is_some_and(|edge| edges.contains(&edge))
        };
        placements(&board).iter().filter(fits).count()
    }

    #[test]
    fn as_many_placements_as_the_paper_counts() {
        for edges in [[TOP, BOTTOM], [LEFT, RIGHT]] {
            let counts = |size| [Pattern::Wide, Pattern::Fourth, Pattern::Pair].map(|p| count(size, p, edges));
            assert_eq!(counts(7), [6, 4, 14]);
            assert_eq!(counts(8), [8, 8, 18]);
        }
    }

    #[test]
    fn every_placement_is_listed_once_and_lies_on_its_edge() {
        let board = Topology::rhombus(9, 6).unwrap();
        let all = placements(&board);
        for (i, placement) in all.iter().enumerate() {
            assert!(!all[..i].contains(placement), "{placement:?} twice");
            assert!(placement.stones.iter().all(|&cell| !placement.carrier.contains(cell)));
            if let Some(edge) = placement.edge {
                assert!(placement.carrier.meets(&board.edges()[edge].cells));
            }
        }
    }

    #[test]
    fn bridges_of_a_cell_in_the_middle() {
        // c3 on 5x5 has six bridges, one between each two of its neighbours that touch each other.
        let board = Topology::rhombus(5, 5).unwrap();
        let c3 = board.cell("c3").unwrap();
        let mut ends: Vec<&str> = placements(&board)
            .iter()
            .filter(|placement| placement.edge.is_none() && placement.stones.contains(&c3))
            .flat_map(|placement| placement.stones.clone())
            .filter(|&cell| cell != c3)
            .map(|cell| board.name(cell))
            .collect();
        ends.sort_unstable();
        assert_eq!(ends, ["a4", "b2", "b5", "d1", "d4", "e2"]);
    }

    #[test]
    fn a_graph_has_bridges_only() {
        //   x       x and z have y1 and y2 in common; both touch the edge, x and z do not.
        // y1 y2
        //   z
        let names = ["x", "y1", "y2", "z"].map(str::to_owned).to_vec();
        let board =
            Topology::graph(names, &[(0, 1), (0, 2), (1, 3), (2, 3)], vec![("e".to_owned(), vec![1, 2])]).unwrap();
        let carriers: Vec<Vec<usize>> =
            placements(&board).iter().map(|p| p.carrier.iter().map(Cell::index).collect()).collect();
        // y1 and y2 have x and z in common as well.
        assert_eq!(carriers, [vec![1, 2], vec![1, 2], vec![0, 3], vec![1, 2]]);
        assert_eq!(placements(&board)[1].ends(), (Terminal::Cell(Cell::new(0)), Terminal::Edge(0)));
    }
}
