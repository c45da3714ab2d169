//! Moves: what they do to a position, and what takes them back.

use std::ops::ControlFlow;

use tesuji_board::Player;
use tesuji_game::{Game, Outcome, Undo};

use crate::Position;

/// An amazon's move and its arrow, by the numbers of the squares.
///
/// The order is that of generation: by amazon, then by the square it moves to, then by the arrow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Square that the amazon leaves.
    pub from: u8,
    /// Square that the amazon reaches.
    pub to: u8,
    /// Square of the arrow; may be `from`.
    pub arrow: u8,
}

impl Position {
    /// The legal move of this number, from 0, in the order of generation; `None` if there are fewer. Arrows are counted
    /// for each step, and listed for one step alone, so this costs far less than to list all moves.
    #[must_use]
    pub fn nth_move(&self, number: u32) -> Option<Move> {
        let (mut lines, mut left) = (self.lines, number);
        for &from in self.amazons(self.to_move) {
            lines.lift(from);
            for &to in lines.targets(from).iter() {
                let n_arrows = lines.n_targets(to);
                if left < n_arrows {
                    let arrow = *lines.targets(to).get(left as usize)?;
                    return Some(Move { from, to, arrow });
                }
                left -= n_arrows;
            }
            lines.put(from);
        }
        None
    }
}

impl Game for Position {
    type Move = Move;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        // An amazon that can step away can shoot back, so only steps matter.
        let can_move = self.amazons(self.to_move).iter().any(|&from| self.lines.n_targets(from) > 0);
        (!can_move).then_some(Outcome::Win(self.to_move.opponent()))
    }

    fn try_for_each_move<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut lines = self.lines;
        for &from in self.amazons(self.to_move) {
            lines.lift(from);
            for &to in lines.targets(from).iter() {
                for &arrow in lines.targets(to).iter() {
                    visit(Move { from, to, arrow })?;
                }
            }
            lines.put(from);
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.step(self.to_move, mv.from, mv.to);
        self.put_arrow(mv.arrow);
        self.give_turn();
    }

    fn zobrist(&self) -> u64 {
        self.zobrist
    }

    fn is_legal(&self, mv: Move) -> bool {
        if !self.amazons(self.to_move).contains(&mv.from) {
            return false;
        }
        let mut lines = self.lines;
        lines.lift(mv.from);
        lines.sees(mv.from, mv.to) && lines.sees(mv.to, mv.arrow)
    }
}

impl Undo for Position {
    /// The move itself; nothing else is needed.
    type Undone = Move;

    fn play_undoable(&mut self, mv: Move) -> Move {
        self.play_unchecked(mv);
        mv
    }

    fn undo(&mut self, mv: Move) {
        self.give_turn();
        self.lift_arrow(mv.arrow);
        self.step(self.to_move, mv.to, mv.from);
    }
}
