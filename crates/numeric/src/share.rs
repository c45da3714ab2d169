//! Confidence intervals of shares: how often something happened, such as a win of the first player.

/// The ends of Wilson's score interval of a share; `None` if there were no trials.
///
/// `z` is how many standard deviations a normal interval reaches to each side: 1.96 at 95 %. The interval is within
/// `[0, 1]`, holds the share itself, exists at 0 % and 100 %, and is never empty. `successes` above `trials` count as
/// `trials`.
///
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", J. Amer. Statist. Assoc. 22
/// (1927).
#[must_use]
pub fn wilson(successes: u64, trials: u64, z: f64) -> Option<(f64, f64)> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let (share, z2) = (successes.min(trials) as f64 / n, z * z);
    let centre = share + z2 / (2.0 * n);
    let reach = (z2 * (share * (1.0 - share) / n + z2 / (4.0 * n * n))).sqrt();
    let scale = 1.0 + z2 / n;
    // If the share is exactly 0 or 1, rounding must not leave it outside the interval.
    Some((((centre - reach) / scale).clamp(0.0, share), ((centre + reach) / scale).clamp(share, 1.0)))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_its_share() {
        for trials in 1..200 {
            for successes in 0..=trials {
                let share = successes as f64 / trials as f64;
                let (low, high) = wilson(successes, trials, 1.96).unwrap();
                assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{successes} of {trials}");
                assert!(low < high, "{successes} of {trials}");
            }
        }
        assert_eq!(wilson(0, 0, 1.96), None);
        assert_eq!(wilson(7, 5, 1.96), wilson(5, 5, 1.96));
    }
}
