//! Means with intervals, and correlations.

use tesuji_board::SortOnce as _;
use tesuji_numeric::student_quantile;

/// The mean of some numbers and its uncertainty. Numbers are added one by one.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Average {
    n: usize,
    mean: f64,
    /// The sum of the squared differences from the mean.
    squares: f64,
}

impl Average {
    /// Adds a finite number.
    ///
    /// # Source
    ///
    /// Welford, Note on a method for calculating corrected sums of squares and products, 1962.
    pub fn add(&mut self, value: f64) {
        self.n += 1;
        let before = value - self.mean;
        self.mean += before / self.n as f64;
        self.squares += before * (value - self.mean);
    }

    /// Number of values added.
    #[must_use]
    pub const fn n(&self) -> usize {
        self.n
    }

    /// Their mean; `None` if there are none.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then_some(self.mean)
    }

    /// The ends of the interval that holds the mean of all such numbers with this probability, between 0 and 1, by
    /// Student's distribution. `None` for fewer than two numbers.
    #[must_use]
    pub fn interval(&self, probability: f64) -> Option<[f64; 2]> {
        let freedom = self.n.checked_sub(1).filter(|&freedom| freedom > 0)? as f64;
        let error = (self.squares / freedom / self.n as f64).sqrt();
        let reach = error * student_quantile(freedom, f64::midpoint(1.0, probability))?;
        Some([self.mean - reach, self.mean + reach])
    }
}

/// Pearson's correlation, from -1 to 1. `None` if there are fewer than two pairs or one side is constant.
#[must_use]
pub fn pearson(pairs: &[(f64, f64)]) -> Option<f64> {
    let n = pairs.len() as f64;
    let mean = |side: fn(&(f64, f64)) -> f64| pairs.iter().map(side).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        let (x, y) = (x - mean_x, y - mean_y);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    (xx > 0.0 && yy > 0.0).then(|| (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0))
}

/// Spearman's correlation, from -1 to 1: Pearson's correlation of the ranks, where equal numbers share theirs. `None`
/// as for [`pearson`].
#[must_use]
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    pearson(&ranks(&x).into_iter().zip(ranks(&y)).collect::<Vec<_>>())
}

/// The rank of each value, from 1. Equal values get the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_once_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = start as f64 + (equal.len() as f64 + 1.0) / 2.0;
        equal.iter().for_each(|&i| ranks[i] = rank);
        start += equal.len();
    }
    ranks
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn an_average_has_its_interval() {
        let mut average = Average::default();
        assert_eq!((average.mean(), average.interval(0.95)), (None, None));
        for value in [1.0, 2.0, 3.0, 4.0, 5.0] {
            average.add(value);
        }
        assert_eq!((average.n(), average.mean()), (5, Some(3.0)));
        // Student's t with 4 degrees of freedom is 2.776445 at 97.5 %, and the standard error is half the root of 2.
        let [low, high] = average.interval(0.95).unwrap();
        assert!(
            (high - 3.0 - 2.776_445 * std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-5 && (low + high - 6.0).abs() < 1e-12,
            "{low} {high}"
        );
    }

    #[test]
    fn correlations() {
        let line = [(1.0, 3.0), (2.0, 5.0), (4.0, 9.0)];
        assert!((pearson(&line).unwrap() - 1.0).abs() < 1e-12);
        // Falling, but not in a line.
        let curve = [(1.0, 8.0), (2.0, 4.0), (3.0, 2.0), (4.0, 1.0)];
        assert!((spearman(&curve).unwrap() + 1.0).abs() < 1e-12);
        assert!((pearson(&curve).unwrap() + 0.959_166).abs() < 1e-6, "{:?}", pearson(&curve));
        // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
        let ties = [(1.0, 1.0), (7.0, 2.0), (7.0, 3.0), (9.0, 4.0)];
        assert!((spearman(&ties).unwrap() - 0.948_683).abs() < 1e-6, "{:?}", spearman(&ties));
        for nothing in [&[][..], &[(1.0, 1.0)], &[(1.0, 2.0), (1.0, 3.0)]] {
            assert_eq!((pearson(nothing), spearman(nothing)), (None, None), "{nothing:?}");
        }
    }
}
