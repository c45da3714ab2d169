//! Numbers with their errors, computed from counts.

use tesuji_numeric::student_quantile;

/// A number estimated from playouts, with its possible error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The standard deviation over repeated samples of this size, itself an estimate.
    pub standard_error: f64,
    interval: (f64, f64),
}

/// This many standard errors either way hold the truth in 19 of 20 cases.
const Z_95: f64 = 1.959_963_984_540_054;

/// As above for an error that is itself known only from this many differences (Student).
pub(super) fn student_95(n_differences: usize) -> f64 {
    // The distribution exists for every number above 0.
    student_quantile(n_differences.max(1) as f64, 0.975).unwrap_or(f64::INFINITY)
}

impl Estimate {
    /// A number with a normally distributed error.
    #[must_use]
    pub fn new(value: f64, standard_error: f64) -> Self {
        let half = Z_95 * standard_error;
        Self { value, standard_error, interval: (value - half, value + half) }
    }

    /// The interval that holds the truth in 19 of 20 cases. It need not be symmetric, and it is never a single point.
    #[must_use]
    pub const fn interval(&self) -> (f64, f64) {
        self.interval
    }

    /// A share of `n`; `None` if `n` is 0. The interval is Wilson's. The error is that of Agresti and Coull, which is
    /// not 0 even if the share is 0 or 1.
    pub(super) fn share(count: u32, n: u32) -> Option<Self> {
        let interval = wilson(count, n)?;
        let (count, n) = (f64::from(count), f64::from(n));
        let smoothed = (count + Z_95 * Z_95 / 2.0) / (n + Z_95 * Z_95);
        let standard_error = (smoothed * (1.0 - smoothed) / (n + Z_95 * Z_95)).sqrt();
        Some(Self { value: count / n, standard_error, interval })
    }

    /// The difference of two shares of the same `n`, of things that exclude each other; `None` if `n` is 0.
    ///
    /// The interval combines Wilson's of both (Newcombe, "Improved confidence intervals for the difference between
    /// binomial proportions based on paired data", Statistics in Medicine 17 (1998), method 10 without correction).
    pub(super) fn difference_of_shares(one: u32, other: u32, n: u32) -> Option<Self> {
        let [(low, high), (other_low, other_high)] = [wilson(one, n)?, wilson(other, n)?];
        let [p, q] = [one, other].map(|count| f64::from(count) / f64::from(n));
        let odds = p * q / ((1.0 - p) * (1.0 - q));
        let correlation = if p + q >= 1.0 { -1.0 } else { -odds.sqrt().min(1.0) };
        let reach = |a: f64, b: f64| (a * a - 2.0 * correlation * a * b + b * b).max(0.0).sqrt();
        let value = p - q;
        let [smooth_p, smooth_q] = [one, other].map(|count| (f64::from(count) + 1.0) / (f64::from(n) + 3.0));
        let variance = smooth_p + smooth_q - (smooth_p - smooth_q) * (smooth_p - smooth_q);
        Some(Self {
            value,
            standard_error: (variance / (f64::from(n) + 3.0)).sqrt(),
            interval: (
                (value - reach(p - low, other_high - q)).max(-1.0),
                (value + reach(high - p, q - other_low)).min(1.0),
            ),
        })
    }
}

/// Wilson's interval of a share at 95 %; none of nothing.
fn wilson(count: u32, n: u32) -> Option<(f64, f64)> {
    tesuji_numeric::wilson(count.into(), n.into(), Z_95)
}

/// Two features of playouts against each other: who won (rows), and whether something happened (columns). Tables that
/// are made for White have White's wins in the first row.
///
/// ```text
///             happened   did not
/// Black won      a          b
/// White won      c          d
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContingencyTable {
    /// Won by the player, and it happened.
    pub a: u32,
    /// Won by the player, and it did not happen.
    pub b: u32,
    /// Lost by the player, and it happened.
    pub c: u32,
    /// Lost by the player, and it did not happen.
    pub d: u32,
}

impl ContingencyTable {
    /// The four numbers, in the order a, b, c, d.
    #[must_use]
    pub const fn counts(&self) -> [u32; 4] {
        [self.a, self.b, self.c, self.d]
    }

