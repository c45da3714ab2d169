//! Layout of drawn boards: the places of cells, the rows they form, the names that follow from them, text pictures, and a
//! layout for graphs without a drawing.
//!
//! This is the only part of this crate with floating point. Nothing here decides which cells touch, let alone a rule.

mod layout;
mod place;
mod rows;
mod text;

use std::f64::consts::TAU;

pub(crate) use layout::layout;
pub use place::Place;
pub(crate) use rows::{names, rows, square_names};

use crate::{Cell, Lattice, Shape, Topology, TopologyError};

impl Topology {
    /// Place of the cell in the drawing; no two cells share one.
    ///
    /// One unit is the length of a link on every lattice and tiling. A board from a file is drawn as the file says.
    #[must_use]
    pub fn place(&self, cell: Cell) -> Place {
        if let Some(&place) = self.places.get(cell.index()) {
            return place;
        }
        match self.shape() {
            Shape::Rhombus { columns, .. } => {
                let (column, row) = ((cell.index() % columns) as f64, (cell.index() / columns) as f64);
                Place::near(column + row / 2.0, row * 3.0_f64.sqrt() / 2.0)
            }
            Shape::Lattice(Lattice { columns, .. }) => {
                Place::near((cell.index() % columns) as f64, (cell.index() / columns) as f64)
            }
            Shape::Graph => on_ring(cell.index(), self.n_cells(), 0),
        }
    }

    /// The graph with these links between cells at these places, numbered row by row from the top left, and named as
    /// `named` names the places. Links are about one unit long; those of two and more are drawn as going around.
    pub(crate) fn by_rows(
        places: &[Place],
        links: &[(usize, usize)],
        named: impl FnOnce(&[Place]) -> Vec<String>,
    ) -> Result<Self, TopologyError> {
        let order: Vec<usize> = rows(places, 1.0).into_iter().flatten().collect();
        let mut numbers = vec![0; places.len()];
        order.iter().enumerate().for_each(|(cell, &idx)| numbers[idx] = cell);
        let is_long = |&&(a, b): &&(usize, usize)| places[a].distance(places[b]) >= 2.0;
        let number = |&(a, b): &(usize, usize)| (numbers[a], numbers[b]);
        let wraps: Vec<_> = links.iter().filter(is_long).map(number).collect();
        let links: Vec<_> = links.iter().map(number).collect();
        let places: Vec<_> = order.iter().map(|&idx| places[idx]).collect();
        Self::graph(named(&places), &links, Vec::new())?.drawn(places)?.wrapped(&wraps)
    }

    /// The length of a link in the drawing: the median length of the links that do not wrap, or 1 if there are none.
    #[must_use]
    pub fn link_length(&self) -> f64 {
        let drawn = self.links().filter(|&(a, b)| !self.wraps(a, b));
        let mut lengths: Vec<f64> = drawn.map(|(a, b)| self.place(a).distance(self.place(b))).collect();
        lengths.sort_by(f64::total_cmp);
        lengths.get(lengths.len() / 2).copied().unwrap_or(1.0)
    }

    /// The cells as the drawing shows them: row by row from the top, each row from the left.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<Cell>> {
        let places: Vec<Place> = self.cells().map(|cell| self.place(cell)).collect();
        let rows = rows(&places, self.link_length());
        rows.into_iter().map(|row| row.into_iter().map(Cell::new).collect()).collect()
    }
}

/// Place of a cell of a ring: clockwise from the top. Links on the innermost ring are one unit long if that makes
/// the ring wide enough; each further ring lies one unit outside the last.
pub(crate) fn on_ring(idx: usize, n_on_ring: usize, ring: usize) -> Place {
    if n_on_ring < 2 {
        return Place::default();
    }
    // `libm` gives the same bits on every machine.
    let radius = (0.5 / libm::sin(TAU / 2.0 / n_on_ring as f64)).max(0.5) + ring as f64;
    let (sin, cos) = libm::sincos(TAU * idx as f64 / n_on_ring as f64);
    Place::near(radius * sin, -radius * cos)
}
