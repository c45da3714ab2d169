//! The priors of moves of Hex.

use tesuji_board::Cell;
use tesuji_hex::{Move, Position};
use tesuji_pattern::{Scene, shipped};
use tesuji_search::mcts::guided::Prior;

/// Where priors of moves come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HexPriors {
    /// Moves next to a stone begin a little better than the rest.
    Plain,
    /// Moves begin with the chances of learnt patterns ([`tesuji_pattern::shipped`]).
    #[default]
    Patterns,
}

/// How many games every move begins with.
const VISITS: u32 = 4;

/// Gives each move a win in half of its games, and one more half point if it touches a stone.
pub(super) fn plain(position: &Position, priors: &mut [Prior<Move>]) {
    for prior in priors {
        let Move::Place(cell) = prior.mv else { continue };
        prior.visits = VISITS;
        prior.half_points = VISITS + u32::from(is_near(position, cell));
    }
}

fn is_near(position: &Position, cell: Cell) -> bool {
    position.topology().neighbours(cell).iter().any(|&at| position.stone(at).is_some())
}

/// Gives each move its chance according to patterns. Swap moves get none. `chances` is scratch memory.
pub(super) fn by_patterns(
    position: &Position,
    last: [Option<Move>; 2],
    priors: &mut [Prior<Move>],
    chances: &mut Vec<f32>,
) {
    let [last, before] = last.map(|mv| mv.and_then(placed));
    let scene = Scene::new(position, last, before);
    shipped().chances(&scene, priors.iter().filter_map(|prior| placed(prior.mv)), chances);
    let placing = priors.iter_mut().filter(|prior| placed(prior.mv).is_some());
    for (prior, &chance) in placing.zip(&*chances) {
        prior.chance = chance;
    }
}

const fn placed(mv: Move) -> Option<Cell> {
    match mv {
        Move::Place(cell) => Some(cell),
        Move::Swap => None,
    }
}
