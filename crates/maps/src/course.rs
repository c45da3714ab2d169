//! The course that a map is tried on: boards, opponents and both colours.

use std::ops::Range;
use std::sync::Arc;

use tesuji_board::Topology;

use super::{ContestError, ContestSide, ContestTally, ContestTerms, Map, MapContest};

/// Everything that a map has to pass: each opponent on each board, as first player and as second.
#[derive(Clone, Debug)]
pub struct Course {
    boards: Vec<Arc<Topology>>,
    opponents: Vec<ContestSide>,
    terms: ContestTerms,
    seed: u64,
}

impl Course {
    /// A course of `2 * boards * opponents` cells.
    ///
    /// # Errors
    ///
    /// If the terms are faulty: see [`ContestError`].
    pub fn new(
        boards: Vec<Arc<Topology>>,
        opponents: Vec<ContestSide>,
        terms: ContestTerms,
        seed: u64,
    ) -> Result<Self, ContestError> {
        terms.check()?;
        Ok(Self { boards, opponents, terms, seed })
    }

    /// The number of cells.
    #[must_use]
    pub const fn n_cells(&self) -> usize {
        2 * self.boards.len() * self.opponents.len()
    }

    /// Plays the games with these numbers in one cell; the tally is that of `map`. A cell outside the course has no
    /// games.
    #[must_use]
    pub fn play(&self, map: &Map, cell: usize, games: Range<u64>) -> ContestTally {
        let (is_second, pair) = (cell % 2 == 1, cell / 2);
        let opponent = self.opponents.get(pair % self.opponents.len().max(1));
        let board = self.boards.get(pair / self.opponents.len().max(1));
        let (Some(opponent), Some(board)) = (opponent, board) else { return ContestTally::default() };
        let mut sides = [ContestSide::Map(map.clone()), opponent.clone()];
        if is_second {
            sides.reverse();
        }
        let contest = MapContest::of_checked(Arc::clone(board), self.terms, sides, self.seed.wrapping_add(cell as u64));
        let tally = contest.play(games);
        if is_second { tally.reversed() } else { tally }
    }
}
