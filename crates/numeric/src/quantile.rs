//! Quantiles of distributions.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The number below which a value of Student's distribution lies with this probability, which is between 0 and 1.
/// `None` unless `freedom`, the degrees of freedom, is above 0.
///
/// ```
/// use tesuji_numeric::student_quantile;
///
/// // Half the width of a 95 % interval, in standard errors, for the mean of five numbers.
/// assert!((student_quantile(4.0, 0.975).unwrap() - 2.776_445).abs() < 1e-6);
/// ```
#[must_use]
pub fn student_quantile(freedom: f64, probability: f64) -> Option<f64> {
    Some(StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(probability))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, probability, expected) in
            [(1.0, 0.975, 12.706_205), (7.0, 0.975, 2.364_624), (30.0, 0.95, 1.697_261)]
        {
            let quantile = student_quantile(freedom, probability).unwrap();
            assert!((quantile - expected).abs() < 1e-6, "{freedom} {probability}: {quantile}");
        }
        assert_eq!(student_quantile(0.0, 0.975), None);
        assert_eq!(student_quantile(f64::NAN, 0.975), None);
    }
}
