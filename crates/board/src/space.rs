//! Boards that do not lie in a plane: two lattices of space, and the surface of a cube.

use crate::drawing::{names, square_names};
use crate::{MAX_CELLS, Place, Topology, TopologyError};

/// A lattice of space, or the surface of a cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// Columns, rows and layers: each cell touches the next ones in the three directions.
    Cubic([usize; 3]),
    /// The lattice of diamond: four neighbours each. A rhombohedron of this many steps a side with two cells at each
    /// step, without the two cells at its ends that have one neighbour.
    Diamond(usize),
    /// The surface of the cubic lattice with this many cells on each edge.
    Cube(usize),
}

/// Three coordinates, and which of the two cells of a step in diamond.
type Site = [i32; 4];

impl Space {
    /// The number of cells; 0 for a size that is none.
    #[must_use]
    pub fn n_cells(self) -> usize {
        match self {
            Self::Cubic(sides) => sides.iter().fold(1, |n: usize, &side| n.saturating_mul(side)),
            Self::Diamond(side) => side.saturating_pow(3).saturating_mul(2).saturating_sub(2),
            Self::Cube(0 | 1) => 0,
            Self::Cube(side) => (side - 1).saturating_pow(2).saturating_mul(6).saturating_add(2),
        }
    }

    const fn sides(self) -> [usize; 3] {
        match self {
            Self::Cubic(sides) => sides,
            Self::Diamond(side) | Self::Cube(side) => [side; 3],
        }
    }

    /// The cells, ascending.
    fn sites(self) -> Vec<Site> {
        let [columns, rows, layers] = self.sides().map(|side| side as i32);
        let n_kinds = if matches!(self, Self::Diamond(_)) { 2 } else { 1 };
        let n_all = columns * rows * layers * n_kinds;
        let site =
            |n: i32| [n / n_kinds / layers / rows, n / n_kinds / layers % rows, n / n_kinds % layers, n % n_kinds];
        let last = columns - 1;
        let is_cell = |site: &Site| match self {
            Self::Cubic(_) => true,
            Self::Diamond(_) => *site != [0; 4] && *site != [last, last, last, 1],
            Self::Cube(_) => site[..3].iter().any(|&at| at == 0 || at == last),
        };
        (0..n_all).map(site).filter(is_cell).collect()
    }

    /// Each link of a cell as a step from one of its ends.
    const fn steps(self) -> &'static [Site] {
        match self {
            Self::Cubic(_) | Self::Cube(_) => &[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]],
            Self::Diamond(_) => &[[0, 0, 0, 1], [-1, 0, 0, 1], [0, -1, 0, 1], [0, 0, -1, 1]],
        }
    }

    /// Steps of a place to the right and down, chosen so that no two cells are drawn close to each other.
    fn place(self, [column, row, layer, kind]: Site) -> Place {
        const UNIT: i32 = Place::STEPS;
        let [.., layers] = self.sides().map(|side| side as i32);
        let (right, down) = match self {
            // Each layer lies behind and to the right of the one before.
            Self::Cubic(_) => {
                let is_apart = |k: &i32| k * k <= layers + 1 && (2..=*k).all(|d| k % d != 0 || layers % d != 0);
                let shift = (1..=layers).rev().find(is_apart).unwrap_or(1);
                (UNIT * column + UNIT * shift * layer / layers, UNIT * row - UNIT * layer / layers)
            }
            Self::Diamond(_) => (
                2 * UNIT * column + 6 * UNIT / 10 * row + 8 * UNIT / 10 * layer + 85 * UNIT / 100 * kind,
                2 * UNIT * row - 7 * UNIT / 10 * layer + 325 * UNIT / 1000 * kind,
            ),
            // A net: the four sides in a row, the top above the first of them and the bottom below it.
            Self::Cube(_) => {
                let last = layers - 1;
                let (right, down) = match (column, layer) {
                    _ if (1..last).contains(&column) && (1..last).contains(&layer) => {
                        (column, if row == 0 { -layer } else { last + layer })
                    }
                    (_, 0) if column < last => (column, row),
                    (_, _) if column == last && layer < last => (last + layer, row),
                    (_, _) if layer == last && column > 0 => (3 * last - column, row),
                    _ => (4 * last - layer, row),
                };
                (UNIT * right, UNIT * down)
            }
        };
        Place::of_steps(right, down)
    }
}

