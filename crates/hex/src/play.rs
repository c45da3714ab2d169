//! Moves: what they do to a position, what takes them back, how symmetry maps them.

use std::ops::ControlFlow;

use tesuji_board::{Cell, Player};
use tesuji_game::{Game, Outcome, Symmetric, Undo};

use crate::position::{FIRST_EDGE, Position, Swap};

/// A move of play. Passing and resigning are not moves; records have them ([`RecordMove`](crate::RecordMove)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A stone of the player to move on an empty cell.
    Place(Cell),
    /// Swap-pieces, see [`Swap`].
    Swap,
}

/// The data needed to take back a move: the changed parts of the position before it.
#[derive(Clone, Debug)]
pub struct Undone {
    mv: Move,
    /// Cells whose reach changed, with their old values.
    reaches: Vec<(Cell, u8)>,
    swap: Swap,
    winner: Option<Player>,
    zobrist: u64,
}

impl Position {
    fn play_reporting(&mut self, mv: Move, changed: &mut impl FnMut(Cell, u8)) {
        let player = self.to_move;
        match mv {
            Move::Place(cell) => {
                self.place(cell, player, changed);
                self.set_swap(if self.swap == Swap::Pending { Swap::Open } else { Swap::Off });
            }
            Move::Swap => {
                if let Some(cell) = self.first_stone()
                    && let Some(mirrored) = self.mirror(cell)
                {
                    changed(cell, self.reaches[cell.index()]);
                    self.lift_only_stone(cell, player.opponent());
                    self.place(mirrored, player, changed);
                }
                self.set_swap(Swap::Off);
            }
        }
        self.give_turn(player.opponent());
    }
}

impl Game for Position {
    type Move = Move;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(Outcome::Win)
    }

    fn try_for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.winner.is_some() {
            return ControlFlow::Continue(());
        }
        for (index, stone) in self.stones.iter().enumerate() {
            if stone.is_none() {
                visit(Move::Place(Cell::new(index)))?;
            }
        }
        if self.swap == Swap::Open {
            visit(Move::Swap)?;
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.play_reporting(mv, &mut |_, _| {});
    }

    fn zobrist(&self) -> u64 {
        self.zobrist
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.winner.is_none()
            && match mv {
                Move::Place(cell) => self.stones.get(cell.index()) == Some(&None),
                Move::Swap => self.swap == Swap::Open,
            }
    }
}

impl Undo for Position {
    type Undone = Undone;

    fn play_undoable(&mut self, mv: Move) -> Undone {
        let mut undone =
            Undone { mv, reaches: Vec::new(), swap: self.swap, winner: self.winner, zobrist: self.zobrist };
        let mut reaches = Vec::new();
        self.play_reporting(mv, &mut |cell, old| reaches.push((cell, old)));
        undone.reaches = reaches;
        undone
    }

    fn undo(&mut self, undone: Undone) {
        let mover = self.to_move.opponent();
        match undone.mv {
            Move::Place(cell) => self.stones[cell.index()] = None,
            Move::Swap => {
                if let Some(cell) = self.first_stone()
                    && let Some(mirrored) = self.mirror(cell)
                {
                    self.stones[cell.index()] = None;
                    self.stones[mirrored.index()] = Some(mover.opponent());
                }
            }
        }
        // Backwards, because a cell may have changed more than once.
        for (cell, old) in undone.reaches.into_iter().rev() {
            self.reaches[cell.index()] = old;
        }
        (self.to_move, self.swap, self.winner, self.zobrist) = (mover, undone.swap, undone.winner, undone.zobrist);
    }
}

impl Symmetric for Position {
    /// The identity and the half turn; the two reflections exchange the players' sides.
    fn n_symmetries(&self) -> usize {
        2
    }

    fn image(&self, symmetry: usize) -> Self {
        let mut image = self.clone();
        if symmetry == 1 {
            image.stones.reverse();
            // A half turn exchanges the two edges of a player, so the two bits are also exchanged.
            image.reaches = self.reaches.iter().rev().map(|&reach| reach >> 1 | (reach & FIRST_EDGE) << 1).collect();
            image.zobrist = image.zobrist_from_scratch();
        }
        image
    }

    fn move_image(&self, mv: Move, symmetry: usize) -> Move {
        match mv {
            Move::Place(cell) if symmetry == 1 => Move::Place(Cell::new(self.stones.len() - 1 - cell.index())),
            _ => mv,
        }
    }
}
