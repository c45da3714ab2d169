//! The trait of games.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

use tesuji_board::Player;

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won. Hex and Amazons have no draws; Go may.
    Draw,
}

impl Outcome {
    /// The winner, if any.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }
}

/// A move that the rules do not allow in the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv:?} is not a legal move here")]
pub struct IllegalMove<M: fmt::Debug> {
    /// The move.
    pub mv: M,
}

/// The rules of a two-player game of perfect information without chance.
///
/// The value is the whole state that the rules depend on, and equal positions have equal futures. A new game implements
/// the five required methods. It may override a provided method to make it faster, but never to change what it does.
/// What only some games or searches need (undo, symmetry) is a trait of its own.
pub trait Game: Clone + Eq {
    /// A move, small enough to copy. `Ord` is the order of generation.
    type Move: Copy + Ord + Hash + fmt::Debug;

    /// Whose turn it is. After the end: the player who would move.
    fn to_move(&self) -> Player;

    /// The result, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Passes every legal move, in ascending order, to `visit` until it breaks.
    ///
    /// There is none once the game is over.
    fn try_for_each_move<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Plays `mv`, which the caller knows to be legal.
    ///
    /// An illegal move may panic or leave a wrong position; it is never unsafe.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// The Zobrist hash, updated by every move. Equal positions have equal hashes.
    fn zobrist(&self) -> u64;

    /// Whether the rules allow `mv` here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.try_for_each_move(|legal| if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .is_break()
    }

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`]; the position is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove<Self::Move>> {
        if !self.is_legal(mv) {
            return Err(IllegalMove { mv });
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Every legal move, ascending. For interfaces and tests; searches visit the moves instead.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _: ControlFlow<()> = self.try_for_each_move(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }
}

/// A game in which taking back a move is cheaper than copying the position.
pub trait Undo: Game {
    /// The data needed to take a move back.
    type Undone;

    /// As [`Game::play_unchecked`]; the result serves to undo the move.
    fn play_undoable(&mut self, mv: Self::Move) -> Self::Undone;

    /// Takes back the latest move that has not been taken back; `undone` is what that move returned.
    fn undo(&mut self, undone: Self::Undone);
}

/// A game whose board has symmetries that change neither the rules nor which player owns which side.
///
/// Symmetries are numbered; 0 changes nothing.
pub trait Symmetric: Game {
    /// Number of symmetries of this position's board, at least 1.
    fn n_symmetries(&self) -> usize;

    /// The image of the position under symmetry number `symmetry`.
    fn image(&self, symmetry: usize) -> Self;

    /// The image of `mv` under the same symmetry. Playing and mapping commute.
    fn move_image(&self, mv: Self::Move, symmetry: usize) -> Self::Move;
}
