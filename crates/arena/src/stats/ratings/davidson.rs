//! Davidson's model with a normal prior: its density, and where that is highest.
//!
//! The parameters are the players' strengths, the advantage of moving first and, if any game was drawn, the logarithm
//! of the weight of draws. Strengths and advantage are Elo over 400 / ln 10: the logarithm of the odds `d` is their sum
//! `e` times `(2 + v) / 2`. So the weight of draws changes what a strength means for draws, but hardly what it means
//! for the score. This keeps the two distinguishable.
//!
//! Newton's method finds the maximum. Where the second derivatives do not indicate a maximum nearby, they are replaced
//! by their expected values, which always lead upwards (Fisher's scoring).

use std::collections::BTreeMap;

use crate::stats::{Encounter, Games, StatsError, Tally};
use tesuji_numeric::{Factor, Matrix, dot, sum};

/// Standard deviation of the prior of the logarithm of the weight of draws. Within two deviations, equal players draw
/// from 2 to 91 games in 100.
///
/// Wins and draws without an upset could also come from close players who nearly always draw among equals. The prior
/// rules that out unless the games show it.
const LOG_DRAWS_DEVIATION: f64 = 1.5;

/// A step so small, in natural logarithms of odds, that the remaining error is lost in rounding.
const SMALL_STEP: f64 = 1e-9;

/// Far more steps than are ever needed.
const MOST_STEPS: usize = 200;

/// A maximum of the density, or of the density under a push.
#[derive(Clone, Debug)]
pub(super) struct Maximum {
    /// Strengths, the advantage, and the logarithm of the weight of draws if there is one.
    pub(super) parameters: Vec<f64>,
    /// The logarithm of the density there, up to a constant and without the push.
    pub(super) value: f64,
}

/// The derivatives of the logarithm of the density.
struct Derivatives {
    gradient: Vec<f64>,
    /// The second derivatives with the opposite sign.
    observed: Matrix,
    /// Their expected values over the results of games.
    expected: Matrix,
}

/// Whether no component is larger than [`SMALL_STEP`]. A step that is not a number counts as not small.
fn is_small(step: &[f64]) -> bool {
    !step.iter().any(|part| part.abs() > SMALL_STEP)
}

/// The function to be maximised.
#[derive(Clone, Debug)]
pub(super) struct Posterior {
    n_players: usize,
    encounters: Vec<Encounter>,
    /// One over the variance of the prior, for each parameter.
    precision: Vec<f64>,
}

impl Posterior {
    /// For valid encounters. `deviation` is that of the prior of strengths and advantage, in natural logarithms of
    /// odds.
    pub(super) fn new(n_players: usize, encounters: &[Encounter], deviation: f64) -> Self {
        // For the same two players in the same order, the sum of the results is all that matters.
        let mut sums: BTreeMap<(usize, usize), Games> = BTreeMap::new();
        for encounter in encounters {
            *sums.entry((encounter.first, encounter.second)).or_default() += encounter.games;
        }
        let encounters: Vec<_> =
            sums.into_iter().map(|((first, second), games)| Encounter { first, second, games }).collect();
        let any_drawn = encounters.iter().any(|encounter| encounter.games.draws() > 0);
        let mut precision = vec![deviation.powi(-2); n_players + 1];
        if any_drawn {
            precision.push(LOG_DRAWS_DEVIATION.powi(-2));
        }
        Self { n_players, encounters, precision }
    }

    /// The number of parameters: one for each player, one more, and another one if any game was drawn.
    pub(super) fn n_parameters(&self) -> usize {
        self.precision.len()
    }

    /// The parameters at which the logarithm of the density, plus `push` times the parameters, is highest.
    pub(super) fn maximum(&self, push: &[f64], from: Vec<f64>) -> Result<Maximum, StatsError> {
        let mut parameters = from;
        let mut height = self.value(&parameters) + dot(push, &parameters);
        for _ in 0..MOST_STEPS {
            let Derivatives { gradient, observed, expected } = self.derivatives(&parameters);
            let information = Factor::new(&observed).or_else(|| Factor::new(&expected));
            let mut step = information.ok_or(StatsError::Precision)?.solve(sum(&gradient, 1.0, push));
            while !is_small(&step) {
                let next = sum(&parameters, 1.0, &step);
                let height_there = self.value(&next) + dot(push, &next);
                if height_there >= height {
                    (parameters, height) = (next, height_there);
                    break;
                }
                step.iter_mut().for_each(|part| *part /= 2.0);
            }
            if is_small(&step) {
                break;
            }
        }
        let value = self.value(&parameters);
        Ok(Maximum { parameters, value })
    }

