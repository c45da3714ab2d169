//! Boards: cells, who touches whom, and named edges.

use crate::{Cell, CellSet, column_name, parse_cell_name, parse_square_cell_name, square_cell_name};

/// The most cells a board may have.
pub const MAX_CELLS: usize = 1024;

/// Number of an [`Edge`] on its board.
pub type EdgeId = usize;
/// The rhombus' edge along row 1 (Black's).
pub const TOP: EdgeId = 0;
/// The rhombus' edge along the last row (Black's).
pub const BOTTOM: EdgeId = 1;
/// The rhombus' edge along column a (White's).
pub const LEFT: EdgeId = 2;
/// The rhombus' edge along the last column (White's).
pub const RIGHT: EdgeId = 3;

/// What a board looks like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// The board of Hex: cell (c, r) touches (c±1, r), (c, r±1), (c+1, r-1), (c-1, r+1).
    Rhombus {
        /// Width.
        columns: usize,
        /// Height.
        rows: usize,
    },
    /// The board of Go: cell (c, r) touches (c±1, r) and (c, r±1). It has no edges: no goal joins its sides.
    Square {
        /// Width.
        columns: usize,
        /// Height.
        rows: usize,
    },
    /// Any graph, its nodes named.
    Graph,
}

/// A border or other terminal that is no cell: goals may ask to join it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// `top`, `bottom`, `left`, `right` on the rhombus; any name on a graph.
    pub name: String,
    /// The cells that touch it.
    pub cells: CellSet,
}

/// A board: its cells, their neighbours, its edges and the names of both. Immutable.
///
/// ```
/// use tesuji_board::{Topology, BOTTOM};
///
/// //  a1 b1 c1
/// //    a2 b2 c2        b2 touches b1, c1, a2, c2 and, below, a3 and b3.
/// //      a3 b3 c3
/// let board = Topology::rhombus(3, 3).unwrap();
/// let b2 = board.cell("b2").unwrap();
/// let names: Vec<_> = board.neighbours(b2).iter().map(|&cell| board.name(cell)).collect();
/// assert_eq!(names, ["b1", "c1", "a2", "c2", "a3", "b3"]);
/// assert!(board.edges()[BOTTOM].cells.contains(board.cell("a3").unwrap()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Topology {
    shape: Shape,
    /// `neighbours[starts[c]..starts[c + 1]]` are those of cell c, ascending.
    starts: Vec<u32>,
    neighbours: Vec<Cell>,
    edges: Vec<Edge>,
    names: Vec<String>,
}

/// Why a board cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TopologyError {
    /// No cell, or more than [`MAX_CELLS`].
    #[error("a board has 1 to {MAX_CELLS} cells, not {0}")]
    Size(usize),
    /// Two nodes or edges of one name, or a name that cannot be written in a file.
    #[error("`{0}` is used twice, or is not a name (letters, digits, `_` and `-`)")]
    Name(String),
    /// A link or edge names a node that does not exist, or links a node to itself.
    #[error("a link or edge has no place on the board: {0}")]
    Link(String),
}

