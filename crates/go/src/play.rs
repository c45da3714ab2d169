//! Moves: which are legal, and what they do to a position.

use std::ops::ControlFlow;

use tesuji_board::{Cell, Player};
use tesuji_game::{Game, Outcome};

use crate::position::{LastMoves, Position, stone_key};
use crate::rules::Ko;

/// A move of play. Resigning is not a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A stone of the player to move on an empty cell.
    Place(Cell),
    /// No stone. Two passes in a row end the game.
    Pass,
}

const _: () = assert!(size_of::<Move>() == size_of::<Cell>());

/// Reason why a move is illegal: the first that applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// Both players have passed.
    #[error("the game is over")]
    Over,
    /// The board has no such cell.
    #[error("the cell is not on the board")]
    Beyond,
    /// There is a stone on the cell.
    #[error("the cell is taken")]
    Occupied,
    /// Under the simple rule: it retakes what has just been taken.
    #[error("it retakes the ko at once")]
    Ko,
    /// Its own chain would be without liberties, and the rules forbid that.
    #[error("it is suicide")]
    Suicide,
    /// It would repeat an earlier board in a way that the rules forbid.
    #[error("it repeats an earlier board")]
    Repetition,
}

impl Position {
    /// Whether `mv` is legal, and if not, why.
    ///
    /// # Errors
    ///
    /// The reason.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        match mv {
            _ if self.is_over() => Err(Illegal::Over),
            Move::Pass => Ok(()),
            Move::Place(cell) if cell.index() >= self.topology().n_cells() => Err(Illegal::Beyond),
            Move::Place(cell) => self.check_stone(cell),
        }
    }

    /// Checks whether the player to move may place a stone on `cell`, if the game is not over.
    fn check_stone(&self, cell: Cell) -> Result<(), Illegal> {
        if self.stone(cell).is_some() {
            return Err(Illegal::Occupied);
        }
        if self.ko == Some(cell) {
            return Err(Illegal::Ko);
        }
        let is_suicide = self.stones.is_suicide(self.topology(), cell, self.to_move);
        if is_suicide && !self.rules.suicide.is_allowed() {
            return Err(Illegal::Suicide);
        }
        let repeats = match self.rules.ko {
            // Only the suicide of a single stone, without neighbours of its own colour, leaves the board unchanged.
            Ko::Simple => is_suicide && !self.neighbours_own_stone(cell),
            Ko::Positional | Ko::Situational => {
                let board_key = self.board_key_after(cell, is_suicide);
                let situation = self.situation_of(board_key, self.to_move.opponent());
                self.past.binary_search(&situation).is_ok()
            }
        };
        if repeats { Err(Illegal::Repetition) } else { Ok(()) }
    }

    fn neighbours_own_stone(&self, cell: Cell) -> bool {
        self.topology().neighbours(cell).iter().any(|&to| self.stone(to) == Some(self.to_move))
    }

    /// The key of the board after a stone of the player to move on the empty cell `cell`.
    fn board_key_after(&self, cell: Cell, is_suicide: bool) -> u128 {
        let (player, opponent) = (self.to_move, self.to_move.opponent());
        // A suicide removes the same stones that a stone of the opponent's there would capture, and the new stone never
        // gets onto the board.
        let (placed, loser) = if is_suicide { (0, player) } else { (stone_key(cell, player), opponent) };
        let captured = self.stones.captured_by(self.topology(), cell, loser);
        captured
            .flat_map(|chain| self.stones.chain_cells(chain))
            .fold(self.board_key ^ placed, |key, at| key ^ stone_key(at, loser))
    }
}

impl Game for Position {
    type Move = Move;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.score().outcome())
    }

    fn try_for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        for cell in self.topology().cells() {
            if self.check_stone(cell).is_ok() {
                visit(Move::Place(cell))?;
            }
        }
        visit(Move::Pass)
    }

    fn play_unchecked(&mut self, mv: Move) {
        let played = if let Move::Place(cell) = mv { Some(cell) } else { None };
        self.last = LastMoves([played, self.last.0[0]]);
        match mv {
            Move::Place(cell) => {
                let ko = self.put(cell, self.to_move);
                self.n_passes = 0;
                self.give_turn();
                self.ko = ko.filter(|_| !self.rules.ko.is_superko());
            }
            Move::Pass => {
                self.n_passes += 1;
                self.give_turn();
            }
        }
    }

    fn zobrist(&self) -> u64 {
        self.hash()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }
}
