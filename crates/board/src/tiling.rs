//! The tilings of the plane by regular polygons whose corners all look alike (Archimedean), cut to boards.
//!
//! Cells are the corners of the polygons, links their sides. A board is made in three steps:
//! 1. The *centres* of the largest polygons form a lattice, and a [`Cut`] takes some of them.
//! 2. The cells are the corners of the polygons at these centres. A corner of two polygons counts once.
//! 3. Two cells touch if they are one unit apart in the direction of a side. In these tilings that holds for no other
//!    pair of corners.
//!
//! | tiling, by its corners | at a centre | centres | from centre to centre |
//! | --- | --- | --- | --- |
//! | 3.3.3.3.3.3 triangular | the cell itself | triangular | 1 |
//! | 6.6.6 honeycomb | hexagon | triangular | √3 |
//! | 3.6.3.6 kagome | hexagon | triangular | 2 |
//! | 3.4.6.4 | hexagon | triangular | 1 + √3 |
//! | 3.12.12 | dodecagon | triangular | 2 + √3 |
//! | 4.6.12 | dodecagon | triangular | 3 + √3 |
//! | 3.3.3.3.6 | hexagon | triangular, turned | √7 |
//! | 4.8.8 | octagon | square | 1 + √2 |
//! | 3.3.4.3.4 | every second square | square | √(2 + √3) |
//! | 3.3.3.4.4 | the cell itself | rows, 1 and √3/2 apart in turn | 1 |
//!
//! Source: Grünbaum and Shephard, Tilings and Patterns, 1987, chapter 2. The square lattice is in `topology`.

mod geometry;
mod penrose;

use crate::drawing::names;
use crate::{MAX_CELLS, Topology, TopologyError};

/// A tiling whose corners are cells, named by the polygons around each corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tiling {
    /// 3.3.3.3.3.3: six neighbours.
    Triangular,
    /// 6.6.6: three neighbours.
    Honeycomb,
    /// 3.6.3.6, the kagome lattice: four neighbours.
    Kagome,
    /// 3.4.6.4: four neighbours.
    Rhombitrihexagonal,
    /// 3.12.12: three neighbours.
    TruncatedHexagonal,
    /// 4.6.12: three neighbours.
    TruncatedTrihexagonal,
    /// 3.3.3.3.6: five neighbours.
    SnubHexagonal,
    /// 4.8.8: three neighbours.
    TruncatedSquare,
    /// 3.3.4.3.4: five neighbours.
    SnubSquare,
    /// 3.3.3.4.4: five neighbours.
    ElongatedTriangular,
}

/// Part of a tiling that is the board. A cut counts the largest polygons, or the cells in 3.3.3.3.3.3 and 3.3.3.4.4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cut {
    /// A hexagon with this many on each side, for tilings whose centres form a triangular lattice.
    Hexagon(usize),
    /// A triangle with this many on each side, for tilings whose centres form a triangular lattice.
    Triangle(usize),
    /// Columns and rows: a rectangle, or a parallelogram if the centres form a triangular lattice.
    Rectangle {
        /// Width.
        columns: usize,
        /// Height.
        rows: usize,
    },
}

impl Tiling {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Triangular,
        Self::Honeycomb,
        Self::Kagome,
        Self::Rhombitrihexagonal,
        Self::TruncatedHexagonal,
        Self::TruncatedTrihexagonal,
        Self::SnubHexagonal,
        Self::TruncatedSquare,
        Self::SnubSquare,
        Self::ElongatedTriangular,
    ];

    /// Whether it can be cut to hexagons and triangles, that is, whether its centres form a triangular lattice.
    #[must_use]
    pub const fn is_hexagonal(self) -> bool {
        !matches!(self, Self::TruncatedSquare | Self::SnubSquare | Self::ElongatedTriangular)
    }

    /// The number of neighbours of a cell in the interior of the board.
    #[must_use]
    pub const fn degree(self) -> usize {
        match self {
            Self::Triangular => 6,
            Self::SnubHexagonal | Self::SnubSquare | Self::ElongatedTriangular => 5,
            Self::Kagome | Self::Rhombitrihexagonal => 4,
            Self::Honeycomb | Self::TruncatedHexagonal | Self::TruncatedTrihexagonal | Self::TruncatedSquare => 3,
        }
    }

    /// The number of cells of the cut; `None` if this tiling has no such cut, or the number is too large to count.
    #[must_use]
    pub fn n_cells(self, cut: Cut) -> Option<usize> {
        let centres = Centres::of(cut, self.is_hexagonal())?;
        // Corners of a polygon; corners that two neighbours share; and a correction for corners of three polygons,
        // which the pairs count once too often.
        let (corners, shared, thrice) = match self {
            Self::Triangular | Self::ElongatedTriangular => (1, 0, 0),
            Self::Honeycomb => (6, 2, 1),
            Self::Kagome => (6, 1, 0),
            Self::Rhombitrihexagonal | Self::SnubHexagonal => (6, 0, 0),
            Self::TruncatedHexagonal => (12, 2, 0),
            Self::TruncatedTrihexagonal => (12, 0, 0),
            Self::TruncatedSquare => (8, 2, 0),
            Self::SnubSquare => (4, 0, 0),
        };
        Some(corners * centres.n - shared * centres.pairs + thrice * centres.triples)
    }
}

