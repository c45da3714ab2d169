//! Positions as planes of numbers, for nets of the caller.

use tesuji_board::Player;
use tesuji_game::Game as _;
use tesuji_neural::graph;

/// Planes of Hex.
pub(super) const HEX_PLANES: usize = 3;

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
