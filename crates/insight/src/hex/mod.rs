//! Hex: fill-in, connections, must-play and inferior cells for a tree search.
//!
//! A look at a position fills it in and asks the connections of both players whether it is decided. If not, it returns
//! the must-play set without vulnerable and dominated moves: what the board solver sees before it searches. All of that
//! is certain (`connection` says why), so a tree search may back it up as proved.
//!
//! Not here: the search.

mod sight;
#[cfg(feature = "testing")]
mod tests;

use std::fmt;

use tesuji_board::with_width;
use tesuji_hex::{Move, Position, Swap};
use tesuji_search::mcts::leaves::{Insight, Knowledge};

use sight::Sight;

/// Knowledge of Hex positions. It keeps the connections of one position, which make later looks faster if they have at
/// least its stones.
#[derive(Default)]
pub struct HexInsight {
    sight: Option<Box<dyn Look>>,
    /// Number of positions that have been examined.
    n_looks: u64,
}

/// A [`Sight`] of any width.
trait Look: Send {
    /// Whether it can look at boards of this size.
    fn fits(&self, position: &Position) -> bool;
    fn start(&mut self, position: &Position);
    fn look(&mut self, position: &Position) -> Insight<Move>;
}

impl HexInsight {
    /// Prepares for looks at positions that follow from this one. Looks at other positions are correct too, but slow.
    pub fn start(&mut self, position: &Position) {
        if self.sight.as_ref().is_none_or(|sight| !sight.fits(position)) {
            self.sight = with_width!(board, position.topology().n_cells(), W => {
                Sight::<W>::new(position).map(|sight| Box::new(sight) as Box<dyn Look>)
            });
        }
        if let Some(sight) = &mut self.sight {
            sight.start(position);
        }
    }

    /// Number of positions that have been examined so far.
    #[must_use]
    pub const fn n_looks(&self) -> u64 {
        self.n_looks
    }
}

impl Knowledge<Position> for HexInsight {
    /// Whether to swap is not decided here. As long as a swap is possible, nothing is reported.
    fn look(&mut self, position: &Position) -> Insight<Move> {
        if position.swap() != Swap::Off {
            return Insight::Nothing;
        }
        if self.sight.as_ref().is_none_or(|sight| !sight.fits(position)) {
            self.start(position);
        }
        self.n_looks += 1;
        self.sight.as_mut().map_or(Insight::Nothing, |sight| sight.look(position))
    }
}

impl fmt::Debug for HexInsight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HexInsight").field("n_looks", &self.n_looks).finish_non_exhaustive()
    }
}
