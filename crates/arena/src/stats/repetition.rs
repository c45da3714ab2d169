//! Games played twice. Deterministic players repeat themselves, and a repeated game is no new evidence.

use serde::Serialize;

/// Repetition within a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Repetition {
    /// All games.
    pub games: u64,
    /// Different games.
    pub distinct: u64,
    /// Number of times that the most frequent game was played.
    pub most_frequent: u64,
}

impl Repetition {
    /// Counts games by their hashes. A hash covers the moves, and the players if they are to count.
    #[must_use]
    pub fn of(hashes: impl IntoIterator<Item = u64>) -> Self {
        let mut hashes: Vec<u64> = hashes.into_iter().collect();
        hashes.sort_unstable();
        let mut repetition = Self::default();
        for same in hashes.chunk_by(|a, b| a == b) {
            let count = same.len() as u64;
            repetition.games += count;
            repetition.distinct += 1;
            repetition.most_frequent = repetition.most_frequent.max(count);
        }
        repetition
    }

    /// The number of games that had been played before.
    #[must_use]
    pub fn repeated(&self) -> u64 {
        self.games - self.distinct
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn repeated_games_are_counted_once_each() {
        let repetition = Repetition::of([5, 1, 5, 2, 5, 1]);
        assert_eq!(repetition, Repetition { games: 6, distinct: 3, most_frequent: 3 });
        assert_eq!(repetition.repeated(), 3);
        assert_eq!(Repetition::of([]), Repetition::default());
    }
}
