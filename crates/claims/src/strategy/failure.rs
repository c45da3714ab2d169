//! Places and reasons of failures of a strategy.

use tesuji_board::Topology;
use tesuji_proof::{Certificate, Goal};

use tesuji_problem::goal_text;
use tesuji_problem::strategy::{Branch, Part};

/// The first fault of a strategy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct StrategyFailure {
    /// The position of the strategy, given by the path that leads to it: `after e3 -> d5, part 2 (d5-bottom)`.
    pub place: String,
    /// The fault.
    pub reason: FailureReason,
    /// The proof that it is wrong, if that is a matter of play: a refutation of the claim that should have held.
    pub refutation: Option<Box<Certificate>>,
}

/// Faults of a position of a strategy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FailureReason {
    /// There is a first move although the opponent moves first, or there is none although the owner does.
    #[error("expected {0}")]
    First(&'static str),
    /// A player moves on, or a part uses, a cell that is not empty there.
    #[error("{0} is not an empty cell of this position")]
    NotEmpty(String),
    /// A reply without a move.
    #[error("the reply {0} answers no move")]
    NoMove(String),
    /// A reply on the cell of the move.
    #[error("{0} is both a move and the reply to it")]
    OwnReply(String),
    /// A move that is not listed and wins for the opponent.
    #[error("the move {0} is not answered, and the owner has no reply to it")]
    Unanswered(String),
    /// A claim that should hold fails.
    #[error("{0} cannot be achieved here")]
    Fails(String),
    /// Two parts use the same empty cell.
    #[error("it shares {cell} with part {earlier}")]
    Overlap {
        /// A cell of both parts.
        cell: String,
        /// The number of the other part, counted from 1.
        earlier: usize,
    },
    /// A part names an edge that joins nothing for the whole.
    #[error("it names the edge {0}, which the goal of the whole does not")]
    ForeignEdge(String),
    /// A goal does not fit the board.
    #[error("{0}")]
    Goal(#[from] tesuji_proof::ClaimError),
    /// The parts can end in such a way that the goal is not achieved.
    #[error("{achieved} does not achieve {goal}")]
    NotJoined {
        /// One alternative for each part.
        achieved: String,
        /// The goal.
        goal: String,
    },
    /// The parts have more combinations of alternatives than a certificate may have.
    #[error("the parts have more than {} combinations of alternatives", tesuji_proof::MAX_COMBINATIONS)]
    TooManyCombinations,
    /// Plans are nested too deeply to be useful.
    #[error("plans are nested more than {0} deep")]
    TooDeep(usize),
}

/// The path to a position of a strategy.
#[derive(Clone, Default)]
pub(crate) struct StrategyPlace(Vec<String>);

impl StrategyPlace {
    pub(crate) fn first(board: &Topology, first: tesuji_board::Cell) -> Self {
        Self(vec![format!("after {}", board.name(first))])
    }

    pub(crate) fn after(&self, board: &Topology, branch: &Branch) -> Self {
        let moves: Vec<&str> = branch.moves.iter().map(|cell| board.name(cell)).collect();
        let moves = match moves.as_slice() {
            [first, .., last] if moves.len() > 4 => format!("{first} .. {last}"),
            moves => moves.join(" "),
        };
        self.with(format!("after {moves} -> {}", board.name(branch.reply)))
    }

    pub(crate) fn part(&self, board: &Topology, number: usize, part: &Part) -> Self {
        self.with(format!("part {number} ({})", goal_text(board, &part.goal)))
    }

    fn with(&self, step: String) -> Self {
        Self(self.0.iter().cloned().chain([step]).collect())
    }

    pub(crate) fn depth(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn fault(&self, reason: FailureReason) -> StrategyFailure {
        StrategyFailure { place: self.to_string(), reason, refutation: None }
    }

    pub(crate) fn refuted(&self, reason: FailureReason, refutation: Option<&Certificate>) -> StrategyFailure {
        StrategyFailure { place: self.to_string(), reason, refutation: refutation.cloned().map(Box::new) }
    }
}

impl std::fmt::Display for StrategyPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.is_empty() { f.write_str("the first position") } else { f.write_str(&self.0.join(", ")) }
    }
}

/// Text of what these parts achieve together, if each achieves the chosen alternative.
pub(crate) fn achieved_text(board: &Topology, parts: &[Part], chosen: &[usize]) -> String {
    let alternatives = parts.iter().zip(chosen).map(|(part, &chosen)| part.goal.alternatives()[chosen].clone());
    // Alternatives of goals are not empty, so neither is their union.
    Goal::new(vec![alternatives.flatten().collect()])
        .map_or_else(|_| "nothing".to_owned(), |goal| goal_text(board, &goal))
}
