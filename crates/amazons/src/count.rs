//! Counting moves without making them.

use std::ops::ControlFlow;

use tesuji_board::Player;
use tesuji_game::{Game, Undo};

use crate::Position;
use crate::lines::Place;

impl Position {
    /// How many moves `player` would have if it were their turn.
    ///
    /// Cost: four lookups for each square that an amazon can step to.
    #[must_use]
    #[inline]
    pub fn n_moves_of(&self, player: Player) -> u32 {
        let mut lines = self.lines;
        let mut n_moves = 0;
        for &from in self.amazons(player) {
            lines.lift(from);
            let Place { row, column } = lines.place(from);
            let [left, right, up, down, up_left, down_right, down_left, up_right] = lines.rays(row, column);
            for k in 1..=left {
                n_moves += lines.n_targets_at(row, column - k);
            }
            for k in 1..=right {
                n_moves += lines.n_targets_at(row, column + k);
            }
            for k in 1..=up {
                n_moves += lines.n_targets_at(row - k, column);
            }
            for k in 1..=down {
                n_moves += lines.n_targets_at(row + k, column);
            }
            for k in 1..=up_left {
                n_moves += lines.n_targets_at(row - k, column - k);
            }
            for k in 1..=down_right {
                n_moves += lines.n_targets_at(row + k, column + k);
            }
            for k in 1..=down_left {
                n_moves += lines.n_targets_at(row + k, column - k);
            }
            for k in 1..=up_right {
                n_moves += lines.n_targets_at(row - k, column + k);
            }
            lines.put(from);
        }
        n_moves
    }

    /// How many moves the player to move has.
    #[must_use]
    #[inline]
    pub fn n_moves(&self) -> u32 {
        self.n_moves_of(self.to_move)
    }
}

/// How many sequences of `depth` legal moves start at `position`, as [`tesuji_game::perft`] counts them; the last moves
/// are counted and not made.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    count(&mut position.clone(), depth)
}

fn count(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 => return u64::from(position.n_moves()),
        _ => {}
    }
    let before = position.clone();
    let mut n_leaves = 0;
    let _: ControlFlow<()> = before.try_for_each_move(|mv| {
        let undone = position.play_undoable(mv);
        n_leaves += count(position, depth - 1);
        position.undo(undone);
        ControlFlow::Continue(())
    });
    n_leaves
}
