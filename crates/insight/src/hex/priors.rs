//! How moves of Hex begin: what is next to a stone or a bridge away from one is a little better than the rest.
//!
//! Patterns learnt from games belong here.

use tesuji_board::Cell;
use tesuji_hex::{Move, Position};
use tesuji_search::mcts::guided::Prior;

/// Every move begins with so many games.
const VISITS: u32 = 4;

/// Gives each move half of its games, and one more half point for each kind of neighbourhood it has with stones.
pub(super) fn set(position: &Position, priors: &mut [Prior<Move>]) {
    for prior in priors {
        let Move::Place(cell) = prior.mv else { continue };
        prior.visits = VISITS;
        prior.half_points = VISITS + u32::from(is_near(position, cell));
    }
}

fn is_near(position: &Position, cell: Cell) -> bool {
    position.topology().neighbours(cell).iter().any(|&at| position.stone(at).is_some())
}