impl Topology {
    /// The board of Hex with this many columns and rows.
    ///
    /// # Errors
    ///
    /// If it has no cell or more than [`MAX_CELLS`].
    pub fn rhombus(columns: usize, rows: usize) -> Result<Self, TopologyError> {
        let steps = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];
        let lists = lattice(columns, rows, &steps)?;
        let names = names(columns, rows, |column, row| format!("{}{}", column_name(column), row + 1));
        let at = |column: usize, row: usize| Cell::new(row * columns + column);
        let edge = |name: &str, cells: CellSet| Edge { name: name.to_owned(), cells };
        let edges = vec![
            edge("top", (0..columns).map(|c| at(c, 0)).collect()),
            edge("bottom", (0..columns).map(|c| at(c, rows - 1)).collect()),
            edge("left", (0..rows).map(|r| at(0, r)).collect()),
            edge("right", (0..rows).map(|r| at(columns - 1, r)).collect()),
        ];
        Ok(Self::from_lists(Shape::Rhombus { columns, rows }, lists, edges, names))
    }

    /// The square lattice with this many columns and rows, as Go is played on.
    ///
    /// Cells are numbered from the top left; they are named as in GTP, from the bottom left:
    ///
    /// ```
    /// use tesuji_board::{Cell, Topology};
    ///
    /// //  3 . . .
    /// //  2 . . .        Column letters leave out I.
    /// //  1 . . .
    /// //    A B C
    /// let board = Topology::square(3, 3).unwrap();
    /// assert_eq!((board.name(Cell::new(0)), board.name(Cell::new(8))), ("A3", "C1"));
    /// let b2 = board.cell("b2").unwrap();
    /// let names: Vec<_> = board.neighbours(b2).iter().map(|&cell| board.name(cell)).collect();
    /// assert_eq!(names, ["B3", "A2", "C2", "B1"]);
    /// ```
    ///
    /// # Errors
    ///
    /// If it has no cell or more than [`MAX_CELLS`].
    pub fn square(columns: usize, rows: usize) -> Result<Self, TopologyError> {
        let lists = lattice(columns, rows, &[(0, -1), (-1, 0), (1, 0), (0, 1)])?;
        let names = names(columns, rows, |column, row| square_cell_name(column, row, rows));
        Ok(Self::from_lists(Shape::Square { columns, rows }, lists, Vec::new(), names))
    }

    /// Any graph: node names in order, links between node numbers, and edges (name, touching nodes).
    ///
    /// Repeated links count once.
    ///
    /// # Errors
    ///
    /// If the size, a name or a link is not as [`TopologyError`] says.
    pub fn graph(
        names: Vec<String>,
        links: &[(usize, usize)],
        edges: Vec<(String, Vec<usize>)>,
    ) -> Result<Self, TopologyError> {
        let n_cells = names.len();
        if n_cells == 0 || n_cells > MAX_CELLS {
            return Err(TopologyError::Size(n_cells));
        }
        let mut all_names: Vec<&String> = names.iter().chain(edges.iter().map(|(name, _)| name)).collect();
        let is_name = |name: &str| {
            (1..=32).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
        };
        if let Some(bad) = all_names.iter().find(|name| !is_name(name)) {
            return Err(TopologyError::Name(bad.chars().take(40).collect()));
        }
        all_names.sort();
        if let Some(twice) = all_names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(TopologyError::Name(twice[0].clone()));
        }
        let mut lists = vec![Vec::new(); n_cells];
        for &(a, b) in links {
            if a >= n_cells || b >= n_cells || a == b {
                return Err(TopologyError::Link(format!("{a}-{b}")));
            }
            lists[a].push(Cell::new(b));
            lists[b].push(Cell::new(a));
        }
        let mut built_edges = Vec::with_capacity(edges.len());
        for (name, cells) in edges {
            if let Some(bad) = cells.iter().find(|&&cell| cell >= n_cells) {
                return Err(TopologyError::Link(format!("{name}-{bad}")));
            }
            built_edges.push(Edge { name, cells: cells.into_iter().map(Cell::new).collect() });
        }
        Ok(Self::from_lists(Shape::Graph, lists, built_edges, names))
    }

    fn from_lists(shape: Shape, lists: Vec<Vec<Cell>>, edges: Vec<Edge>, names: Vec<String>) -> Self {
        let mut starts = vec![0];
        let mut neighbours = Vec::new();
        for mut list in lists {
            list.sort_unstable();
            list.dedup();
            neighbours.extend(list);
            starts.push(neighbours.len() as u32);
        }
        Self { shape, starts, neighbours, edges, names }
    }

    /// What it looks like.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Columns and rows, if it is a rhombus.
    #[must_use]
    pub const fn size(&self) -> Option<(usize, usize)> {
        match self.shape {
            Shape::Rhombus { columns, rows } => Some((columns, rows)),
            Shape::Square { .. } | Shape::Graph => None,
        }
    }

    /// Columns and rows, if it is a square lattice.
    #[must_use]
    pub const fn square_size(&self) -> Option<(usize, usize)> {
        match self.shape {
            Shape::Square { columns, rows } => Some((columns, rows)),
            Shape::Rhombus { .. } | Shape::Graph => None,
        }
    }

    /// How many cells.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.names.len()
    }

    /// All cells, ascending.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.n_cells()).map(Cell::new)
    }

    /// The cells that touch `cell`, ascending.
    #[must_use]
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        &self.neighbours[self.starts[cell.index()] as usize..self.starts[cell.index() + 1] as usize]
    }

    /// Its edges, by [`EdgeId`].
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Name of a cell of this board.
    #[must_use]
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// The cell of this name (on a rhombus or square lattice in either case).
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<Cell> {
        match self.shape {
            Shape::Rhombus { columns, rows } => {
                parse_cell_name(name, columns, rows).ok().map(|(column, row)| Cell::new(row * columns + column))
            }
            Shape::Square { columns, rows } => {
                parse_square_cell_name(name, columns, rows).ok().map(|(column, row)| Cell::new(row * columns + column))
            }
            Shape::Graph => self.names.iter().position(|known| known == name).map(Cell::new),
        }
    }

    /// The edge of this name.
    #[must_use]
    pub fn edge(&self, name: &str) -> Option<EdgeId> {
        self.edges.iter().position(|edge| edge.name == name)
    }
}

