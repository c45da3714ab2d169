//! Which six places lie around each cell of a rhombus.

use tesuji_board::{Bits, Player, Topology};

use super::ring::{N_PLACES, Ring, RingTable};

/// The places around a cell in cyclic order, as (column, row) steps.
const CYCLE: [(isize, isize); N_PLACES] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Place of a cell in the ring of the neighbour that it sees in this place.
pub(super) const fn opposite(place: usize) -> usize {
    (place + N_PLACES / 2) % N_PLACES
}

/// What lies beyond a border.
const OUTSIDE: u16 = u16::MAX;

/// Why a board has no [`Surroundings`] of this width.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SurroundingsError {
    /// The board is a graph, where cells have no ring.
    #[error("inferior cells need a rhombus, not a graph")]
    Graph,
    /// The board has more cells than the bitsets hold.
    #[error("{0} cells are too many for this width")]
    TooWide(usize),
}

/// The rings of all cells of a rhombus: what inferior cells are found with. Made once a board.
///
/// Bit i of a set is cell i of the board. Beyond the top and the bottom all is Black's, beyond left and right all is
/// White's. Beyond an obtuse corner, where two borders meet, either colour does: it stands between both.
#[derive(Clone, Debug)]
pub struct Surroundings<const W: usize> {
    /// By cell and place: the cell there, or [`OUTSIDE`].
    cells: Vec<[u16; N_PLACES]>,
    /// By cell: its ring on the empty board.
    borders: Vec<Ring>,
    /// All cells of the board.
    pub(super) all: Bits<W>,
    pub(super) table: &'static RingTable,
}

impl<const W: usize> Surroundings<W> {
    /// Surroundings on this board.
    ///
    /// # Errors
    ///
    /// If the board is no rhombus or has more than `64 * W` cells.
    pub fn new(topology: &Topology) -> Result<Self, SurroundingsError> {
        let (columns, rows) = topology.size().ok_or(SurroundingsError::Graph)?;
        let n_cells = topology.n_cells();
        if n_cells > Bits::<W>::CAPACITY {
            return Err(SurroundingsError::TooWide(n_cells));
        }
        let mut cells = vec![[OUTSIDE; N_PLACES]; n_cells];
        let mut borders = vec![Ring::default(); n_cells];
        for cell in 0..n_cells {
            for (place, (dc, dr)) in CYCLE.into_iter().enumerate() {
                let column = (cell % columns).checked_add_signed(dc).filter(|&column| column < columns);
                let row = (cell / columns).checked_add_signed(dr).filter(|&row| row < rows);
                match (column, row) {
                    (Some(column), Some(row)) => cells[cell][place] = (row * columns + column) as u16,
                    (_, None) => borders[cell] = borders[cell].with(place, Player::Black),
                    (None, Some(_)) => borders[cell] = borders[cell].with(place, Player::White),
                }
            }
        }
        Ok(Self { cells, borders, all: Bits::first_n(n_cells), table: RingTable::shared() })
    }

    /// How many cells the board has.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// The cells around `cell`, each with its place.
    pub(super) fn around(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + use<'_, W> {
        self.cells[cell]
            .iter()
            .enumerate()
            .filter(|(_, at)| **at != OUTSIDE)
            .map(|(place, &at)| (place, usize::from(at)))
    }

    /// The rings of all cells, given the stones.
    pub(super) fn rings(&self, stones: &[Bits<W>; 2], rings: &mut Vec<Ring>) {
        rings.clone_from(&self.borders);
        for player in Player::BOTH {
            for stone in stones[player.index()].iter() {
                self.mark(rings, stone, player);
            }
        }
    }

    /// Enters a stone into the rings of its neighbours.
    pub(super) fn mark(&self, rings: &mut [Ring], stone: usize, player: Player) {
        for (place, at) in self.around(stone) {
            rings[at] = rings[at].with(opposite(place), player);
        }
    }

    /// The cells in these places of a ring; borders are left out.
    pub(super) fn at_places(&self, cell: usize, places: u8) -> Bits<W> {
        self.around(cell).filter(|&(place, _)| places >> place & 1 != 0).map(|(_, at)| at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_those_of_the_board() {
        for (columns, rows) in [(1, 1), (1, 4), (5, 3), (8, 8)] {
            let board = Topology::rhombus(columns, rows).unwrap();
            let surroundings = Surroundings::<1>::new(&board).unwrap();
            for cell in board.cells() {
                let mut around: Vec<usize> = surroundings.around(cell.index()).map(|(_, at)| at).collect();
                around.sort_unstable();
                let expected: Vec<usize> = board.neighbours(cell).iter().map(|cell| cell.index()).collect();
                assert_eq!(around, expected);
                for (place, at) in surroundings.around(cell.index()) {
                    assert!(surroundings.around(at).any(|back| back == (opposite(place), cell.index())));
                }
            }
        }
    }

    #[test]
    fn other_boards_are_refused() {
        let wide = Topology::rhombus(9, 9).unwrap();
        assert_eq!(Surroundings::<1>::new(&wide).unwrap_err(), SurroundingsError::TooWide(81));
        let graph = Topology::graph(vec!["x".to_owned()], &[], vec![]).unwrap();
        assert_eq!(Surroundings::<1>::new(&graph).unwrap_err(), SurroundingsError::Graph);
    }
}
