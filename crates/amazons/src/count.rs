//! Counting moves without making them.

use std::ops::ControlFlow;

use tesuji_board::Player;
use tesuji_game::{Game, Undo};

use crate::lines::LinePlace;
use crate::{MAX_AMAZONS, Position};

impl Position {
    /// The number of moves that `player` would have if it were their turn.
    ///
    /// Cost: four lookups for each square that an amazon can step to.
    #[must_use]
    #[inline]
    pub fn n_moves_of(&self, player: Player) -> u32 {
        let mut lines = self.lines;
        let mut n_moves = 0;
        for &from in self.amazons(player) {
            lines.lift(from);
            let LinePlace { row, column } = lines.place(from);
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

    /// The number of moves of the player to move.
    #[must_use]
    #[inline]
    pub fn n_moves(&self) -> u32 {
        self.n_moves_of(self.to_move)
    }
}

/// The number of moves of a player, and how many of them an arrow on each square would remove.
#[derive(Clone, Debug)]
pub struct MovesThrough {
    n_moves: u32,
    /// The number of moves that use each square; meaningless for squares that are occupied or not on the board.
    carried: [u32; 256],
}

impl MovesThrough {
    /// The number of moves of the player.
    #[must_use]
    pub const fn n_moves(&self) -> u32 {
        self.n_moves
    }

    /// Number of moves that an arrow on `square`, which is empty, would remove: the moves whose amazon or arrow passes
    /// the square or ends on it.
    #[must_use]
    #[inline]
    pub const fn through(&self, square: u8) -> u32 {
        self.carried[square as usize]
    }
}

impl Position {
    /// Counts the moves that `player` would have on their turn by the squares that they need.
    ///
    /// Cost: an addition for each move. So finding what arrows on all squares would leave costs as much as making a
    /// move list once.
    #[must_use]
    pub fn moves_through(&self, player: Player) -> MovesThrough {
        let mut lines = self.lines;
        let mut counted = MovesThrough { n_moves: 0, carried: [0; 256] };
        let width = self.size().columns;
        // In the order of `Lines::rays`: each direction next to its opposite.
        let back = |step: u8| step.wrapping_neg();
        let steps = [back(1), 1, back(width), width, back(width + 1), width + 1, width - 1, back(width - 1)];
        for &from in self.amazons(player) {
            lines.lift(from);
            let LinePlace { row, column } = lines.place(from);
            let reach = lines.rays(row, column);
            for direction in 0..8 {
                // Moves of this amazon that end here or further along the ray.
                let mut n_beyond = 0;
                for k in (1..=reach[direction]).rev() {
                    let to = from.wrapping_add(steps[direction].wrapping_mul(k));
                    let LinePlace { row, column } = lines.place(to);
                    let shots = lines.rays(row, column);
                    n_beyond += shots.iter().map(|&n| u32::from(n)).sum::<u32>();
                    counted.carried[usize::from(to)] += n_beyond;
                    for (way, &n_shots) in shots.iter().enumerate() {
                        // Shot back along the step, an arrow first passes squares that the amazon already needed.
                        let first = if way == direction ^ 1 { k } else { 1 };
                        let mut square = to.wrapping_add(steps[way].wrapping_mul(first));
                        for j in first..=n_shots {
                            counted.carried[usize::from(square)] += u32::from(n_shots + 1 - j);
                            square = square.wrapping_add(steps[way]);
                        }
                    }
                }
                counted.n_moves += n_beyond;
            }
            lines.put(from);
        }
        counted
    }
}

/// The number of sequences of `depth` legal moves from `position`, as [`tesuji_game::perft`] counts them. The last
/// moves are counted without being made.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    count(&mut position.clone(), depth)
}

fn count(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 => return u64::from(position.n_moves()),
        2 => return count_two(position),
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

/// Two moves deep: for each step of an amazon the replies are counted once, and the ones that its arrows remove are
/// subtracted.
///
/// PERF: twice as fast on 10x10 as counting the replies to each move one by one (`cargo bench -p tesuji-amazons`).
fn count_two(position: &mut Position) -> u64 {
    let player = position.to_move();
    let mut n_leaves = 0;
    let mut amazons = [0; MAX_AMAZONS];
    let n_amazons = position.amazons(player).len();
    amazons[..n_amazons].copy_from_slice(position.amazons(player));
    for &from in &amazons[..n_amazons] {
        let mut lines = position.lines;
        lines.lift(from);
        for &to in lines.targets(from).iter() {
            position.step(player, from, to);
            let answers = position.moves_through(player.opponent());
            for &arrow in position.lines.targets(to).iter() {
                n_leaves += u64::from(answers.n_moves() - answers.through(arrow));
            }
            position.step(player, to, from);
        }
    }
    n_leaves
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn arrows_take_away_what_was_counted_through_their_squares() {
        let mut word = 3;
        for side in [4, 5, 6, 10] {
            let mut position = Position::standard(side).unwrap();
            while position.n_moves() > 0 {
                for player in Player::BOTH {
                    let counted = position.moves_through(player);
                    assert_eq!(counted.n_moves(), position.n_moves_of(player));
                    for square in position.empty().iter().map(|square| square as u8) {
                        let mut with_arrow = position.clone();
                        with_arrow.put_arrow(square);
                        assert_eq!(counted.n_moves() - counted.through(square), with_arrow.n_moves_of(player));
                    }
                }
                let moves = position.moves();
                word = tesuji_game::zobrist_key(word);
                position.play_unchecked(moves[word as usize % moves.len()]);
            }
        }
    }
}
