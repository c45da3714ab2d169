//! Boards of columns and rows: the rhombus of Hex, the square lattice of Go, and the two ways of joining its sides.

use crate::{
    Cell, CellSet, Edge, Lattice, MAX_CELLS, Shape, Sides, Topology, TopologyError, column_name, square_cell_name,
};

impl Topology {
    /// The board of Hex with this many columns and rows.
    ///
    /// # Errors
    ///
    /// If it would have no cells, or more than [`MAX_CELLS`].
    pub fn rhombus(columns: usize, rows: usize) -> Result<Self, TopologyError> {
        let steps = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];
        let lists = neighbours(columns, rows, &steps)?;
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

    /// The square lattice with this many columns and rows, on which Go is played.
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
    /// If it would have no cells, or more than [`MAX_CELLS`].
    pub fn square(columns: usize, rows: usize) -> Result<Self, TopologyError> {
        Self::lattice(Lattice { columns, rows, sides: Sides::Open })
    }

    /// The square lattice with its right side joined to its left side, and its top to its bottom. Each cell has four
    /// neighbours if both sides are longer than 2.
    ///
    /// It is named and drawn like [`Self::square`]; [`Self::wraps`] reports the links that go around.
    ///
    /// ```
    /// use tesuji_board::Topology;
    ///
    /// //    | | |
    /// //  3-.-.-.-
    /// //  2-.-.-.-
    /// //  1-.-.-.-
    /// //    A B C
    /// let board = Topology::torus(3, 3).unwrap();
    /// let (a1, c1) = (board.cell("A1").unwrap(), board.cell("C1").unwrap());
    /// let names: Vec<_> = board.neighbours(a1).iter().map(|&cell| board.name(cell)).collect();
    /// assert_eq!(names, ["A3", "A2", "B1", "C1"]);
    /// assert!(board.wraps(a1, c1));
    /// ```
    ///
    /// # Errors
    ///
    /// If it would have no cells, or more than [`MAX_CELLS`].
    pub fn torus(columns: usize, rows: usize) -> Result<Self, TopologyError> {
        Self::lattice(Lattice { columns, rows, sides: Sides::Torus })
    }

    /// The square lattice with its right side joined to its left side. It has a top and a bottom but no sides.
    ///
    /// It is named and drawn like [`Self::square`]; [`Self::wraps`] reports the links that go around.
    ///
    /// # Errors
    ///
    /// If it would have no cells, or more than [`MAX_CELLS`].
    pub fn cylinder(columns: usize, rows: usize) -> Result<Self, TopologyError> {
        Self::lattice(Lattice { columns, rows, sides: Sides::Cylinder })
    }

    /// One of the three: [`Self::square`], [`Self::torus`] or [`Self::cylinder`].
    ///
    /// # Errors
    ///
    /// If it would have no cells, or more than [`MAX_CELLS`].
    pub fn lattice(lattice: Lattice) -> Result<Self, TopologyError> {
        let Lattice { columns, rows, sides } = lattice;
        let mut lists = neighbours(columns, rows, &[(0, -1), (-1, 0), (1, 0), (0, 1)])?;
        let at = |column: usize, row: usize| Cell::new(row * columns + column);
        let mut wraps = Vec::new();
        if sides != Sides::Open {
            wraps.extend((0..rows).map(|row| (at(0, row), at(columns - 1, row))));
        }
        if sides == Sides::Torus {
            wraps.extend((0..columns).map(|column| (at(column, 0), at(column, rows - 1))));
        }
        // With one or two columns, going around leads to the cell itself or to a neighbour it already has.
        wraps.retain(|&(a, b)| a != b && !lists[a.index()].contains(&b));
        wraps.sort_unstable();
        for &(a, b) in &wraps {
            lists[a.index()].push(b);
            lists[b.index()].push(a);
        }
        let names = names(columns, rows, |column, row| square_cell_name(column, row, rows));
        Ok(Self { wraps, ..Self::from_lists(Shape::Lattice(lattice), lists, Vec::new(), names) })
    }
}

/// The neighbours of each cell of a lattice, row by row: those that the steps (column, row) lead to.
fn neighbours(columns: usize, rows: usize, steps: &[(isize, isize)]) -> Result<Vec<Vec<Cell>>, TopologyError> {
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
