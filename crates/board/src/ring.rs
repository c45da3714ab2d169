//! Boards without corners: a ring of cells, and rings within rings.

use crate::drawing::on_ring;
use crate::{MAX_CELLS, Topology, TopologyError, square_column_name};

impl Topology {
    /// Concentric rings with equally many cells each. A cell touches its neighbours on the ring, and the cells at the
    /// same angle on the next rings inside and outside.
    ///
    /// Cells are numbered from the innermost ring, clockwise from the top. They are named by their ring and their place
    /// on it: `A1`, `B1`, .. is the innermost ring. A single ring is the cycle.
    ///
    /// ```
    /// use tesuji_board::Topology;
    ///
    /// let board = Topology::rings(2, 6).unwrap();
    /// let b1 = board.cell("B1").unwrap();
    /// let names: Vec<_> = board.neighbours(b1).iter().map(|&cell| board.name(cell)).collect();
    /// assert_eq!(names, ["A1", "C1", "B2"]);
    /// ```
    ///
    /// # Errors
    ///
    /// [`TopologyError::Size`] if there are no rings, or fewer than three cells on a ring, or more than [`MAX_CELLS`]
    /// in all.
    pub fn rings(n_rings: usize, n_on_ring: usize) -> Result<Self, TopologyError> {
        let n_cells = n_rings.saturating_mul(n_on_ring);
        if n_on_ring < 3 || n_rings == 0 || n_cells > MAX_CELLS {
            return Err(TopologyError::Size(n_cells));
        }
        let mut links = Vec::new();
        let (mut names, mut places) = (Vec::new(), Vec::new());
        for ring in 0..n_rings {
            for idx in 0..n_on_ring {
                let cell = ring * n_on_ring + idx;
                links.push((cell, ring * n_on_ring + (idx + 1) % n_on_ring));
                if ring + 1 < n_rings {
                    links.push((cell, cell + n_on_ring));
                }
                names.push(format!("{}{}", square_column_name(idx), ring + 1));
                places.push(on_ring(idx, n_on_ring, ring));
            }
        }
        Self::graph(names, &links, Vec::new())?.drawn(places)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn rings_are_cycles_joined_to_each_other() {
        for (n_rings, n_on_ring) in [(1, 3), (1, 6), (1, 1024), (3, 12), (32, 32)] {
            let board = Topology::rings(n_rings, n_on_ring).unwrap();
            assert_eq!(board.n_cells(), n_rings * n_on_ring);
            assert_eq!(board.links().count(), n_rings * n_on_ring + (n_rings - 1) * n_on_ring);
            assert!(board.is_connected());
            for cell in board.cells() {
                let ring = cell.index() / n_on_ring;
                let n_beside = usize::from(ring > 0) + usize::from(ring + 1 < n_rings);
                assert_eq!(board.neighbours(cell).len(), 2 + n_beside);
                assert_eq!(board.cell(board.name(cell)), Some(cell));
            }
            for (a, b) in board.links().filter(|(a, b)| a.index() / n_on_ring != b.index() / n_on_ring) {
                assert!((board.place(a).distance(board.place(b)) - 1.0).abs() < 1e-3);
            }
        }
        for (n_rings, n_on_ring) in [(0, 6), (1, 2), (1, 1025), (33, 32), (usize::MAX, usize::MAX)] {
            assert!(matches!(Topology::rings(n_rings, n_on_ring), Err(TopologyError::Size(_))));
        }
    }
}
