//! Play in decided games of Hex: short searches for the quickest win and the longest defence.

use tesuji_board::Cell;
use tesuji_hex::{Move, Position, Swap};
use tesuji_prove::{Question, QuickestWin, longest_defence};
use tesuji_search::Limits;

use crate::player::Finish;
use crate::player::side_by_side::part_of;

/// The limits of a short search for the quickest win or the longest defence, for a player that makes this many playouts
/// a move. A look at a larger board takes longer, so there are fewer.
pub(super) fn to_finish(position: &Position, playouts: u64, limits: &Limits) -> Limits {
    /// The worth of a playout in cells looked at, and the bounds of all of them.
    const CELLS_A_PLAYOUT: u64 = 300;
    const LEAST: u64 = 300_000;
    const MOST: u64 = 3_000_000;
    let cells = playouts.saturating_mul(CELLS_A_PLAYOUT).clamp(LEAST, MOST);
    part_of(limits, cells / position.topology().n_cells() as u64)
}

/// While swapping is possible, what the stones say is not the result.
impl Finish for Position {
    fn quickest_win(&self, playouts: u64, limits: &Limits) -> Option<Move> {
        let question = (self.swap() == Swap::Off).then(|| Question::from(self))?;
        let quickest = QuickestWin::search(&question, usize::MAX, &to_finish(self, playouts, limits))?;
        Some(Move::Place(quickest.mv))
    }

    fn longest_defence(&self, preferred: &[Move], playouts: u64, limits: &Limits) -> Option<Move> {
        let question = (self.swap() == Swap::Off).then(|| Question::from(self))?;
        let cell = |mv: &Move| match *mv {
            Move::Place(cell) => Some(cell),
            Move::Swap => None,
        };
        let preferred: Vec<Cell> = preferred.iter().filter_map(cell).collect();
        longest_defence(&question, &preferred, &to_finish(self, playouts, limits)).map(Move::Place)
    }
}
