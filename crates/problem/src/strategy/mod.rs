//! Strategies: how the owner of a claim achieves the goal, as a person writes it down.
//!
//! A position where the opponent is to move is handled in one of three ways ([`Plan`]). It is left to Program C. Or it
//! is answered: each of the opponent's remaining moves gets one reply. Or it is divided into parts with disjoint
//! regions, each with its own goal. Parts and the positions after a reply have plans again.
//!
//! [`parse`] and [`write`](write()) handle the text form of `docs/STRATEGIES.md`. The crate `claims` checks whether a
//! strategy is correct.

mod note;
mod read;
mod write;

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Claim, Goal, Mover};

use crate::Problem;

pub use note::{Mark, Note};
pub use read::{parse, parse_plan};
pub use write::{cells_text, rewrite, write};

/// The maximum depth of a strategy: far deeper than a game on any board that a person would write about.
pub const MAX_DEPTH: usize = 200;

/// A claim and its owner's way to achieve it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// The claim, under its name.
    pub problem: Problem,
    /// The owner's first move; present exactly if the owner moves first.
    pub first: Option<Cell>,
    /// The plan that follows.
    pub plan: Plan,
    /// The state of the first position with the opponent to move, and comments.
    pub note: Note,
}

/// Treatment of a position with the opponent to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Not specified: Program C proves it.
    Search,
    /// The opponent's remaining moves, each with the owner's reply.
    Moves(Vec<Branch>),
    /// Parts that together achieve the goal.
    Parts(Vec<Part>),
}

/// Moves of the opponent that have the same reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The opponent's moves; none of these cells is available in the position after the reply.
    pub moves: CellSet,
    /// The owner's reply.
    pub reply: Cell,
    /// The plan that follows.
    pub plan: Plan,
    /// The state of the position after the reply, and comments. A refuted reply is a record: it answers no move.
    pub note: Note,
}

/// A part-board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The owner's goal in it.
    pub goal: Goal,
    /// Its empty cells.
    pub cells: CellSet,
    /// The plan by which it is achieved.
    pub plan: Plan,
    /// Its state, and comments.
    pub note: Note,
}

impl Plan {
    /// The number of searched positions at its leaves, those within parts included.
    #[must_use]
    pub fn n_leaves(&self) -> usize {
        match self {
            Self::Search => 1,
            Self::Moves(branches) => {
                branches.iter().filter(|branch| !branch.is_refuted()).map(|branch| branch.plan.n_leaves()).sum()
            }
            Self::Parts(parts) => parts.iter().map(|part| part.plan.n_leaves()).sum(),
        }
    }
}

impl Branch {
    /// Whether the file calls the reply refuted.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.note.mark == Some(Mark::Refuted)
    }
}

/// The position after all of the opponent's `moves` and the owner's reply.
#[must_use]
pub fn after(position: &Claim, moves: &CellSet, reply: Cell) -> Claim {
    let mut next = position.clone();
    next.carrier.subtract(moves);
    next.carrier.remove(reply);
    next.stones.insert(reply);
    next.to_move = Mover::Opponent;
    next
}
