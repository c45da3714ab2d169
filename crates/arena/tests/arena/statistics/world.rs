//! Two players of known strength.

use rand::Rng;
use tesuji_arena::stats::{GameScore, score_of_elo};

/// Probabilities of the results of games between two players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct World {
    /// Elo of the first over the second.
    pub(crate) elo: f64,
    /// Elo of moving first.
    pub(crate) advantage: f64,
    /// The most that an opening adds to or takes from the player who moves first.
    pub(crate) openings: f64,
    /// Draws, as a share of the most that the scores allow.
    pub(crate) draws: f64,
}

impl World {
    /// A world without colours, openings and draws.
    pub(crate) fn plain(elo: f64) -> Self {
        Self { elo, advantage: 0.0, openings: 0.0, draws: 0.0 }
    }

    /// The probabilities of loss, draw and win for a player who is `elo` stronger in this game.
    fn results(self, elo: f64) -> [f64; 3] {
        let score = score_of_elo(elo);
        let draw = self.draws * 2.0 * score.min(1.0 - score);
        [1.0 - score - draw / 2.0, draw, score - draw / 2.0]
    }

    /// The probability of each result of a game when moving first.
    pub(crate) fn game(self) -> [f64; 3] {
        self.results(self.elo + self.advantage)
    }

    /// The probability of each number of half points in a pair. Openings are all the same here.
    pub(crate) fn pair(self) -> [f64; 5] {
        let (first, second) = (self.results(self.elo + self.advantage), self.results(self.elo - self.advantage));
        let mut sums = [0.0; 5];
        for (one, p) in first.iter().enumerate() {
            for (other, q) in second.iter().enumerate() {
                sums[one + other] += p * q;
            }
        }
        sums
    }

    /// The two games of a pair, moving first and second.
    pub(crate) fn play(self, rng: &mut impl Rng) -> [GameScore; 2] {
        let advantage = self.advantage + self.openings * rng.random_range(-1.0..1.0);
        [self.elo + advantage, self.elo - advantage].map(|elo| {
            let [loss, draw, _] = self.results(elo);
            let ball = rng.random::<f64>();
            if ball < loss {
                GameScore::Loss
            } else if ball < loss + draw {
                GameScore::Draw
            } else {
                GameScore::Win
            }
        })
    }

    /// The expected score over pairs.
    pub(crate) fn score(self) -> f64 {
        const SLICES: u32 = 2_000;
        let of_opening = |slice: u32| {
            let opening = self.openings * (f64::from(2 * slice + 1) / f64::from(SLICES) - 1.0);
            let advantage = self.advantage + opening;
            (score_of_elo(self.elo + advantage) + score_of_elo(self.elo - advantage)) / 2.0
        };
        (0..SLICES).map(of_opening).sum::<f64>() / f64::from(SLICES)
    }

    /// This world with the strength at which the expected score is that of `elo`.
    pub(crate) fn scoring_like(self, elo: f64) -> Self {
        let (mut low, mut high) = (-3_000.0, 3_000.0);
        for _ in 0..50 {
            let middle = (low + high) / 2.0;
            if (Self { elo: middle, ..self }).score() < score_of_elo(elo) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Self { elo: low, ..self }
    }
}