    /// The number of playouts in the table.
    #[must_use]
    pub const fn n(&self) -> u32 {
        self.a + self.b + self.c + self.d
    }

    /// `2(ad - bc)/n²`: how much of the playouts the winner and the feature have in common, beyond chance. `n` may be
    /// larger than the table's sum if other playouts belong to none of its cells. `None` if `n` is 0.
    pub(super) fn association(&self, n: u32) -> Option<Estimate> {
        (n > 0).then(|| {
            let value = self.plain(f64::from(n));
            // The delta method: what each playout of a cell would add, squared, minus the square of the mean. Each cell
            // gets one more playout (Agresti and Caffo 2000); otherwise a cell that happened to stay empty would count
            // as impossible.
            let n = f64::from(n) + 4.0;
            let [a, b, c, d] = [self.a, self.b, self.c, self.d].map(|count| (f64::from(count) + 1.0) / n);
            let squares = 4.0 * (a * d * d + b * c * c + c * b * b + d * a * a);
            let mean = 4.0 * (a * d - b * c);
            let variance = (squares - mean * mean).max(0.0) / n;
            Estimate::new(value, variance.sqrt())
        })
    }

    /// Change of the association within this table with one playout of each of its cells, in the order a, b, c, d.
    pub(super) fn slopes(&self) -> [f64; 4] {
        let n = f64::from(self.n());
        let [a, b, c, d] = [self.a, self.b, self.c, self.d].map(|count| f64::from(count) / n);
        let value = 2.0 * (a * d - b * c);
        [2.0 * d, -2.0 * c, -2.0 * b, 2.0 * a].map(|slope| (slope - 2.0 * value) / n)
    }

    /// The association within a table that is not empty.
    pub(super) fn value(&self) -> f64 {
        self.plain(f64::from(self.n()))
    }

    fn plain(&self, n: f64) -> f64 {
        2.0 * (f64::from(self.a) * f64::from(self.d) - f64::from(self.b) * f64::from(self.c)) / (n * n)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn shares_have_wilsons_interval() {
        // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
        for (count, n, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let share = Estimate::share(count, n).unwrap();
            let interval = share.interval();
            assert!((interval.0 - low).abs() < 5e-5 && (interval.1 - high).abs() < 5e-5, "{count} of {n}: {share:?}");
        }
        assert_eq!(Estimate::share(0, 0), None);
    }

    #[test]
    fn what_was_always_or_never_seen_is_not_known_exactly() {
        let always = Estimate::share(20, 20).unwrap();
        assert_eq!((always.value, always.interval().1), (1.0, 1.0));
        assert!(always.interval().0 < 0.85 && always.standard_error > 0.01, "{always:?}");
        let owned = Estimate::difference_of_shares(20, 0, 20).unwrap();
        assert!((owned.interval().0 - (2.0 * always.interval().0 - 1.0)).abs() < 1e-12 && owned.interval().1 == 1.0);
        let nobodys = Estimate::difference_of_shares(0, 0, 20).unwrap();
        assert!((-0.3..-0.1).contains(&nobodys.interval().0) && nobodys.interval().0 == -nobodys.interval().1);
        for (a, b, c, d) in [(10, 0, 10, 0), (20, 0, 0, 0), (0, 0, 0, 20), (0, 0, 0, 0)] {
            let empty = ContingencyTable { a, b, c, d }.association(20).unwrap();
            // About 3 of the 20 playouts could have been of a kind that was not seen; for two kinds that is 2 (3/20)².
            assert!(empty.value == 0.0 && (0.01..0.3).contains(&empty.interval().1), "{empty:?}");
        }
    }

    #[test]
    fn a_difference_of_shares_is_as_sure_as_a_mean() {
        let estimate = Estimate::difference_of_shares(600, 300, 1_000).unwrap();
        let error = ((0.9 - 0.09) / 1_000.0_f64).sqrt();
        let (low, high) = estimate.interval();
        assert!((estimate.standard_error / error - 1.0).abs() < 0.01, "{estimate:?}");
        assert!(((high - low) / 2.0 / (Z_95 * error) - 1.0).abs() < 0.02, "{estimate:?}");
        assert!((student_95(7) - 2.364_624).abs() < 1e-6);
    }
}
