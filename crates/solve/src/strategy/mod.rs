//! Strategies: how the owner of a claim means to achieve the goal, as a person writes it down.
//!
//! A position where the opponent is to move is dealt with in one of three ways ([`Plan`]): it is left to Program C; or it is
//! answered, the opponent's moves that are left with one reply each; or it is divided into parts with disjoint
//! regions and goals of their own. Parts and the positions after a reply have plans again.
//!
//! [`parse`] and [`write`](write()) are the text form of `docs/STRATEGIES.md`; [`verify`] proves a strategy as a whole: every move
//! left out is precluded, every part holds, the parts combine, and one certificate says all of it. Proposing a strategy
//! is the matter of [`split`](crate::split).
//!
//! ```
//! use tesuji_search::Limits;
//! use tesuji_solve::strategy::{self, Outcome};
//!
//! // b2 wins: a bridge to either side.
//! let strategy = strategy::parse("
//!     id:   3x3
//!     goal: top-bottom
//!
//!     . . .
//!      . o .
//!       . . .
//!
//!     strategy:
//!     part b2-top:    b1 c1
//!     part b2-bottom: a3 b3
//! ").unwrap();
//! let report = strategy::verify(&strategy, &Limits::default());
//! let Outcome::Holds(certificate) = report.outcome else { panic!("it holds") };
//! assert_eq!(certificate.check().unwrap().carrier.len(), 4);
//! ```

pub(crate) mod links;
pub(crate) mod prover;

mod failure;
mod read;
mod verify;
mod write;

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Claim, Goal, Mover};

use crate::problem::Problem;

pub use failure::{Failure, Reason};
pub use read::parse;
pub(crate) use verify::verify_with;
pub use verify::{Outcome, Report, verify};
pub use write::write;

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
pub(crate) fn after(position: &Claim, moves: &CellSet, reply: Cell) -> Claim {
    let mut next = position.clone();
    next.carrier.subtract(moves);
    next.carrier.remove(reply);
    next.stones.insert(reply);
    next.to_move = Mover::Opponent;
    next
}

/// The claim of a part of a position, with the stones that may matter to it.
pub(crate) fn part_claim(position: &Claim, goal: &Goal, cells: &CellSet) -> Claim {
    Claim {
        stones: links::stones_near(&position.topology, &position.stones, cells, goal),
        carrier: cells.clone(),
        goal: goal.clone(),
        to_move: Mover::Opponent,
        ..position.clone()
    }
}

#[cfg(test)]
mod tests;
