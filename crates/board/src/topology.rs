//! Boards: cells, which of them touch, where they are drawn, and named edges.
//!
//! This file has what every board has, and boards made from any graph. `lattice` has the boards of columns and rows,
//! `tiling` and `ring` have tilings and rings. [`BoardSpec`](crate::BoardSpec) makes any of them from a text.

mod lattice;

use crate::{Cell, CellSet, Place, parse_cell_name, parse_square_cell_name};

/// The most cells a board may have.
pub const MAX_CELLS: usize = 1024;

/// Number of an [`Edge`] on its board.
pub type EdgeId = usize;
/// The edge of the rhombus along row 1 (Black's).
pub const TOP: EdgeId = 0;
/// The edge of the rhombus along the last row (Black's).
pub const BOTTOM: EdgeId = 1;
/// The edge of the rhombus along column a (White's).
pub const LEFT: EdgeId = 2;
/// The edge of the rhombus along the last column (White's).
pub const RIGHT: EdgeId = 3;

/// Shape of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// The board of Hex: cell (c, r) touches (c±1, r), (c, r±1), (c+1, r-1), (c-1, r+1).
    Rhombus {
        /// Width.
        columns: usize,
        /// Height.
        rows: usize,
    },
    /// A board of Go. It has no edges, because no goal joins its sides.
    Lattice(Lattice),
    /// Any graph with named nodes.
    Graph,
}

/// A square lattice: cell (c, r) touches (c±1, r) and (c, r±1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lattice {
    /// Width.
    pub columns: usize,
    /// Height.
    pub rows: usize,
    /// Whether it goes around.
    pub sides: Sides,
}

/// Joined sides of a square lattice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sides {
    /// None.
    Open,
    /// The right side touches the left one.
    Cylinder,
    /// That, and the top touches the bottom: no cell is on a border.
    Torus,
}

/// A border or other terminal that is not a cell; goals may ask for a connection to it.
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
    /// Places of cells in the drawing; empty if the shape determines it, and for a graph without a drawing.
    pub(crate) places: Vec<Place>,
    /// Links that are drawn as leaving the board and coming back elsewhere, the lower cell first, ascending.
    wraps: Vec<(Cell, Cell)>,
}

/// Error of a board that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TopologyError {
    /// No cells, or more than [`MAX_CELLS`].
    #[error("a board has 1 to {MAX_CELLS} cells, not {0}")]
    Size(usize),
    /// Two nodes or edges with the same name, or a name that cannot be written in a file.
    #[error("`{0}` is used twice, or is not a name (letters, digits, `_` and `-`)")]
    Name(String),
    /// A link or edge names a node that does not exist, or links a node to itself.
    #[error("a link or edge has no place on the board: {0}")]
    Link(String),
    /// Not exactly one place for each cell, or the same place for two cells.
    #[error("the drawing does not fit the board: {0}")]
    Drawing(String),
}

