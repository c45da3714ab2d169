//! Confidence intervals and their levels.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::StatsError;

/// The level of a two-sided interval: how often, over many matches, it should cover the true value.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Confidence(f64);

impl Confidence {
    /// 95 %, the level reported unless another one is requested.
    pub const P95: Self = Self(0.95);

    /// The level as a probability.
    ///
    /// # Errors
    ///
    /// `level` is not strictly between 0 and 1.
    pub fn new(level: f64) -> Result<Self, StatsError> {
        if level > 0.0 && level < 1.0 { Ok(Self(level)) } else { Err(StatsError::Confidence(level)) }
    }

    /// The level as a probability, strictly between 0 and 1.
    #[must_use]
    pub fn level(self) -> f64 {
        self.0
    }

    /// Half width of a normal interval of this level in standard deviations: 1.96 at 95 %.
    #[must_use]
    pub fn z(self) -> f64 {
        -Normal::standard().inverse_cdf((1.0 - self.0) / 2.0)
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self::P95
    }
}

/// From `low` to `high`, both included. An end may be infinite: then the games set no bound there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies in the interval.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The interval with a non-decreasing function applied to both ends.
    #[must_use]
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Self {
        Self { low: rising(self.low), high: rising(self.high) }
    }
}

/// A value with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct IntervalEstimate {
    /// The single best value.
    pub value: f64,
    /// Interval at the requested confidence.
    pub interval: Interval,
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn z_is_the_normal_quantile() {
        // Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.5.
        for (level, z) in [(0.90, 1.644_853_627), (0.95, 1.959_963_985), (0.99, 2.575_829_304)] {
            assert!((Confidence::new(level).unwrap().z() - z).abs() < 1e-8, "{level}");
        }
    }

    #[test]
    fn a_level_is_a_probability() {
        for level in [0.0, 1.0, -0.5, 95.0, f64::NAN, f64::INFINITY] {
            assert!(Confidence::new(level).is_err(), "{level}");
        }
    }
}
