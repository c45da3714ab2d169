//! Strengths in Elo: the most probable ones, and how far from them others are still probable.
//!
//! The deviation of a value is that of the likelihood ratio: `sqrt(2 (a - b))`. Here `a` is the logarithm of the
//! highest density, and `b` that of the highest density with this value. For a normal density it is the distance in
//! standard deviations. It keeps its meaning where a density is lopsided, as after nothing but wins.

use super::davidson::{Maximum, Posterior};
use crate::stats::{Encounter, StatsError};
use tesuji_numeric::{Matrix, dot, sign_change, sum};

/// Elo per unit of a natural logarithm of odds.
pub(super) const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// An end of an interval is found once its deviation has at most this error.
const SMALL_DEVIATION: f64 = 1e-7;

/// Far more steps than are ever needed: each nearly squares the error.
const MOST_STEPS: usize = 50;

/// The density of the strengths, and where it is highest.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    posterior: Posterior,
    best: Maximum,
    covariance: Matrix,
}

impl Fit {
    /// For valid encounters. `deviation` is that of the prior of strengths and advantage, in natural logarithms of
    /// odds.
    pub(super) fn new(n_players: usize, encounters: &[Encounter], deviation: f64) -> Result<Self, StatsError> {
        let posterior = Posterior::new(n_players, encounters, deviation);
        let origin = vec![0.0; posterior.n_parameters()];
        let best = posterior.maximum(&origin, origin.clone())?;
        let covariance = posterior.covariance(&best.parameters)?;
        Ok(Self { posterior, best, covariance })
    }

    /// The weight of a draw, where a win and a loss between equals have weight 1.
    pub(super) fn draw_weight(&self) -> f64 {
        self.posterior.draw_weight(&self.best.parameters)
    }

    /// The probabilities that `first`, moving first, wins, draws and loses against `second`.
    pub(super) fn probabilities(&self, first: usize, second: usize) -> [f64; 3] {
        self.posterior.probabilities(&self.best.parameters, first, second)
    }

    /// The most probable value, in Elo, of a linear function of the strengths and, last, the advantage.
    pub(super) fn elo(&self, coefficients: &[f64]) -> f64 {
        Self::elo_at(&self.direction(coefficients), &self.best)
    }

    /// The value of the same function that is `deviations` above the most probable one, or below if that is negative.
    pub(super) fn elo_away(&self, coefficients: &[f64], deviations: f64) -> f64 {
        let direction = self.direction(coefficients);
        let error = self.error(&direction);
        if error == 0.0 {
            return Self::elo_at(&direction, &self.best);
        }
        // A push in the direction of the function leads to the most probable parameters of each value. For a normal
        // density the deviation grows in proportion to the push. In general it grows as a power of the push, which two
        // pushes determine.
        let (mut push, mut power) = (deviations.abs() / error, 1.0);
        let mut before: Option<(f64, f64)> = None;
        let mut end = Self::elo_at(&direction, &self.best) + deviations * error * ELO_PER_NAT;
        for _ in 0..MOST_STEPS {
            let Some(there) = self.pushed(&direction, push.copysign(deviations)) else { break };
            end = Self::elo_at(&direction, &there);
            let reached = self.deviation(&there);
            if (reached - deviations.abs()).abs() < SMALL_DEVIATION || reached == 0.0 {
                break;
            }
            if let Some((push_before, reached_before)) = before {
                let seen = (reached / reached_before).ln() / (push / push_before).ln();
                power = if seen.is_finite() { seen.clamp(0.1, 10.0) } else { 1.0 };
            }
            before = Some((push, reached));
            push *= (deviations.abs() / reached).powf(1.0 / power);
        }
        end
    }

    /// Deviations of the most probable value of the function above 0; negative if below.
    pub(super) fn deviations_above_zero(&self, coefficients: &[f64]) -> f64 {
        let direction = self.direction(coefficients);
        let (value, error) = (dot(&direction, &self.best.parameters), self.error(&direction));
        if error == 0.0 || value == 0.0 {
            return 0.0;
        }
        let value_under = |push: f64| {
            self.pushed(&direction, -push.copysign(value))
                .map(|there| dot(&direction, &there.parameters) * value.signum())
        };
        let mut enough = value.abs() / (error * error);
        for _ in 0..MOST_STEPS {
            if value_under(enough).is_none_or(|value| value <= 0.0) {
                break;
            }
            enough *= 2.0;
        }
        let push = sign_change(0.0, enough, |push| value_under(push).unwrap_or(0.0));
        match self.pushed(&direction, -push.copysign(value)) {
            Some(there) => self.deviation(&there).copysign(value),
            None => value / error,
        }
    }

    fn direction(&self, coefficients: &[f64]) -> Vec<f64> {
        let mut direction = coefficients.to_vec();
        direction.resize(self.posterior.n_parameters(), 0.0);
        direction
    }

    fn elo_at(direction: &[f64], there: &Maximum) -> f64 {
        dot(direction, &there.parameters) * ELO_PER_NAT
    }

    /// The standard error of a linear function if the density were normal.
    fn error(&self, direction: &[f64]) -> f64 {
        dot(direction, &self.covariance.times(direction)).max(0.0).sqrt()
    }

    fn deviation(&self, there: &Maximum) -> f64 {
        (2.0 * (self.best.value - there.value)).max(0.0).sqrt()
    }

    /// The most probable parameters under a push; `None` if there are not enough digits.
    fn pushed(&self, direction: &[f64], push: f64) -> Option<Maximum> {
        let push: Vec<f64> = direction.iter().map(|part| part * push).collect();
        let from = sum(&self.best.parameters, 1.0, &self.covariance.times(&push));
        self.posterior.maximum(&push, from).ok()
    }
}
