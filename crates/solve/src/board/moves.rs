//! All moves of a position: which of them win.
//!
//! Each move is the question that it leads to. A position that half a turn leaves as it is has its moves in pairs, and
//! one of each pair is searched. What is known already comes from [`Known`], and what is found goes there.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player};
use tesuji_hex::{Position, SetupError};
use tesuji_search::Limits;

use super::{BoardSolver, Question, Symmetry};

impl Question {
    /// The position with its rules; a chance to swap is not looked at.
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

    /// Who has joined both edges already.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.position().ok()?.winner()
    }

    /// The moves, ascending, each with the one that is the same after half a turn, if it is another one.
    ///
    /// None once somebody has won.
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
    /// Who wins, if that is known.
    fn recall(&mut self, question: &Question) -> Option<Player>;

    /// Keeps an answer; `nodes` were searched for it, none if it follows from another.
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

/// What is known about the moves of a position, from the view of the player to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveMap {
    /// Moves that win.
    pub winning: CellSet,
    /// Moves that lose.
    pub losing: CellSet,
    /// Positions searched for it.
    pub nodes: u64,
}

impl MoveMap {
    /// Is every move of `question` known?
    #[must_use]
    pub fn is_complete(&self, question: &Question) -> bool {
        question.winner().is_some() || self.winning.len() + self.losing.len() == question.empties().len()
    }

    /// Who wins, as far as it follows from the moves that are known.
    #[must_use]
    pub fn winner(&self, question: &Question) -> Option<Player> {
        match question.winner() {
            None if !self.winning.is_empty() => Some(question.to_move),
            None if self.is_complete(question) => Some(question.to_move.opponent()),
            winner => winner,
        }
    }

    fn add(&mut self, wins: bool, (cell, twin): (Cell, Option<Cell>)) {
        let known = if wins { &mut self.winning } else { &mut self.losing };
        known.insert(cell);
        twin.map(|twin| known.insert(twin));
    }

    /// What `known` says of the moves, without any search.
    pub fn recall(question: &Question, known: &mut impl Known) -> Self {
        let mut map = Self::default();
        for pair in question.move_pairs() {
            if let Some(winner) = known.recall(&question.after(pair.0)) {
                map.add(winner == question.to_move, pair);
            }
        }
        map
    }

    /// Searches every move that `known` does not answer, in the order of the board; `winning_move` is known to win.
    ///
    /// Stops at the first that a limit leaves open. The limit on nodes is for all moves together.
    pub fn search(
        solver: &mut BoardSolver,
        question: &Question,
        winning_move: Option<Cell>,
        limits: &Limits,
        known: &mut impl Known,
    ) -> Self {
        let mut map = Self::default();
        for pair in question.move_pairs() {
            let next = question.after(pair.0);
            let winner = match known.recall(&next) {
                Some(winner) => winner,
                None if winning_move.is_some_and(|mv| pair.0 == mv || pair.1 == Some(mv)) => {
                    known.keep(&next, question.to_move, 0);
                    question.to_move
                }
                None => {
                    let left = limits.nodes.map(|most| most.saturating_sub(map.nodes));
                    let answer = solver.solve(&next, &Limits { nodes: left, ..limits.clone() });
                    map.nodes += answer.nodes;
                    let Some(winner) = answer.winner else { break };
                    known.keep(&next, winner, answer.nodes);
                    winner
                }
            };
            map.add(winner == question.to_move, pair);
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tesuji_hex::notation::ascii;

    use super::super::BoardConfig;
    use super::*;

    fn question(board: &str, to_move: Player) -> Question {
        Question::from(&ascii::read(board).unwrap().position(to_move).unwrap())
    }

    fn names(question: &Question, cells: &CellSet) -> Vec<String> {
        cells.iter().map(|cell| question.topology.name(cell).to_owned()).collect()
    }

    fn solver() -> BoardSolver {
        BoardSolver::new(BoardConfig { table_bytes: 1 << 20, ..BoardConfig::default() })
    }

    /// Remembers by the canonical form, and counts.
    #[derive(Default)]
    struct Memory(BTreeMap<String, Player>);

    impl Known for Memory {
        fn recall(&mut self, question: &Question) -> Option<Player> {
            self.0.get(&format!("{question:?}")).copied()
        }

        fn keep(&mut self, question: &Question, winner: Player, _: u64) {
            assert!(self.0.insert(format!("{question:?}"), winner).is_none(), "nothing is searched twice");
        }
    }

    #[test]
    fn every_opening_of_3x3_and_each_pair_once() {
        let empty = question(". . .\n . . .\n  . . .\n", Player::Black);
        let mut memory = Memory::default();
        let map = MoveMap::search(&mut solver(), &empty, None, &Limits::default(), &mut memory);
        assert_eq!(names(&empty, &map.winning), ["c1", "a2", "b2", "c2", "a3"]);
        assert_eq!(names(&empty, &map.losing), ["a1", "b1", "b3", "c3"]);
        assert!(map.is_complete(&empty) && map.winner(&empty) == Some(Player::Black));
        assert_eq!(memory.0.len(), 5, "the centre, and one of each pair");
        let recalled = MoveMap::recall(&empty, &mut memory);
        assert_eq!(recalled, MoveMap { nodes: 0, ..map });
    }

    #[test]
    fn a_loser_has_no_winning_move() {
        // White's a2 is joined to the left edge, and by a bridge to the right one.
        let lost = question(". .\n W .\n", Player::Black);
        assert_eq!(names(&lost, &lost.empties()), ["a1", "b1", "b2"]);
        let map = MoveMap::search(&mut solver(), &lost, None, &Limits::default(), &mut Forgetful);
        assert_eq!((map.winning.len(), map.losing.len()), (0, 3));
        assert_eq!(map.winner(&lost), Some(Player::White));
    }

    #[test]
    fn a_won_game_has_no_moves() {
        let won = question("B .\n B .\n", Player::White);
        assert_eq!(won.winner(), Some(Player::Black));
        assert_eq!(won.move_pairs(), []);
        assert!(MoveMap::default().is_complete(&won));
        assert_eq!(MoveMap::default().winner(&won), Some(Player::Black));
    }

    #[test]
    fn a_limit_leaves_moves_open() {
        let empty = question(". . . .\n . . . .\n  . . . .\n   . . . .\n", Player::Black);
        let map = MoveMap::search(&mut solver(), &empty, None, &Limits::nodes(1), &mut Forgetful);
        assert!(!map.is_complete(&empty) && map.winner(&empty).is_none());
    }
}
