//! Claims: stones, carrier, goal, and who moves first.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, EdgeId, Player, Topology};

/// Something that a goal asks to join.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Terminal {
    /// A cell, which is joined only once the owner has a stone on it. Any stone of a chain stands for the chain.
    Cell(Cell),
    /// An edge of the board.
    Edge(EdgeId),
}

/// Terminals that must all lie in one connected piece; ascending, at least two.
pub type Group = Vec<Terminal>;

/// The owner's aim: to achieve one of the alternatives. An alternative is achieved if all of its groups are
/// joined.
///
/// Pieces consist of the owner's stones, joined by adjacency, and of the edges that the goal names anywhere: two stones
/// that touch such an edge are joined through it. An edge that the goal does not name joins nothing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Goal {
    alternatives: Vec<Vec<Group>>,
}

/// The player who moves first in a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mover {
    /// The player who wants the goal.
    Owner,
    /// The player who wants to prevent it.
    Opponent,
}

/// A question: can `owner` achieve `goal` with `stones`, playing only in `carrier`?
///
/// Cells in neither set are the opponent's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The board.
    pub topology: Arc<Topology>,
    /// Whose goal it is. It matters only for colours in pictures and files: all cells and edges can be used by either
    /// player.
    pub owner: Player,
    /// The owner's stones.
    pub stones: CellSet,
    /// The empty cells; disjoint from `stones`.
    pub carrier: CellSet,
    /// The owner's goal.
    pub goal: Goal,
    /// The player who moves first.
    pub to_move: Mover,
}

/// Errors of claims and goals.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// A goal without alternatives, an alternative without groups, or a group of fewer than two terminals.
    #[error("a goal needs at least one alternative, each of at least one group of at least two terminals")]
    EmptyGoal,
    /// A cell that is not on the board.
    #[error("cell number {0} is not on the board")]
    CellBeyond(usize),
    /// An edge that the board does not have.
    #[error("the board has no edge number {0}")]
    EdgeBeyond(usize),
    /// A cell that is listed both as a stone and as empty.
    #[error("{0} is both a stone and empty")]
    Overlap(String),
}

impl Goal {
    /// A goal with these alternatives. Groups are sorted and repetitions removed; alternatives keep their order.
    ///
    /// # Errors
    ///
    /// [`ClaimError::EmptyGoal`].
    pub fn new(alternatives: Vec<Vec<Group>>) -> Result<Self, ClaimError> {
        let goal = Self::with_single(alternatives)?;
        let is_single = |group: &Group| group.len() < 2;
        if goal.alternatives.iter().flatten().any(is_single) { Err(ClaimError::EmptyGoal) } else { Ok(goal) }
    }

    /// As [`Goal::new`], but a group may have one terminal: it is joined once the owner has a stone there. Certificates
    /// have such goals from format 2 on, claims never.
    ///
    /// # Errors
    ///
    /// [`ClaimError::EmptyGoal`].
    pub fn with_single(mut alternatives: Vec<Vec<Group>>) -> Result<Self, ClaimError> {
        for group in alternatives.iter_mut().flatten() {
            group.sort_unstable();
            group.dedup();
            group.shrink_to_fit();
        }
        // Goals come from files that somebody else has made, so the memory they take must be predictable.
        alternatives.iter_mut().for_each(Vec::shrink_to_fit);
        alternatives.shrink_to_fit();
        let sound = |groups: &Vec<Group>| !groups.is_empty() && groups.iter().all(|group| !group.is_empty());
        if alternatives.is_empty() || !alternatives.iter().all(sound) {
            return Err(ClaimError::EmptyGoal);
        }
        Ok(Self { alternatives })
    }

    /// The goal with each terminal replaced.
    #[must_use]
    pub fn image(&self, image: impl Fn(Terminal) -> Terminal) -> Self {
        let group = |group: &Group| {
            let mut group: Group = group.iter().map(|&terminal| image(terminal)).collect();
            group.sort_unstable();
            group.dedup();
            group
        };
        let alternatives = self.alternatives.iter().map(|groups| groups.iter().map(group).collect()).collect();
        Self { alternatives }
    }

    /// The goal of joining `a` and `b`, which must differ.
    ///
    /// # Panics
    ///
    /// If `a == b`.
    #[must_use]
    pub fn pair(a: Terminal, b: Terminal) -> Self {
        assert_ne!(a, b, "a pair has two terminals");
        Self { alternatives: vec![vec![vec![a.min(b), a.max(b)]]] }
    }

    /// The alternatives, each a list of groups.
    #[must_use]
    pub fn alternatives(&self) -> &[Vec<Group>] {
        &self.alternatives
    }

    /// Every terminal that the goal names, with repetitions.
    pub fn terminals(&self) -> impl Iterator<Item = Terminal> + '_ {
        self.alternatives.iter().flatten().flatten().copied()
    }

    /// The edges that the goal names, ascending, each once.
    #[must_use]
    pub fn edges(&self) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> = self
            .terminals()
            .filter_map(|terminal| match terminal {
                Terminal::Edge(edge) => Some(edge),
                Terminal::Cell(_) => None,
            })
            .collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Checks that its cells and edges are on the board.
    ///
    /// # Errors
    ///
    /// The first one that is not.
    pub fn validate(&self, topology: &Topology) -> Result<(), ClaimError> {
        for terminal in self.terminals() {
            match terminal {
                Terminal::Cell(cell) if cell.index() >= topology.n_cells() => {
                    return Err(ClaimError::CellBeyond(cell.index()));
                }
                Terminal::Edge(edge) if edge >= topology.edges().len() => return Err(ClaimError::EdgeBeyond(edge)),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Claim {
    /// Checks that its sets and its goal fit the board and each other.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn validate(&self) -> Result<(), ClaimError> {
        for cell in self.stones.iter().chain(self.carrier.iter()) {
            if cell.index() >= self.topology.n_cells() {
                return Err(ClaimError::CellBeyond(cell.index()));
            }
        }
        if let Some(cell) = self.stones.iter().find(|&cell| self.carrier.contains(cell)) {
            return Err(ClaimError::Overlap(self.topology.name(cell).to_owned()));
        }
        self.goal.validate(&self.topology)
    }

    /// The opponent's cells: all cells that are neither stones nor in the carrier.
    #[must_use]
    pub fn opponent_cells(&self) -> CellSet {
        self.topology.cells().filter(|&cell| !self.stones.contains(cell) && !self.carrier.contains(cell)).collect()
    }
}