/// The number of centres of a cut, of pairs that are neighbours, and of triples that are all neighbours of each other.
struct Centres {
    n: usize,
    pairs: usize,
    triples: usize,
}

impl Centres {
    fn of(cut: Cut, is_hexagonal: bool) -> Option<Self> {
        /// Larger than any board, and small enough that products do not overflow.
        const MOST: usize = 1 << 12;
        let (n, pairs, triples) = match cut {
            Cut::Hexagon(side) if is_hexagonal && (1..=MOST).contains(&side) => {
                let inner = side - 1;
                (3 * side * inner + 1, 3 * inner * (3 * side - 2), 6 * inner * inner)
            }
            Cut::Triangle(side) if is_hexagonal && (1..=MOST).contains(&side) => {
                let inner = side - 1;
                (side * (side + 1) / 2, 3 * inner * side / 2, inner * inner)
            }
            Cut::Rectangle { columns, rows } if (1..=MOST).contains(&columns) && (1..=MOST).contains(&rows) => {
                let straight = (columns - 1) * rows + columns * (rows - 1);
                let aslant = (columns - 1) * (rows - 1);
                if is_hexagonal {
                    (columns * rows, straight + aslant, 2 * aslant)
                } else {
                    (columns * rows, straight, 0)
                }
            }
            _ => return None,
        };
        Some(Self { n, pairs, triples })
    }
}

impl Topology {
    /// A part of a tiling, with links of one unit. Cells are numbered row by row from the top left, as they are drawn.
    /// In names, letters count the cells of a row from the left, and rows are numbered from the bottom.
    ///
    /// ```
    /// use tesuji_board::{Cut, Tiling, Topology};
    ///
    /// //  3  . .
    /// //  2 . . .     The triangular lattice cut to a hexagon of side 2.
    /// //  1  . .
    /// let board = Topology::tiling(Tiling::Triangular, Cut::Hexagon(2)).unwrap();
    /// let b2 = board.cell("B2").unwrap();
    /// let names: Vec<_> = board.neighbours(b2).iter().map(|&cell| board.name(cell)).collect();
    /// assert_eq!(names, ["A3", "B3", "A2", "C2", "A1", "B1"]);
    /// ```
    ///
    /// # Errors
    ///
    /// [`TopologyError::Size`] if the tiling has no such cut, which counts as 0 cells, or if it has more than
    /// [`MAX_CELLS`].
    pub fn tiling(tiling: Tiling, cut: Cut) -> Result<Self, TopologyError> {
        let n_cells = tiling.n_cells(cut).unwrap_or(0);
        if n_cells == 0 || n_cells > MAX_CELLS {
            return Err(TopologyError::Size(n_cells));
        }
        let corners = geometry::corners(tiling, cut);
        let places: Vec<_> = corners.iter().map(|corner| corner.place()).collect();
        let beside = |(number, corner): (usize, &geometry::Corner)| {
            let to = corner.around().filter_map(|corner| corners.binary_search(&corner).ok());
            to.map(move |to| (number, to)).collect::<Vec<_>>()
        };
        let links: Vec<_> = corners.iter().enumerate().flat_map(beside).collect();
        Self::by_rows(&places, &links, |places| names(places, 1.0))
    }
}

#[cfg(feature = "testing")]
mod tests;
