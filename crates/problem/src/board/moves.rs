//! All moves of a position, and which of them win.
//!
//! Each move is the question that it leads to. In a position that is symmetric under the half turn, moves come in
//! pairs, and only one of each pair needs a search. Known answers come from [`Known`], and new ones are kept there.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player};
use tesuji_hex::{Position, SetupError};

use super::{Question, Symmetry};

impl Question {
    /// The position under the rules of Hex, without the swap option.
    ///
    /// # Errors
    ///
    /// If the stones cannot stand like this.
    pub fn position(&self) -> Result<Position, SetupError> {
        Position::setup(self.size(), &self.black, &self.white, self.to_move)
    }

    /// The cells without a stone.
    #[must_use]
    pub fn empties(&self) -> CellSet {
        let mut empties: CellSet = self.topology.cells().collect();
        empties.subtract(&self.black);
        empties.subtract(&self.white);
        empties
    }

    /// The position after the player to move has placed a stone on an empty cell.
    #[must_use]
    pub fn after(&self, cell: Cell) -> Self {
        let mut next = self.clone();
        let stones = match self.to_move {
            Player::Black => &mut next.black,
            Player::White => &mut next.white,
        };
        stones.insert(cell);
        next.to_move = self.to_move.opponent();
        next
    }

    /// The player who has already joined both edges.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.position().ok()?.winner()
    }

    /// The moves in ascending order, each with its image under the half turn if that is another move and the position
    /// is symmetric.
    ///
    /// Empty once somebody has won.
    #[must_use]
    pub fn move_pairs(&self) -> Vec<(Cell, Option<Cell>)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let (size, is_symmetric) = (self.size(), self.is_symmetric());
        let pair = |cell: Cell| match Symmetry::HalfTurn.cell(size, cell) {
            twin if is_symmetric && twin < cell => None,
            twin => Some((cell, Some(twin).filter(|&twin| is_symmetric && twin != cell))),
        };
        self.empties().iter().filter_map(pair).collect()
    }
}

impl From<&Position> for Question {
    fn from(position: &Position) -> Self {
        let [black, white] = Player::BOTH.map(|player| position.stones(player));
        Self { topology: Arc::clone(position.topology()), black, white, to_move: tesuji_game::Game::to_move(position) }
    }
}

/// Answers that outlive a solver: a store, or nothing ([`Forgetful`]).
pub trait Known {
    /// The winner, if known.
    fn recall(&mut self, question: &Question) -> Option<Player>;

    /// Keeps an answer; `nodes` is the number of positions searched for it, 0 if it follows from another answer.
    fn keep(&mut self, question: &Question, winner: Player, nodes: u64);
}

/// Knows nothing and keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgetful;

impl Known for Forgetful {
    fn recall(&mut self, _: &Question) -> Option<Player> {
        None
    }

    fn keep(&mut self, _: &Question, _: Player, _: u64) {}
}

/// Results for the moves of a position, from the point of view of the player to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveMap {
    /// Moves that win.
    pub winning: CellSet,
    /// Moves that lose.
    pub losing: CellSet,
    /// Positions searched to find this.
    pub nodes: u64,
}

impl MoveMap {
    /// Whether every move of `question` is known.
    #[must_use]
    pub fn is_complete(&self, question: &Question) -> bool {
        question.winner().is_some() || self.winning.len() + self.losing.len() == question.empties().len()
    }

    /// The winner, as far as it follows from the known moves.
    #[must_use]
    pub fn winner(&self, question: &Question) -> Option<Player> {
        match question.winner() {
            None if !self.winning.is_empty() => Some(question.to_move),
            None if self.is_complete(question) => Some(question.to_move.opponent()),
            winner => winner,
        }
    }

    /// Notes that a move wins or loses, and the same for its twin under the half turn, as in [`Question::move_pairs`].
    pub fn add(&mut self, wins: bool, (cell, twin): (Cell, Option<Cell>)) {
        let known = if wins { &mut self.winning } else { &mut self.losing };
        known.insert(cell);
        twin.map(|twin| known.insert(twin));
    }

    /// Results for the moves from `known`, without any search.
    pub fn recall(question: &Question, known: &mut impl Known) -> Self {
        let mut map = Self::default();
        for pair in question.move_pairs() {
            if let Some(winner) = known.recall(&question.after(pair.0)) {
                map.add(winner == question.to_move, pair);
            }
        }
        map
    }
}
