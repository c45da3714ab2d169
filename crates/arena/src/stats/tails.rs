//! Probability of a sum of scores at most as high as the observed one, counting half the probability of the
//! observed sum itself.
//!
//! Near the ends of the possible range the probabilities are summed. Elsewhere Barndorff-Nielsen's `r*`, a saddlepoint
//! approximation, is as good: without a correction for continuity, it approximates the tail with the half. Both give
//! the tail as its normal deviate, which keeps its digits however small the tail is.
//!
//! O. E. Barndorff-Nielsen and D. R. Cox, *Inference and Asymptotics* (1994), chapter 6; for the powers of a polynomial,
//! P. Henrici, *Applied and Computational Complex Analysis* 1 (1974), section 1.6 (the formula of J. C. P. Miller).

use statrs::distribution::{ContinuousCDF, Normal};

use super::multinomial::{Probabilities, score_of_step};
use tesuji_numeric::sign_change;

/// Up to how many steps from an end the probabilities are summed.
const MOST_EXACT_STEPS: u64 = 100;

/// A sum of probabilities above this has lost the digits of the tail on the other side.
const NEARLY_ALL: f64 = 1.0 - 1e-6;

/// Below this, the digits lost in `r` would show in a division by it, so the limit of the quotient is used.
const SMALL_R: f64 = 0.03;

/// The normal deviate of the tail below the observed sum of scores, if each score has its assumed probability.
///
/// `counts` must have at least one observation, and each score that was seen must have an assumed probability above 0.
pub(super) fn deviation(counts: &[u64], assumed: &Probabilities) -> f64 {
    let n: u64 = counts.iter().sum();
    let steps: u64 = counts.iter().zip(0..).map(|(&count, step)| count * step).sum();
    let assumed = &assumed[..counts.len()];
    let is_possible = |p: &f64| *p > 0.0;
    let (Some(lowest), Some(highest)) = (assumed.iter().position(is_possible), assumed.iter().rposition(is_possible))
    else {
        return 0.0;
    };
    let (from_lowest, from_highest) = (steps - lowest as u64 * n, highest as u64 * n - steps);
    if lowest == highest {
        return 0.0;
    }
    let (near, sign) = if from_lowest < from_highest { (from_lowest, 1.0) } else { (from_highest, -1.0) };
    if near <= n.min(MOST_EXACT_STEPS) {
        let mut from_near: Vec<f64> = assumed[lowest..=highest].to_vec();
        if sign < 0.0 {
            from_near.reverse();
        }
        let tail = tail(&from_near, n, near);
        if tail < NEARLY_ALL {
            return sign * Normal::standard().inverse_cdf(tail);
        }
    }
    saddlepoint(assumed, steps as f64 / ((counts.len() - 1) as f64 * n as f64), n as f64)
}

/// The tail of the sum of `n` observations at `steps`, at most `n`, where an observation is `k` with probability
/// `p[k]`.
///
/// The probabilities of sums are the coefficients of the `n`-th power of a polynomial. Up to the `n`-th, no term of
/// their recurrence is negative, so no digit is lost. They are kept as logarithms, because the first may be too small
/// for an `f64`.
fn tail(p: &[f64], n: u64, steps: u64) -> f64 {
    let mut logs = vec![n as f64 * p[0].ln()];
    for sum in 1..=steps as usize {
        let terms = (1..p.len().min(sum + 1)).map(|k| {
            let factor = (k as f64 * (n + 1) as f64 - sum as f64) / sum as f64;
            (factor * p[k] / p[0]).ln() + logs[sum - k]
        });
        logs.push(log_of_sum(terms));
    }
    let at: f64 = logs[steps as usize].exp();
    logs[..steps as usize].iter().map(|log| log.exp()).sum::<f64>() + at / 2.0
}

fn log_of_sum(logs: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = logs.clone().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        largest
    } else {
        largest + logs.map(|log| (log - largest).exp()).sum::<f64>().ln()
    }
}

/// Saddlepoint approximation, for a mean score inside the possible range.
fn saddlepoint(assumed: &[f64], score: f64, n: f64) -> f64 {
    let away: Vec<f64> = (0..assumed.len()).map(|step| score_of_step(step, assumed.len()) - score).collect();
    let t = unbounded(sign_change(-1.0, 1.0, |s| {
        let (weights, _) = tilted(assumed, &away, unbounded(s));
        -weights.iter().zip(&away).map(|(weight, away)| weight * away).sum::<f64>()
    }));
    let (weights, log_total) = tilted(assumed, &away, t);
    let moment = |power| weights.iter().zip(&away).map(|(weight, away)| weight * away.powi(power)).sum::<f64>();
    let r = (-2.0 * n * log_total).max(0.0).sqrt().copysign(t);
    if r.abs() < SMALL_R {
        let skewness = moment(3) / moment(2).powf(1.5);
        return r + skewness / (6.0 * n.sqrt());
    }
    let w = t * (n * moment(2)).sqrt();
    r + (w / r).ln() / r
}

