//! Strategies: how the owner of a claim means to achieve the goal, as a person writes it down.
//!
//! A position where the opponent is to move is dealt with in one of three ways ([`Plan`]): it is left to Program C; or it is
//! answered, the opponent's moves that are left with one reply each; or it is divided into parts with disjoint
//! regions and goals of their own. Parts and the positions after a reply have plans again.
//!
//! [`parse`] and [`write`](write()) are the text form of `docs/STRATEGIES.md`. Whether a strategy is right is the matter of the crate
//! `verify`.

mod read;
mod write;

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Claim, Goal, Mover};

use crate::Problem;

pub use read::parse;
pub use write::write;

/// The deepest strategy: far deeper than a game on any board that a person would write about.
pub const MAX_DEPTH: usize = 200;

/// A claim and how its owner means to achieve it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// The claim, under its name.
    pub problem: Problem,
    /// The owner's first move, exactly if the owner moves first.
    pub first: Option<Cell>,
    /// What follows.
    pub plan: Plan,
}

/// How a position is dealt with where the opponent is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Nothing is said: Program C proves it.
    Search,
    /// The opponent's moves that are left, each with the owner's reply.
    Moves(Vec<Branch>),
    /// Parts that together achieve the goal.
    Parts(Vec<Part>),
}

/// Moves of the opponent with one reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The opponent's moves; the position after the reply has none of these cells.
    pub moves: CellSet,
    /// The owner's reply.
    pub reply: Cell,
    /// What follows.
    pub plan: Plan,
}

/// A part-board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What the owner achieves in it.
    pub goal: Goal,
    /// Its empty cells.
    pub cells: CellSet,
    /// How.
    pub plan: Plan,
}

impl Plan {
    /// How many parts and searched positions it ends in.
    #[must_use]
    pub fn n_leaves(&self) -> usize {
        match self {
            Self::Search => 1,
            Self::Moves(branches) => branches.iter().map(|branch| branch.plan.n_leaves()).sum(),
            Self::Parts(parts) => parts.iter().map(|part| part.plan.n_leaves()).sum(),
        }
    }
}

/// The position after the opponent's `moves`, all of them, and the owner's reply.
#[must_use]
pub fn after(position: &Claim, moves: &CellSet, reply: Cell) -> Claim {
    let mut next = position.clone();
    next.carrier.subtract(moves);
    next.carrier.remove(reply);
    next.stones.insert(reply);
    next.to_move = Mover::Opponent;
    next
}
