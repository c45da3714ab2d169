//! The sequential probability ratio test: play until one of two hypotheses is accepted.

use std::fmt;

use serde::Serialize;

use super::multinomial::log_likelihood_ratio;
use super::{StatsError, Tally, score_of_elo};

/// A test of H0, "the difference is `elo0`", against H1, "it is `elo1`", in logistic Elo.
///
/// Generalised likelihood ratio: under each hypothesis, the rates of draws and of the results within a pair are those
/// that fit the counts best. Over [`Pairs`](super::Pairs) it is the pentanomial test. Over [`Games`](super::Games), for
/// games that do not come in pairs, it is the trinomial one. It is Wald's test with these rates estimated, not known:
/// its error rates tend to `alpha` and `beta`. In simulations of 10 to 1,000 pairs with 5 % asked for, they were
/// between 0 and 6 %.
///
/// A difference at or below `elo0` is accepted as H1 with probability at most `alpha`. One at or above `elo1` is
/// accepted as H0 with probability at most `beta`. Between the two, either may be accepted.
///
/// A. Wald, *Sequential Analysis* (1947); X. Li, J. Liu, Z. Ying, "Generalized sequential probability ratio test for
/// separate families of hypotheses", Sequential Analysis 33 (2014); Fishtest does the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// A test with these hypotheses and error rates.
    ///
    /// # Errors
    ///
    /// `elo0` is not below `elo1`, one of them is not finite, or an error rate is not between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, StatsError> {
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(StatsError::Hypotheses { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(StatsError::ErrorRate { name, value });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }

    /// The ratio at which H0 is accepted: negative.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The ratio at which H1 is accepted: positive.
    #[must_use]
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The state of the test after these games or pairs.
    ///
    /// The counts must be everything played since the test began, in any order. Once a hypothesis is accepted the match
    /// is over: games that were still running no longer count.
    #[must_use]
    pub fn state<T: Tally>(&self, tally: &T) -> SprtState {
        let (lower, upper) = (self.lower_bound(), self.upper_bound());
        let ratio = if tally.observations() == 0 {
            0.0
        } else {
            log_likelihood_ratio(tally.counts(), score_of_elo(self.elo0), score_of_elo(self.elo1))
        };
        let accepted = if ratio >= upper {
            Some(Hypothesis::H1)
        } else if ratio <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        };
        SprtState { ratio, lower, upper, accepted }
    }
}

/// One of the two answers of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Hypothesis {
    /// The difference is `elo0` rather than `elo1`.
    H0,
    /// The difference is `elo1` rather than `elo0`.
    H1,
}

/// The state of a test. Displayed as `LLR 1.27 (-2.94, 2.94)`, followed by the hypothesis if one is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// Natural logarithm of the likelihood ratio of H1 over H0.
    pub ratio: f64,
    /// At or below this, H0 is accepted.
    pub lower: f64,
    /// At or above this, H1 is accepted.
    pub upper: f64,
    /// The hypothesis that is accepted, if the test is over.
    pub accepted: Option<Hypothesis>,
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LLR {:.2} ({:.2}, {:.2})", self.ratio, self.lower, self.upper)?;
        match self.accepted {
            Some(Hypothesis::H0) => f.write_str(": H0 accepted"),
            Some(Hypothesis::H1) => f.write_str(": H1 accepted"),
            None => Ok(()),
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::stats::{Games, Pairs};

    fn ratio(elo0: f64, elo1: f64, tally: &impl Tally) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().state(tally).ratio
    }

    /// The values that fastchess expects in its own tests (`app/tests/sprt_test.cpp`, cases "logistic"), two decimals.
    #[test]
    fn fastchess_finds_the_same() {
        for (elo0, elo1, games, expected) in [
            (0.5, 2.5, Games::new(21_404, 40_708, 21_184), -1.57),
            (0.0, 2.0, Games::new(57_433, 106_593, 57_030), -2.59),
        ] {
            assert!((ratio(elo0, elo1, &games) - expected).abs() < 0.005, "{games:?}");
        }
        for (elo0, elo1, pairs, expected) in [
            (0.5, 2.5, Pairs::new([223, 9_863, 21_279, 10_037, 246]), -3.07),
            (0.0, 2.0, Pairs::new([871, 26_175, 55_983, 26_678, 821]), -4.98),
        ] {
            assert!((ratio(elo0, elo1, &pairs) - expected).abs() < 0.005, "{pairs:?}");
        }
    }

    /// Without draws and without pairs, it is Wald's ratio for a coin.
    #[test]
    fn without_draws_it_is_walds_ratio() {
        let (p0, p1) = (score_of_elo(-10.0), score_of_elo(40.0));
        for (wins, losses) in [(30, 20), (0, 7), (1, 0), (500, 499)] {
            let expected = wins as f64 * (p1 / p0).ln() + losses as f64 * ((1.0 - p1) / (1.0 - p0)).ln();
            assert!((ratio(-10.0, 40.0, &Games::new(wins, 0, losses)) - expected).abs() < 1e-9, "{wins}-{losses}");
        }
    }

    #[test]
    fn the_bounds_are_walds() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.1).unwrap();
        assert!((sprt.upper_bound() - 18f64.ln()).abs() < 1e-12);
        assert!((sprt.lower_bound() - (0.1f64 / 0.95).ln()).abs() < 1e-12);
    }

    #[test]
    fn states_are_told() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
        for (wins, losses, text) in [
            (0, 0, "LLR 0.00 (-2.94, 2.94)"),
            (12, 4, "LLR 1.65 (-2.94, 2.94)"),
            (30, 4, "LLR 6.09 (-2.94, 2.94): H1 accepted"),
            (10, 19, "LLR -3.78 (-2.94, 2.94): H0 accepted"),
        ] {
            assert_eq!(sprt.state(&Games::new(wins, 0, losses)).to_string(), text);
        }
    }

    #[test]
    fn a_test_without_sense_is_refused() {
        for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert!(matches!(Sprt::new(elo0, elo1, 0.05, 0.05), Err(StatsError::Hypotheses { .. })));
        }
        for rate in [0.0, 0.5, 1.0, -0.1, f64::NAN] {
            assert!(matches!(Sprt::new(0.0, 5.0, rate, 0.05), Err(StatsError::ErrorRate { name: "alpha", .. })));
            assert!(matches!(Sprt::new(0.0, 5.0, 0.05, rate), Err(StatsError::ErrorRate { name: "beta", .. })));
        }
    }
}
