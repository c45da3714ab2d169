//! The moves of a record as they are played under the rules.

use std::fmt;

use tesuji_board::Player;

use super::Record;
use crate::Move;
use crate::position::PASSES_TO_END;

/// The moves of a record that are played, and notices about the others.
///
/// Two passes end a game, yet files have moves after them. Servers write a third pass, and play goes on when the
/// players could not agree on what is dead. Passes after the end are left out. If a stone follows, the game went on:
/// the second of the two passes is left out, and everything else is played. The first one is kept, so that a ko may be
/// retaken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MainLine {
    /// The moves played, in order.
    pub moves: Vec<NumberedMove>,
    /// The moves left out, in the order in which this is found.
    pub notices: Vec<RecordNotice>,
}

/// A move of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberedMove {
    /// Its place in the record, counted from 1.
    pub number: usize,
    /// The player who made it.
    pub player: Player,
    /// The move.
    pub mv: Move,
}

/// A move that is not played as recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecordNotice {
    /// A pass after the end of the game.
    LatePass {
        /// The number of the pass, counted from 1.
        number: usize,
    },
    /// The game went on after its end, so the pass that ended it is left out.
    Resumed {
        /// The number of the move with which the game goes on, counted from 1.
        number: usize,
    },
}

impl fmt::Display for RecordNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LatePass { number } => write!(f, "move {number} is a pass after the end of the game and is left out"),
            Self::Resumed { number } => {
                write!(f, "the game goes on with move {number} after two passes, of which the second is left out")
            }
        }
    }
}

impl Record {
    /// The first `n_moves` moves, or all if there are fewer, as they are played under the rules.
    #[must_use]
    pub fn main_line(&self, n_moves: usize) -> MainLine {
        let mut line = MainLine { moves: Vec::new(), notices: Vec::new() };
        let mut n_passes = 0;
        for (number, &(player, mv)) in (1..).zip(self.moves.iter().take(n_moves)) {
            let is_over = n_passes == PASSES_TO_END;
            if mv == Move::Pass {
                if is_over {
                    line.notices.push(RecordNotice::LatePass { number });
                    continue;
                }
                n_passes += 1;
            } else {
                if is_over {
                    line.moves.pop();
                    line.notices.push(RecordNotice::Resumed { number });
                }
                n_passes = 0;
            }
            line.moves.push(NumberedMove { number, player, mv });
        }
        line
    }
}