impl Topology {
    /// Any graph: node names in order, links between node numbers, and edges (name, touching nodes).
    ///
    /// Repeated links count once. Cells are drawn on a circle unless [`Self::drawn`] gives them places.
    ///
    /// # Errors
    ///
    /// If the size, a name or a link is faulty: see [`TopologyError`].
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
        Self { shape, starts, neighbours, edges, names, places: Vec::new(), wraps: Vec::new() }
    }

    /// Draws the cells at these places, in the order of the cells.
    ///
    /// # Errors
    ///
    /// [`TopologyError::Drawing`] if there is not exactly one place for each cell, if two cells get the same place, or
    /// if the board is a lattice, whose shape determines how it is drawn.
    pub fn drawn(mut self, places: Vec<Place>) -> Result<Self, TopologyError> {
        if self.shape != Shape::Graph || places.len() != self.n_cells() {
            let found = format!("{} places for {} cells of a {:?}", places.len(), self.n_cells(), self.shape);
            return Err(TopologyError::Drawing(found));
        }
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&cell| (places[cell], cell));
        if let Some(pair) = order.windows(2).find(|pair| places[pair[0]] == places[pair[1]]) {
            let [first, second] = [pair[0], pair[1]].map(|cell| &self.names[cell]);
            return Err(TopologyError::Drawing(format!("{first} and {second} lie at one place")));
        }
        self.places = places;
        Ok(self)
    }

    /// Draws these links as leaving the board and coming back elsewhere.
    ///
    /// # Errors
    ///
    /// [`TopologyError::Link`] if one of them is not a link of the board, or the board is a lattice.
    pub fn wrapped(mut self, links: &[(usize, usize)]) -> Result<Self, TopologyError> {
        let mut wraps = Vec::with_capacity(links.len());
        for &(a, b) in links {
            let is_link = self.shape == Shape::Graph
                && a.max(b) < self.n_cells()
                && self.neighbours(Cell::new(a)).binary_search(&Cell::new(b)).is_ok();
            if !is_link {
                return Err(TopologyError::Link(format!("{a}-{b}")));
            }
            wraps.push((Cell::new(a.min(b)), Cell::new(a.max(b))));
        }
        wraps.sort_unstable();
        wraps.dedup();
        self.wraps = wraps;
        Ok(self)
    }

    /// The board without these cells, as a graph: the others keep their names, their order and their places.
    ///
    /// # Errors
    ///
    /// [`TopologyError::Size`] if no cell is left.
    pub fn without(&self, holes: &CellSet) -> Result<Self, TopologyError> {
        let left: Vec<Cell> = self.cells().filter(|&cell| !holes.contains(cell)).collect();
        let number = |cell: Cell| left.binary_search(&cell).ok();
        let pair = |(a, b): (Cell, Cell)| Some((number(a)?, number(b)?));
        let links: Vec<_> = self.links().filter_map(pair).collect();
        let wraps: Vec<_> = self.wraps.iter().copied().filter_map(pair).collect();
        let edge = |edge: &Edge| (edge.name.clone(), edge.cells.iter().filter_map(number).collect());
        Self::graph(
            left.iter().map(|&cell| self.name(cell).to_owned()).collect(),
            &links,
            self.edges.iter().map(edge).collect(),
        )?
        .drawn(left.iter().map(|&cell| self.place(cell)).collect())?
        .wrapped(&wraps)
    }

    /// Shape of the board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Columns and rows, if the board is a rhombus.
    #[must_use]
    pub const fn size(&self) -> Option<(usize, usize)> {
        match self.shape {
            Shape::Rhombus { columns, rows } => Some((columns, rows)),
            _ => None,
        }
    }

    /// Columns and rows, if the board is a square lattice.
    #[must_use]
    pub const fn square_size(&self) -> Option<(usize, usize)> {
        match self.shape {
            Shape::Lattice(Lattice { columns, rows, sides: Sides::Open }) => Some((columns, rows)),
            _ => None,
        }
    }

    /// Columns and rows, if the board is drawn and named as a square lattice: a square lattice itself, a torus or a
    /// cylinder.
    #[must_use]
    pub const fn grid_size(&self) -> Option<(usize, usize)> {
        match self.shape {
            Shape::Lattice(Lattice { columns, rows, .. }) => Some((columns, rows)),
            Shape::Rhombus { .. } | Shape::Graph => None,
        }
    }

    /// The number of cells.
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

    /// Every link once, the lower cell first, ascending.
    pub fn links(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        let after = |cell: Cell| self.neighbours(cell).iter().filter(move |&&to| cell < to).map(move |&to| (cell, to));
        self.cells().flat_map(after)
    }

    /// Whether the link between `a` and `b` is drawn as leaving the board and coming back elsewhere, as on a torus.
    #[must_use]
    pub fn wraps(&self, a: Cell, b: Cell) -> bool {
        self.wraps.binary_search(&(a.min(b), a.max(b))).is_ok()
    }

    /// The links for which [`Self::wraps`] is true, the lower cell first, ascending.
    #[must_use]
    pub fn wrapping_links(&self) -> &[(Cell, Cell)] {
        &self.wraps
    }

    /// The edges, by [`EdgeId`].
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Name of a cell of this board.
    #[must_use]
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// The cell with this name; on a board of columns and rows, in either case.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<Cell> {
        match self.shape {
            Shape::Rhombus { columns, rows } => {
                parse_cell_name(name, columns, rows).ok().map(|(column, row)| Cell::new(row * columns + column))
            }
            Shape::Lattice(Lattice { columns, rows, .. }) => {
                parse_square_cell_name(name, columns, rows).ok().map(|(column, row)| Cell::new(row * columns + column))
            }
            Shape::Graph => self.names.iter().position(|known| known == name).map(Cell::new),
        }
    }

    /// The cell with this name. If there is none, the cell whose name differs only in case, if there is just one.
    #[must_use]
    pub fn cell_in_any_case(&self, name: &str) -> Option<Cell> {
        let alike = || {
            let mut alike = self.cells().filter(|&cell| self.name(cell).eq_ignore_ascii_case(name));
            alike.next().filter(|_| alike.next().is_none())
        };
        self.cell(name).or_else(alike)
    }

    /// The edge with this name.
    #[must_use]
    pub fn edge(&self, name: &str) -> Option<EdgeId> {
        self.edges.iter().position(|edge| edge.name == name)
    }
}

#[cfg(feature = "testing")]
mod tests;
