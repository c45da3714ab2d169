//! Positions as planes of numbers, for nets of the caller.

use tesuji_board::Player;
use tesuji_game::Game as _;
use tesuji_neural::graph;

use super::State;

/// Planes of Hex.
const HEX_PLANES: usize = 3;

impl State {
    /// The shape of the planes of a position: planes, rows and columns; planes and cells on boards that are no grids.
    /// `None` in Amazons, which has no planes.
    #[must_use]
    pub fn planes_shape(&self) -> Option<Vec<usize>> {
        let (n_planes, size) = match self {
            Self::Hex(position) => (HEX_PLANES, position.topology().size()),
            Self::Go(position) => (graph::PLANES, position.topology().grid_size()),
            Self::Amazons(_) => return None,
        };
        Some(size.map_or_else(|| vec![n_planes, self.n_cells()], |(columns, rows)| vec![n_planes, rows, columns]))
    }

    /// Appends the planes of the position, each cell by cell, from the view of the player to move.
    ///
    /// Hex: the mover's stones, the other player's, and everywhere 1 if the mover is Black, who joins top and bottom.
    /// Go: those of [`graph::write_planes`], divided by 127.
    pub fn write_planes(&self, planes: &mut Vec<f32>) {
        match self {
            Self::Hex(position) => of_hex(position, planes),
            Self::Go(position) => of_go(position, planes),
            Self::Amazons(_) => {}
        }
    }
}

pub(super) fn of_hex(position: &tesuji_hex::Position, planes: &mut Vec<f32>) {
    let mover = position.to_move();
    let one_if = |is: bool| f32::from(u8::from(is));
    for player in [mover, !mover] {
        planes.extend(position.topology().cells().map(|cell| one_if(position.stone(cell) == Some(player))));
    }
    planes.extend(position.topology().cells().map(|_| one_if(mover == Player::Black)));
}

pub(super) fn of_go(position: &tesuji_go::Position, planes: &mut Vec<f32>) {
    let (mut cells, mut chains) = (Vec::new(), Vec::new());
    graph::write_planes(position, &mut cells, &mut chains);
    planes.extend((0..graph::PLANES).flat_map(|plane| cells.iter().map(move |cell| f32::from(cell[plane]) / 127.0)));
}
