//! Proportions: how often something happened, such as wins of the first player or games lost on time.

use super::{Confidence, Interval};

/// Wilson's score interval for a proportion; `None` if there were no trials.
///
/// It lies in `[0, 1]`, exists at 0 % and 100 %, and is never empty. `successes` above `trials` count as `trials`. The
/// formula and its source stand at [`tesuji_numeric::wilson`].
#[must_use]
pub fn wilson(successes: u64, trials: u64, confidence: Confidence) -> Option<Interval> {
    let (low, high) = tesuji_numeric::wilson(successes, trials, confidence.z())?;
    Some(Interval { low, high })
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven methods",
    /// Statistics in Medicine 17 (1998), table I, method 3, four decimals.
    #[test]
    fn newcombes_examples() {
        for (successes, trials, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let interval = wilson(successes, trials, Confidence::P95).unwrap();
            assert!((interval.low - low).abs() < 5e-5, "{successes}/{trials}: {interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{successes}/{trials}: {interval:?}");
        }
    }

    /// The ends solve the quadratic equation that defines them: there the score test is only just passed.
    #[test]
    fn the_ends_are_z_standard_errors_away() {
        let confidence = Confidence::new(0.8).unwrap();
        for (successes, trials) in [(0, 1), (1, 1), (3, 10), (999, 1_000)] {
            let interval = wilson(successes, trials, confidence).unwrap();
            let share = successes as f64 / trials as f64;
            for end in [interval.low, interval.high] {
                let standard_error = (end * (1.0 - end) / trials as f64).sqrt();
                assert!(((share - end).abs() - confidence.z() * standard_error).abs() < 1e-9, "{successes}/{trials}");
            }
        }
        assert_eq!(wilson(0, 0, confidence), None);
    }
}