/// The neighbours of each cell of a lattice, row by row: those that the steps (column, row) lead to.
fn lattice(columns: usize, rows: usize, steps: &[(isize, isize)]) -> Result<Vec<Vec<Cell>>, TopologyError> {
    let n_cells = columns.saturating_mul(rows);
    if n_cells == 0 || n_cells > MAX_CELLS {
        return Err(TopologyError::Size(n_cells));
    }
    let mut lists = vec![Vec::new(); n_cells];
    for row in 0..rows {
        for column in 0..columns {
            for &(dc, dr) in steps {
                let to = (column.checked_add_signed(dc), row.checked_add_signed(dr));
                if let (Some(c), Some(r)) = to
                    && c < columns
                    && r < rows
                {
                    lists[row * columns + column].push(Cell::new(r * columns + c));
                }
            }
        }
    }
    Ok(lists)
}

/// The name of each cell of a lattice, row by row, by column and row.
fn names(columns: usize, rows: usize, name: impl Fn(usize, usize) -> String) -> Vec<String> {
    (0..columns * rows).map(|idx| name(idx % columns, idx / columns)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rhombus_links_are_mutual_and_counted() {
        for (columns, rows) in [(1, 1), (1, 5), (4, 3), (11, 11), (19, 19)] {
            let board = Topology::rhombus(columns, rows).unwrap();
            let n_links: usize = board.cells().map(|cell| board.neighbours(cell).len()).sum();
            // Rows of links along three directions, each seen from both ends.
            let expected = 2 * ((columns - 1) * rows + columns * (rows - 1) + (columns - 1) * (rows - 1));
            assert_eq!(n_links, expected);
            for cell in board.cells() {
                assert!(board.neighbours(cell).iter().all(|&to| board.neighbours(to).contains(&cell)));
                assert_eq!(board.cell(board.name(cell)), Some(cell));
            }
        }
        assert_eq!(Topology::rhombus(0, 3), Err(TopologyError::Size(0)));
        assert!(Topology::rhombus(usize::MAX, 2).is_err());
    }

    #[test]
    fn square_links_are_mutual_and_counted() {
        for (columns, rows) in [(1, 1), (1, 5), (4, 3), (9, 9), (32, 32)] {
            let board = Topology::square(columns, rows).unwrap();
            let n_links: usize = board.cells().map(|cell| board.neighbours(cell).len()).sum();
            assert_eq!(n_links, 2 * ((columns - 1) * rows + columns * (rows - 1)));
            for cell in board.cells() {
                assert!(board.neighbours(cell).iter().all(|&to| board.neighbours(to).contains(&cell)));
                assert_eq!(board.cell(board.name(cell)), Some(cell));
            }
            assert_eq!((board.size(), board.square_size()), (None, Some((columns, rows))));
        }
        assert_eq!(Topology::square(4, 0), Err(TopologyError::Size(0)));
        assert_eq!(Topology::square(33, 32), Err(TopologyError::Size(1056)));
    }

    #[test]
    fn graphs_refuse_bad_names_and_links() {
        let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let board = Topology::graph(names(&["x", "y"]), &[(0, 1), (1, 0)], vec![("goal".to_owned(), vec![1])]).unwrap();
        assert_eq!(board.neighbours(Cell::new(0)), [Cell::new(1)]);
        assert_eq!(board.edge("goal"), Some(0));
        assert!(matches!(Topology::graph(names(&["x", "x"]), &[], vec![]), Err(TopologyError::Name(_))));
        assert!(matches!(Topology::graph(names(&["x y"]), &[], vec![]), Err(TopologyError::Name(_))));
        assert!(matches!(Topology::graph(names(&["x"]), &[(0, 1)], vec![]), Err(TopologyError::Link(_))));
    }
}
