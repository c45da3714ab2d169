//! One player against another: score, Elo difference and likelihood of superiority.

use std::fmt;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::score_test::{deviation, score_interval};
use super::{Confidence, Interval, Tally};

/// The Elo difference at which `score`, from 0 to 1, is expected. It is minus and plus infinity at the ends.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score, from 0 to 1, of a player who is `elo` stronger than the other.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Estimated Elo difference of two players.
///
/// All numbers are from the view of the player whose games were counted. Displayed as `+34.9 [+12.0, +58.1]`, or as
/// `above +183.2` where one side is open.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// The number of games it is based on.
    pub games: u64,
    /// The mean score, from 0 to 1.
    pub score: f64,
    /// The interval of the expected score.
    pub score_interval: Interval,
    /// The Elo difference of `score`: infinite if it is 0 or 1.
    pub elo: f64,
    /// The interval of the Elo difference. Open above if all games were won, open below if all were lost, otherwise
    /// closed.
    pub interval: Interval,
    /// Likelihood of superiority: the confidence that this player is the stronger one, from 0 to 1.
    ///
    /// It is the one-sided mid-P confidence of the same test as the intervals: it is above 97.5 % exactly if the 95 %
    /// interval lies above 0. For games without draws it differs from the posterior probability under a uniform prior
    /// only in the last digits.
    pub superiority: f64,
}

impl EloEstimate {
    /// The estimate from counts of games or of pairs; `None` without any.
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

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::stats::{Games, Pairs};

    fn estimate(tally: &impl Tally) -> EloEstimate {
        EloEstimate::new(tally, Confidence::P95).unwrap()
    }

    /// A. Elo, *The Rating of Chessplayers, Past and Present* (1978): 76 % for 200 points. Also the two ends.
    #[test]
    fn elo_and_score_are_inverse() {
        assert!((score_of_elo(200.0) - 0.7597).abs() < 5e-5);
        for elo in [-1_500.0, -3.5, 0.0, 120.0, 2_000.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-6);
        }
        assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    /// The values that fastchess expects in its own tests (`app/tests/elo_test.cpp`), to a quarter of an Elo. It takes
    /// normal intervals of the score, and equally many Elo to both sides.
    #[test]
    fn fastchess_finds_the_same() {
        let games = estimate(&Games::new(136, 111, 96));
        let pairs = estimate(&Pairs::new([34, 54, 31 + 32, 64, 75]));
        let many = estimate(&Pairs::new([332, 433, 457 + 41, 333, 334]));
        for (ours, elo, error) in [(games, 40.70, 30.43), (pairs, 55.58, 27.65), (many, -8.64, 10.33)] {
            assert!((ours.elo - elo).abs() < 0.01, "{ours}");
            assert!((ours.interval.low - (elo - error)).abs() < 0.25, "{ours}");
            assert!((ours.interval.high - (elo + error)).abs() < 0.25, "{ours}");
        }
        for (ours, superiority) in
            [(games, 0.9960), (pairs, 1.0), (many, 0.0505), (estimate(&Games::new(76, 123, 89)), 0.1553)]
        {
            assert!((ours.superiority - superiority).abs() < 1e-3, "{ours:?}");
        }
    }

    /// Under a uniform prior the posterior is a beta distribution. The probability that a win is likelier than a loss
    /// is then that of at most `wins` heads in one toss more than there were games.
    #[test]
    fn superiority_is_near_the_bayesian_one() {
        for (wins, losses) in [(10u64, 0u64), (7, 3), (30, 20), (5, 5)] {
            let n = wins + losses + 1;
            let mut term = 0.5f64.powf(n as f64);
            let mut at_most_wins = 0.0;
            for k in 0..=wins {
                at_most_wins += term;
                term *= (n - k) as f64 / (k + 1) as f64;
            }
            let ours = estimate(&Games::new(wins, 0, losses)).superiority;
            assert!((ours - at_most_wins).abs() < 0.01, "{wins}-{losses}: {ours} for {at_most_wins}");
        }
    }

    #[test]
    fn the_interval_and_superiority_agree() {
        for wins in 0..=40 {
            let elo = estimate(&Games::new(wins, 5, 40 - wins));
            assert_eq!(elo.interval.low > 0.0, elo.superiority > 0.975, "{elo:?}");
            assert_eq!(elo.interval.high < 0.0, elo.superiority < 0.025, "{elo:?}");
        }
    }

    #[test]
    fn no_text_is_infinite() {
        for (games, text) in [
            (Games::new(136, 111, 96), "+40.7 [+10.4, +71.1]"),
            (Games::new(20, 0, 0), "above +316.6"),
            (Games::new(0, 0, 20), "below -316.6"),
            (Games::new(0, 1, 0), "+0.0 [-636.4, +636.4]"),
        ] {
            assert_eq!(estimate(&games).to_string(), text);
        }
        assert_eq!(EloEstimate::new(&Pairs::default(), Confidence::P95), None);
    }

    /// From one game to a million million games, whatever their results, the numbers are valid and in order.
    #[test]
    fn no_count_is_too_large() {
        const MANY: u64 = 1_000_000_000_000;
        for wins in [0, 1, 5_000, MANY] {
            for draws in [0, 1, MANY] {
                for losses in [1, 700, MANY] {
                    let elo = estimate(&Games::new(wins, draws, losses));
                    assert!(elo.interval.low <= elo.elo && elo.elo <= elo.interval.high, "{elo:?}");
                    assert!((0.0..=1.0).contains(&elo.superiority), "{elo:?}");
                }
            }
        }
    }

    /// JSON has no infinity: an open side becomes `null`.
    #[test]
    fn open_sides_are_null_in_json() {
        let json = serde_json::to_value(estimate(&Games::new(3, 0, 0))).unwrap();
        assert!(
            json["elo"].is_null() && json["interval"]["high"].is_null() && json["interval"]["low"].is_f64(),
            "{json}"
        );
    }
}
