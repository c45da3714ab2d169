//! Positions decided by searches, as training samples of nets.

use tesuji_board::{Bits, Player};
use tesuji_neural::PlaceContent;

use crate::search::{NO_MOVE, WinDecision};
use crate::view::View;

/// A position that a search has decided on its way to an answer. The owner of a claim is Black.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingSample {
    /// Content of the cells, row by row; of a claim a square of cells, with two places beyond each of its edges. Cells that
    /// count as stones by fill-in are stones.
    pub places: Vec<PlaceContent>,
    /// Whose turn it is.
    pub to_move: Player,
    /// The winner.
    pub winner: Player,
    /// The row and column of a move that wins, if the player to move does and has a move.
    pub winning_move: Option<(usize, usize)>,
    /// Number of positions searched for the result.
    pub nodes: u32,
}

impl TrainingSample {
    pub(crate) fn new<const W: usize>(
        view: &View,
        stones: [Bits<W>; 2],
        mover: usize,
        decision: WinDecision<W>,
        nodes: u32,
    ) -> Self {
        let mut places = Vec::new();
        view.places(&stones, &mut places);
        let to_move = Player::BOTH[mover];
        let (winner, key) = match decision {
            WinDecision::Wins(key, _) => (to_move, Some(key).filter(|&key| key != NO_MOVE)),
            WinDecision::Loses(_) => (!to_move, None),
        };
        Self { places, to_move, winner, winning_move: key.map(|key| view.seat(usize::from(key))), nodes }
    }
}
