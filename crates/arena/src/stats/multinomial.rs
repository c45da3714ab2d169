//! The likeliest distribution of scores with a given mean.
//!
//! Nothing is assumed about how a player reaches the score: how often games are drawn and how the two games of a pair
//! depend on each other is taken from the counts. Scores that were not seen are possible too. So the likelihood of a
//! mean exists for any counts. After nothing but wins, for example, the likeliest way to a mean of 0.9 is a loss in
//! every tenth game.
//!
//! A. B. Owen, *Empirical Likelihood* (2001), section 2.9, treats the mean; M. Van den Bergh, "Comments on the maximum
//! likelihood estimate of multinomial distributions", uses it for games.

use tesuji_numeric::sign_change;

/// The largest number of different scores of one observation.
const MOST_SCORES: usize = 5;

/// Probabilities of the scores, lowest score first. Entries beyond the number of scores are 0.
pub(crate) type Probabilities = [f64; MOST_SCORES];

/// The score of step `step` of `n_scores`, in equal steps from 0 to 1.
pub(crate) fn score_of_step(step: usize, n_scores: usize) -> f64 {
    step as f64 / (n_scores - 1) as f64
}

/// The likeliest probabilities with mean `mean`, strictly between 0 and 1, for these counts of scores.
///
/// `x` is Lagrange's multiplier. A score `a` that was seen in a share `f` of the observations has the probability
/// `f / (1 + x (a - mean))`. Where no `x` balances the mean, the rest goes to the score at the lighter end, seen or not.
pub(crate) fn likeliest_with_mean(counts: &[u64], mean: f64) -> Probabilities {
    let n = counts.iter().sum::<u64>() as f64;
    let away = |step| score_of_step(step, counts.len()) - mean;
    let top = counts.len() - 1;
    // No probability may be negative, not even that of an end that was not seen.
    let (low, high) = (-1.0 / away(top), -1.0 / away(0));
    let x = sign_change(low, high, |x| {
        counts.iter().enumerate().map(|(step, &count)| count as f64 * away(step) / (1.0 + x * away(step))).sum()
    });
    let light_end = if x > 0.0 { 0 } else { top };
    let mut probabilities = Probabilities::default();
    for (step, &count) in counts.iter().enumerate() {
        if count > 0 && step != light_end {
            probabilities[step] = count as f64 / n / (1.0 + x * away(step));
        }
    }
    // Computed as the rest, because the quotient is 0/0 where the end was not seen.
    let rest = 1.0 - probabilities.iter().sum::<f64>();
    let least = if counts[light_end] > 0 { f64::MIN_POSITIVE } else { 0.0 };
    probabilities[light_end] = rest.max(least);
    probabilities
}

/// The logarithm of how much likelier the counts are with mean `mean1` than with mean `mean0`, each with its best
/// distribution.
pub(crate) fn log_likelihood_ratio(counts: &[u64], mean0: f64, mean1: f64) -> f64 {
    let (at0, at1) = (likeliest_with_mean(counts, mean0), likeliest_with_mean(counts, mean1));
    let terms = counts.iter().zip(at0.iter().zip(&at1));
    terms.filter(|(count, _)| **count > 0).map(|(&count, (p0, p1))| count as f64 * (p1 / p0).ln()).sum()
}

#[cfg(feature = "testing")]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    const COUNTS: [[u64; 5]; 6] =
        [[3, 8, 40, 9, 2], [0, 0, 10, 0, 0], [0, 0, 0, 0, 7], [0, 1, 0, 0, 999_999], [5, 0, 0, 0, 5], [0, 4, 0, 2, 0]];
    const MEANS: [f64; 6] = [0.001, 0.2, 0.45, 0.5, 0.77, 0.999];

    fn log_likelihood(counts: &[u64], p: &Probabilities) -> f64 {
        counts.iter().zip(p).filter(|(count, _)| **count > 0).map(|(&count, p)| count as f64 * p.ln()).sum()
    }

    /// No nearby distribution with the same mean is likelier. Moving mass among three scores covers all changes that
    /// keep sum and mean.
    #[test]
    fn it_is_the_likeliest_with_that_mean() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        for counts in COUNTS {
            for mean in MEANS {
                let best = likeliest_with_mean(&counts, mean);
                let of_score = |f: &dyn Fn(f64) -> f64| (0..5).map(|k| best[k] * f(score_of_step(k, 5))).sum::<f64>();
                assert!((of_score(&|_| 1.0) - 1.0).abs() < 1e-12, "{counts:?} {mean}: {best:?}");
                assert!((of_score(&|score| score) - mean).abs() < 1e-9, "{counts:?} {mean}: {best:?}");
                let highest = log_likelihood(&counts, &best);
                assert!(highest.is_finite(), "{counts:?} {mean}: {best:?}");
                for _ in 0..200 {
                    let (a, c) = (rng.random_range(0..3), rng.random_range(3..5));
                    let b = rng.random_range(a + 1..c + 1).min(c - 1).max(a + 1);
                    let mut other = best;
                    let moved = rng.random_range(-0.1..0.1);
                    other[a] += moved * (c - b) as f64;
                    other[c] += moved * (b - a) as f64;
                    other[b] -= moved * (c - a) as f64;
                    if other.iter().all(|&p| p >= 0.0) {
                        assert!(log_likelihood(&counts, &other) <= highest + 1e-9, "{counts:?} {mean}: {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn unseen_ends_take_what_the_mean_asks_for() {
        assert_eq!(likeliest_with_mean(&[0, 0, 4], 0.25).map(|p| (p * 1e9).round() / 1e9), [0.75, 0.0, 0.25, 0.0, 0.0]);
        let drawn = likeliest_with_mean(&[0, 0, 4, 0, 0], 0.6).map(|p| (p * 1e9).round() / 1e9);
        assert_eq!(drawn, [0.0, 0.0, 0.8, 0.0, 0.2]);
    }

    #[test]
    fn at_the_observed_mean_it_is_what_was_observed() {
        let p = likeliest_with_mean(&[1, 2, 3, 2, 2], 0.55);
        for (p, share) in p.iter().zip([0.1, 0.2, 0.3, 0.2, 0.2]) {
            assert!((p - share).abs() < 1e-9);
        }
    }
}
