//! Whether a given mean score is compatible with the counts. This is the test behind intervals and the likelihood of
//! superiority.
//!
//! For a given mean, take the likeliest distribution that has it. Ask how probable a score at most as high as the
//! observed one is under it, counting the observed score half (mid-P). Counting it half keeps the coverage of the
//! interval near its level. Counting it whole, as Clopper and Pearson do, covers more than was asked for. For games
//! without draws this *is* the mid-P interval of a binomial proportion.
//!
//! The interval holds the means that the test does not reject. After nothing but wins: if each game were won with
//! probability `p`, the tail would be `p^n / 2`. So at 95 % the lower end is `0.05^(1/n)`, and the upper end is 1.
//!
//! A. Agresti and A. Gottard, "Nonconservative exact small-sample inference for discrete data", Comput. Statist. Data
//! Anal. 51 (2007).

use super::multinomial::likeliest_with_mean;
use super::tails;
use super::{Confidence, Interval, Tally};
use tesuji_numeric::sign_change;

/// The mean scores with which the counts are compatible; `None` without observations.
pub(super) fn score_interval<T: Tally>(tally: &T, confidence: Confidence) -> Option<Interval> {
    let score = tally.score()?;
    let z = confidence.z();
    let low = if score > 0.0 { sign_change(0.0, score, |mean| deviation(tally, mean) - z) } else { 0.0 };
    let high = if score < 1.0 { sign_change(score, 1.0, |mean| deviation(tally, mean) + z) } else { 1.0 };
    Some(Interval { low, high })
}

/// Normal deviate of the score relative to `mean`; positive if above.
///
/// `mean` must lie strictly between 0 and 1. Returns 0 without observations.
pub(super) fn deviation<T: Tally>(tally: &T, mean: f64) -> f64 {
    if tally.observations() == 0 {
        return 0.0;
    }
    tails::deviation(tally.counts(), &likeliest_with_mean(tally.counts(), mean))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::stats::{Games, Pairs};

    fn interval_of(tally: &impl Tally) -> Interval {
        score_interval(tally, Confidence::P95).unwrap()
    }

    /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven methods",
    /// Statistics in Medicine 17 (1998), table I, method 6 (mid-P), four decimals. The last of
    /// them is the saddlepoint's in the first example.
    #[test]
    fn newcombes_examples() {
        for (wins, games, low, high) in
            [(81, 263, 0.2544, 0.3658), (15, 148, 0.0601, 0.1581), (0, 20, 0.0, 0.1391), (1, 29, 0.0017, 0.1585)]
        {
            let interval = interval_of(&Games::new(wins, 0, games - wins));
            assert!((interval.low - low).abs() < 1.5e-4, "{wins}/{games}: {interval:?}");
            assert!((interval.high - high).abs() < 1.5e-4, "{wins}/{games}: {interval:?}");
        }
    }

    #[test]
    fn wins_alone_leave_the_upper_side_open() {
        for n in [1, 2, 20, 5_000] {
            let expected = 0.05f64.powf(1.0 / n as f64);
            for interval in [interval_of(&Games::new(n, 0, 0)), interval_of(&Pairs::new([0, 0, 0, 0, n]))] {
                assert!((interval.low - expected).abs() < 1e-9 && interval.high == 1.0, "{n}: {interval:?}");
            }
            let lost = interval_of(&Games::new(0, 0, n));
            assert!(lost.low == 0.0 && (lost.high - (1.0 - expected)).abs() < 1e-9, "{n}: {lost:?}");
        }
    }

    /// Every small result has an interval. It contains the score, is mirrored from the other player's view, and is
    /// narrower at a lower confidence.
    #[test]
    fn every_result_has_an_interval() {
        let half = Confidence::new(0.5).unwrap();
        for code in 1..4u64.pow(5) {
            let counts: [u64; 5] = std::array::from_fn(|k| code / 4u64.pow(k as u32) % 4);
            let pairs = Pairs::new(counts);
            let (score, interval) = (pairs.score().unwrap(), interval_of(&pairs));
            assert!(0.0 <= interval.low && interval.high <= 1.0 && interval.low < interval.high, "{counts:?}");
            assert!(interval.contains(score), "{counts:?}: {interval:?}");
            let mirrored = interval_of(&pairs.reversed());
            assert!((mirrored.low - (1.0 - interval.high)).abs() < 1e-9, "{counts:?}");
            assert!((mirrored.high - (1.0 - interval.low)).abs() < 1e-9, "{counts:?}");
            let narrower = score_interval(&pairs, half).unwrap();
            assert!(interval.low <= narrower.low && narrower.high <= interval.high, "{counts:?}");
        }
        assert_eq!(score_interval(&Games::default(), Confidence::P95), None);
    }
}
