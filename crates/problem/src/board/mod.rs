//! Whole positions of Hex: who wins?
//!
//! A [`Question`] is a position and the player to move. [`MoveMap`] says which of its moves win, as far as that is
//! known. [`Symmetry`] maps a position to its images. Files of positions are in [`file`](mod@file). Not here: answers,
//! which the crate `prove` finds.

pub mod file;
mod moves;
mod symmetry;

use std::sync::Arc;

use tesuji_board::{BOTTOM, CellSet, LEFT, Player, RIGHT, TOP, Topology};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

/// The longest side of a whole board.
pub use tesuji_hex::MAX_SIDE;

pub use moves::{Forgetful, Known, MoveMap};
pub use symmetry::Symmetry;

/// A position of Hex with the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The board, a rhombus.
    pub topology: Arc<Topology>,
    /// Stones of the player who joins top and bottom.
    pub black: CellSet,
    /// Stones of the player who joins left and right.
    pub white: CellSet,
    /// Whose turn it is.
    pub to_move: Player,
}

impl Question {
    /// The claim that `owner` wins from here, with all its stones and all empty cells.
    #[must_use]
    pub fn claim(&self, owner: Player) -> Claim {
        let (stones, edges) = match owner {
            Player::Black => (&self.black, [TOP, BOTTOM]),
            Player::White => (&self.white, [LEFT, RIGHT]),
        };
        let mut carrier: CellSet = self.topology.cells().collect();
        carrier.subtract(&self.black);
        carrier.subtract(&self.white);
        let goal = Goal::new(vec![vec![edges.map(Terminal::Edge).to_vec()]]).expect("two edges are a goal");
        let to_move = if owner == self.to_move { Mover::Owner } else { Mover::Opponent };
        Claim { topology: self.topology.clone(), owner, stones: stones.clone(), carrier, goal, to_move }
    }
}

/// Distance of a search from an answer when it stopped: the proof numbers of its first position.
///
/// They estimate the remaining work from what the search had seen. Moves that were not yet within its width are left
/// out. So the numbers compare searches of related positions, but bound nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distance {
    /// Positions that would have to be won to show that the player to move wins.
    pub to_win: u32,
    /// Positions that would have to be lost to show that the player to move loses.
    pub to_lose: u32,
}
