//! The board of a game, prepared for finding inferior cells.

use tesuji_board::{BOTTOM, Bits, Cell, LEFT, RIGHT, TOP, Topology};

/// Why a board has no [`Surroundings`] of this width.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SurroundingsError {
    /// The board is a graph, which does not say which ends each player joins.
    #[error("inferior cells need a rhombus, not a graph")]
    Graph,
    /// The board has more cells than the bitsets hold.
    #[error("{0} cells are too many for this width")]
    TooWide(usize),
}

/// A rhombus on which Black joins top and bottom and White left and right. Made once for each board.
///
/// Bit i of a set is cell i of the board.
#[derive(Clone, Debug)]
pub struct Surroundings<const W: usize> {
    /// By cell: itself and its neighbours.
    pub(super) links: Vec<Bits<W>>,
    /// By player: the cells at the player's two ends.
    pub(super) ends: [[Bits<W>; 2]; 2],
    pub(super) all: Bits<W>,
}

impl<const W: usize> Surroundings<W> {
    /// The surroundings of this board.
    ///
    /// # Errors
    ///
    /// If the board is not a rhombus or has more than `64 * W` cells.
    pub fn new(topology: &Topology) -> Result<Self, SurroundingsError> {
        topology.size().ok_or(SurroundingsError::Graph)?;
        let n_cells = topology.n_cells();
        if n_cells > Bits::<W>::CAPACITY {
            return Err(SurroundingsError::TooWide(n_cells));
        }
        let around = |cell| topology.neighbours(cell).iter().map(|at| at.index()).collect::<Bits<W>>();
        let links = topology.cells().map(|cell| around(cell).with(cell.index())).collect();
        let end = |edge: usize| topology.edges()[edge].cells.iter().map(Cell::index).collect();
        let ends = [[end(TOP), end(BOTTOM)], [end(LEFT), end(RIGHT)]];
        Ok(Self { links, ends, all: Bits::first_n(n_cells) })
    }

    /// How many cells the board has.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.links.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_boards_are_refused() {
        let wide = Topology::rhombus(9, 9).unwrap();
        assert_eq!(Surroundings::<1>::new(&wide).unwrap_err(), SurroundingsError::TooWide(81));
        let graph = Topology::graph(vec!["x".to_owned()], &[], vec![]).unwrap();
        assert_eq!(Surroundings::<1>::new(&graph).unwrap_err(), SurroundingsError::Graph);
    }
}
