//! Counting move sequences: the plainest check of a move generator.

use std::ops::ControlFlow;

use crate::Game;

/// The number of sequences of `depth` legal moves from `position`.
///
/// Each leaf is reached by playing its moves. None is counted in bulk from the length of a move list, so playing is
/// tested too. A sequence that the end of the game cuts short does not count.
#[must_use]
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut n_leaves = 0;
    let _: ControlFlow<()> = position.try_for_each_move(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        n_leaves += perft(&next, depth - 1);
        ControlFlow::Continue(())
    });
    n_leaves
}
