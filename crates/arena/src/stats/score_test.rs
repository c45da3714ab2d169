//! Is a given mean score compatible with the counts? The test behind intervals and the likelihood of superiority.
//!
//! For a mean take the likeliest distribution that has it, and ask how probable a score as low as the one seen is under
//! it, the score itself counted half (mid-P). Counting it half keeps the coverage of the interval near its level;
//! counting it whole, as Clopper and Pearson do, gives more than was asked for. For games without draws this *is* the
//! mid-P interval of a binomial proportion.
//!
//! The interval is what the test does not reject. Of nothing but wins it says: if each were won with probability `p`, the
//! tail would be `p^n / 2`; so at 95 % the lower end is `0.05^(1/n)`, and the upper end is 1.
//!
//! A. Agresti and A. Gottard, "Nonconservative exact small-sample inference for discrete data", Comput. Statist. Data
//! Anal. 51 (2007).

use super::multinomial::likeliest_with_mean;
use super::root::sign_change;
use super::tails;
use super::{Confidence, Interval, Tally};

/// Which mean scores the counts are compatible with; `None` without observations.
pub(super) fn score_interval<T: Tally>(tally: &T, confidence: Confidence) -> Option<Interval> {
    let score = tally.score()?;
    let z = confidence.z();
    let low = if score > 0.0 { sign_change(0.0, score, |mean| deviation(tally, mean) - z) } else { 0.0 };
    let high = if score < 1.0 { sign_change(score, 1.0, |mean| deviation(tally, mean) + z) } else { 1.0 };
    Some(Interval { low, high })
}

/// How far the score lies above `mean`, as the normal deviate with the same tail: positive if it lies above.
///
/// `mean` lies strictly between 0 and 1. 0 without observations.
pub(super) fn deviation<T: Tally>(tally: &T, mean: f64) -> f64 {
    if tally.observations() == 0 {
        return 0.0;
    }
    tails::deviation(tally.counts(), &likeliest_with_mean(tally.counts(), mean))
}