/// Maps (-1, 1) onto all numbers.
fn unbounded(s: f64) -> f64 {
    s / (1.0 - s.abs())
}

/// The probabilities reweighted by `exp(t * away)`, and the logarithm of their sum before normalisation.
fn tilted(assumed: &[f64], away: &[f64], t: f64) -> (Probabilities, f64) {
    // The largest exponent is taken out, so that no weight overflows.
    let possible = || assumed.iter().zip(away).enumerate().filter(|(_, (p, _))| **p > 0.0);
    let largest = possible().map(|(_, (_, away))| t * away).fold(f64::NEG_INFINITY, f64::max);
    let mut weights = Probabilities::default();
    for (step, (p, away)) in possible() {
        weights[step] = p * (t * away - largest).exp();
    }
    let total: f64 = weights.iter().sum();
    (weights.map(|weight| weight / total), largest + total.ln())
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::stats::multinomial::likeliest_with_mean;

    /// The tail, found by adding one observation after another to the distribution of the sum.
    fn convolved(counts: &[u64], assumed: &Probabilities) -> f64 {
        let mut sums = vec![1.0];
        for _ in 0..counts.iter().sum() {
            let mut next = vec![0.0; sums.len() + counts.len() - 1];
            for (sum, p) in sums.iter().enumerate() {
                for (step, q) in assumed[..counts.len()].iter().enumerate() {
                    next[sum + step] += p * q;
                }
            }
            sums = next;
        }
        let seen: usize = counts.iter().zip(0..).map(|(&count, step)| count as usize * step).sum();
        sums[..seen].iter().sum::<f64>() + sums[seen] / 2.0
    }

    fn compare(counts: &[u64], digits: f64) {
        for mean in [0.05, 0.3, 0.5, 0.55, 0.7, 0.9, 0.97] {
            let assumed = likeliest_with_mean(counts, mean);
            let expected = convolved(counts, &assumed);
            // Further out a tail is next to nothing, whatever its digits.
            if !(1e-5..1.0 - 1e-5).contains(&expected) {
                continue;
            }
            let tail = Normal::standard().cdf(deviation(counts, &assumed));
            assert!((tail - expected).abs() < digits, "{counts:?} {mean}: {tail} for {expected}");
        }
    }

    #[test]
    fn near_the_ends_the_tail_is_exact() {
        for counts in [[0, 0, 1], [1, 0, 1], [0, 1, 9], [1, 0, 99], [7, 5, 8], [20, 0, 40]] {
            compare(&counts, 1e-9);
        }
        for counts in [[0, 0, 0, 0, 8], [0, 0, 5, 0, 0], [0, 1, 30, 0, 0], [1, 1, 1, 1, 9]] {
            compare(&counts, 1e-9);
        }
    }

    /// In the middle of the range, with few pairs and with many games. An error of 0.004 there is a hundredth of a
    /// deviation.
    #[test]
    fn elsewhere_the_saddlepoint_is_as_good() {
        for counts in [[1, 1, 1, 2, 1], [0, 2, 6, 3, 0], [3, 5, 10, 20, 20], [12, 0, 30, 0, 18]] {
            compare(&counts, 4e-3);
        }
        compare(&[120, 60, 140], 1e-3);
        compare(&[200, 0, 220], 1e-3);
    }

    /// Where the sum equals the mean, numerator and denominator of the correction vanish. The deviation must continue
    /// without a jump: over small steps of the mean it falls by equal amounts.
    #[test]
    fn nothing_happens_at_the_mean() {
        let counts = [30, 50, 100, 60, 40];
        let mean = 30.0 / 56.0;
        let at = |away: f64| deviation(&counts, &likeliest_with_mean(&counts, mean + away));
        let step = 1e-5;
        let falls: Vec<f64> = (-200..200).map(|k| at(f64::from(k) * step) - at(f64::from(k + 1) * step)).collect();
        let average = falls.iter().sum::<f64>() / falls.len() as f64;
        for fall in falls {
            assert!((fall - average).abs() < 0.2 * average, "{fall} rather than {average}");
        }
    }
}