impl Topology {
    /// A board in space. Cells are numbered and named by the rows of the drawing, as on [`Self::tiling`]; on the cube by
    /// the columns of its net too.
    ///
    /// ```
    /// use tesuji_board::{Space, Topology};
    ///
    /// //  5   .
    /// //  4 . . . . . . . .     The net of a cube: the four sides, the top
    /// //  3 . . . . . . . .     above the first of them, the bottom below.
    /// //  2 . . . . . . . .
    /// //  1   .
    /// //    A B C D E F G H
    /// let board = Topology::space(Space::Cube(3)).unwrap();
    /// let names: Vec<_> = board.neighbours(board.cell("B5").unwrap()).iter().map(|&cell| board.name(cell)).collect();
    /// assert_eq!(names, ["B4", "D4", "F4", "H4"]);
    /// ```
    ///
    /// # Errors
    ///
    /// [`TopologyError::Size`] if it would have no cells, or more than [`MAX_CELLS`].
    pub fn space(space: Space) -> Result<Self, TopologyError> {
        let n_cells = space.n_cells();
        if !(1..=MAX_CELLS).contains(&n_cells) {
            return Err(TopologyError::Size(n_cells));
        }
        let sites = space.sites();
        let places: Vec<Place> = sites.iter().map(|&site| space.place(site)).collect();
        let mut links = Vec::new();
        for (from, site) in sites.iter().enumerate() {
            let ends = space.steps().iter().map(|step| std::array::from_fn(|idx| site[idx] + step[idx]));
            links.extend(ends.filter_map(|end: Site| Some((from, sites.binary_search(&end).ok()?))));
        }
        Self::by_rows(&places, &links, |places| match space {
            Space::Cube(_) => square_names(places),
            Space::Cubic(_) | Space::Diamond(_) => names(places, 1.0),
        })
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::{BoardSpec, Cell};

    #[test]
    fn boards_in_space_and_of_penrose_have_the_known_numbers() {
        let board = |text: &str| text.parse::<BoardSpec>().unwrap().topology().unwrap();
        for side in 2..=8 {
            let cubic = board(&format!("cubic:{side}"));
            assert_eq!((cubic.n_cells(), cubic.links().count()), (side * side * side, 3 * side * side * (side - 1)));
            let cube = board(&format!("cube:{side}"));
            let faces = 6 * (side - 1) * (side - 1);
            assert_eq!((cube.n_cells(), cube.links().count()), (faces + 2, 2 * faces), "Euler");
            assert_eq!(cube.degrees()[0], (3, 8), "the corners");
            assert!(cube.degrees()[1..].iter().all(|&(degree, _)| degree == 4));
            assert_eq!(cube.automorphisms(49).len(), 48);
            let diamond = board(&format!("diamond:{side}"));
            let n_links = side * side * side + 3 * side * side * (side - 1) - 2;
            assert_eq!((diamond.n_cells(), diamond.links().count()), (2 * side * side * side - 2, n_links));
            assert!(diamond.girth() == Some(6) && diamond.degrees()[0].0 == 2);
        }
        // Cells at each distance from one in the middle.
        let around = |board: &Topology, n: usize| {
            let shells = |cell: Cell| {
                let distances = board.distances(cell);
                (0..n).map(|far| distances.iter().filter(|&&at| at == Some(far)).count()).collect::<Vec<_>>()
            };
            board.cells().map(shells).max().unwrap()
        };
        assert_eq!(around(&board("cubic:9"), 4), [1, 6, 18, 38]);
        assert_eq!(around(&board("diamond:8"), 4), [1, 4, 12, 24]);
        // Corners and links as in the dual of de Bruijn's pentagrid with all shifts 1/5.
        let known = [(11, 15), (31, 50), (71, 120), (121, 220), (171, 315), (251, 465), (341, 645), (441, 840)];
        for (n_rings, known) in (1..).zip(known.into_iter().chain([(556, 1065), (706, 1350), (876, 1685)])) {
            let board = board(&format!("penrose:{n_rings}"));
            assert_eq!((board.n_cells(), board.links().count()), known);
            assert!(board.degrees().iter().all(|(degree, _)| (2..=7).contains(degree)));
            assert!(board.links().all(|(a, b)| (board.place(a).distance(board.place(b)) - 1.0).abs() < 3e-4));
            assert_eq!(board.automorphisms(11).len(), 10);
        }
    }
}