    /// The inverse of the expected information: the covariance of the parameters if the density were normal.
    pub(super) fn covariance(&self, parameters: &[f64]) -> Result<Matrix, StatsError> {
        let information = Factor::new(&self.derivatives(parameters).expected);
        Ok(information.ok_or(StatsError::Precision)?.inverse())
    }

    /// The weight of a draw, where a win and a loss between equals have weight 1.
    pub(super) fn draw_weight(&self, parameters: &[f64]) -> f64 {
        parameters.get(self.n_players + 1).map_or(0.0, |log_draws| log_draws.exp())
    }

    /// The probabilities that `first`, moving first, wins, draws and loses against `second`.
    pub(super) fn probabilities(&self, parameters: &[f64], first: usize, second: usize) -> [f64; 3] {
        let v = self.draw_weight(parameters);
        let half = self.advantage_over(parameters, first, second) * (2.0 + v) / 4.0;
        // The larger of win and loss is divided out, so that it does not overflow.
        let heavier = half.abs();
        let draw = v * (-heavier).exp();
        let weights = [(half - heavier).exp(), draw, (-half - heavier).exp()];
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    }

    /// Advantage of `first` when moving first.
    fn advantage_over(&self, parameters: &[f64], first: usize, second: usize) -> f64 {
        parameters[first] - parameters[second] + parameters[self.n_players]
    }

    /// The logarithm of the density, up to a constant.
    fn value(&self, parameters: &[f64]) -> f64 {
        let squares =
            self.precision.iter().zip(parameters).map(|(precision, parameter)| precision * parameter * parameter);
        let prior = -0.5 * squares.sum::<f64>();
        let results = self.encounters.iter().map(|&Encounter { first, second, games }| {
            let [win, draw, loss] = self.probabilities(parameters, first, second);
            let outcomes = [(games.wins(), win), (games.draws(), draw), (games.losses(), loss)];
            outcomes.into_iter().filter(|(count, _)| *count > 0).map(|(count, p)| count as f64 * p.ln()).sum::<f64>()
        });
        prior + results.sum::<f64>()
    }

    /// The derivatives by strengths, advantage and the logarithm of the weight of draws.
    fn derivatives(&self, parameters: &[f64]) -> Derivatives {
        let pull = |(precision, parameter): (&f64, &f64)| -precision * parameter;
        let mut gradient: Vec<f64> = self.precision.iter().zip(parameters).map(pull).collect();
        let mut expected = Matrix::diagonal(&self.precision);
        let mut curvature = Matrix::zeros(parameters.len());
        let v = self.draw_weight(parameters);
        let per_strength = (2.0 + v) / 2.0;
        let log_draws = self.n_players + 1;
        for &Encounter { first, second, games } in &self.encounters {
            let [win, draw, loss] = self.probabilities(parameters, first, second);
            let n = games.games() as f64;
            // The two sufficient statistics of the games are half the wins minus half the losses, and the draws. Each
            // is taken with its surplus over expectation and with its variance.
            let balance = (win - loss) / 2.0;
            let surplus = (games.wins() as f64 - games.losses() as f64) / 2.0 - n * balance;
            let variance = n * ((win + loss) / 4.0 - balance * balance);
            let drawn_surplus = games.draws() as f64 - n * draw;
            let drawn_variance = n * draw * (1.0 - draw);
            let covariance = -n * balance * draw;
            // How the logarithm of the odds changes with that of the weight of draws if strengths are kept.
            let per_log_draws = self.advantage_over(parameters, first, second) * v / 2.0;

            let signs = [(first, per_strength), (second, -per_strength), (self.n_players, per_strength)];
            for (row, factor) in signs {
                gradient[row] += factor * surplus;
                for (column, other_factor) in signs {
                    expected[(row, column)] += factor * other_factor * variance;
                }
            }
            if v > 0.0 {
                gradient[log_draws] += drawn_surplus + per_log_draws * surplus;
                expected[(log_draws, log_draws)] +=
                    drawn_variance + 2.0 * per_log_draws * covariance + per_log_draws * per_log_draws * variance;
                curvature[(log_draws, log_draws)] += per_log_draws * surplus;
                for (row, factor) in signs {
                    let mixed = factor * (covariance + per_log_draws * variance);
                    expected[(row, log_draws)] += mixed;
                    expected[(log_draws, row)] += mixed;
                    // A strength changes the logarithm of the odds by `(2 + v) / 2`, and that changes by `v / 2`.
                    let curved = factor / per_strength * v / 2.0 * surplus;
                    curvature[(row, log_draws)] += curved;
                    curvature[(log_draws, row)] += curved;
                }
            }
        }
        Derivatives { gradient, observed: expected.minus(&curvature), expected }
    }
}
