//! One player against another: score, Elo difference, likelihood of superiority.

use std::fmt;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::score_test::{deviation, score_interval};
use super::{Confidence, Interval, Tally};

/// The Elo difference at which `score`, from 0 to 1, is expected: minus and plus infinity at the ends.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score, from 0 to 1, that a player `elo` stronger than the other expects.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How much stronger one player is than another, as far as their games tell.
///
/// All numbers are from the view of the player whose games were counted. Shown as `+34.9 [+12.0, +58.1]`, or, where one
/// side is open, as `above +183.2`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// How many games it rests on.
    pub games: u64,
    /// The mean score, from 0 to 1.
    pub score: f64,
    /// Where the expected score lies.
    pub score_interval: Interval,
    /// The Elo difference of `score`: infinite if it is 0 or 1.
    pub elo: f64,
    /// Where the Elo difference lies. Open above if all games were won, below if all were lost, and closed otherwise.
    pub interval: Interval,
    /// Likelihood of superiority: the confidence with which this player is the stronger one, from 0 to 1.
    ///
    /// One-sided mid-P confidence, of the same test as the intervals: it is above 97.5 % exactly if the 95 % interval lies
    /// above 0. For games without draws it differs from the posterior probability under a uniform prior only in the last
    /// digits.
    pub superiority: f64,
}

impl EloEstimate {
    /// From counts of games or of pairs; `None` without any.
    #[must_use]
    pub fn new<T: Tally>(tally: &T, confidence: Confidence) -> Option<Self> {
        let score = tally.score()?;
        let score_interval = score_interval(tally, confidence)?;
        Some(Self {
            games: tally.games(),
            score,
            score_interval,
            elo: elo_of_score(score),
            interval: score_interval.map(elo_of_score),
            superiority: Normal::standard().cdf(deviation(tally, 0.5)),
        })
    }
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.interval;
        match (low.is_finite(), high.is_finite()) {
            (true, true) => write!(f, "{:+.1} [{low:+.1}, {high:+.1}]", self.elo),
            (true, false) => write!(f, "above {low:+.1}"),
            (false, true) => write!(f, "below {high:+.1}"),
            (false, false) => f.write_str("unknown"),
        }
    }
}
