//! The most probable strengths under Davidson's model with a normal prior, by Newton's method.
//!
//! The parameters are the players' strengths, the advantage of moving first, and, if any game was drawn, the logarithm of
//! the weight of draws. In them the model is an exponential family, so the logarithm of the posterior density is strictly
//! concave: it has one maximum, and Newton's method with halved steps finds it from anywhere.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use crate::stats::{Encounter, StatsError, Tally};

/// Elo per unit of a natural logarithm of odds.
pub(super) const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// A step so small, in natural logarithms of odds, that what it leaves undone is lost in rounding.
const SMALL_STEP: f64 = 1e-9;

/// Far more steps than Newton's method takes, which near the end doubles the digits with each.
const MOST_STEPS: usize = 200;

/// The most probable parameters, and how sure they are.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    n_players: usize,
    parameters: DVector<f64>,
    covariance: DMatrix<f64>,
}

impl Fit {
    /// Of valid encounters; `deviation` is that of the prior of every parameter, in natural logarithms of odds.
    pub(super) fn new(n_players: usize, encounters: &[Encounter], deviation: f64) -> Result<Self, StatsError> {
        let posterior = Posterior::new(n_players, encounters, deviation);
        let mut parameters = DVector::zeros(posterior.precision.len());
        let mut value = posterior.value(&parameters);
        for _ in 0..MOST_STEPS {
            let (gradient, information) = posterior.derivatives(&parameters);
            let mut step = decompose(information)?.solve(&gradient);
            while step.amax() > SMALL_STEP {
                let next = &parameters + &step;
                let value_there = posterior.value(&next);
                if value_there >= value {
                    (parameters, value) = (next, value_there);
                    break;
                }
                step /= 2.0;
            }
            if step.amax() <= SMALL_STEP {
                break;
            }
        }
        let (_, information) = posterior.derivatives(&parameters);
        let covariance = decompose(information)?.inverse();
        Ok(Self { n_players, parameters, covariance })
    }

    /// The weight of a draw, where a win and a loss between equals have weight 1.
    pub(super) fn draw_weight(&self) -> f64 {
        draw_weight(&self.parameters, self.n_players)
    }

    /// How probable it is that `first`, moving first, wins, draws and loses against `second`.
    pub(super) fn probabilities(&self, first: usize, second: usize) -> [f64; 3] {
        probabilities(&self.parameters, self.n_players, first, second)
    }

    /// A linear function of the strengths and, last, the advantage: its value in Elo, and the standard error of that.
    ///
    /// The error includes that of the weight of draws, on which the length of an Elo depends.
    pub(super) fn elo(&self, coefficients: &[f64]) -> (f64, f64) {
        let coefficients = DVector::from_column_slice(coefficients).resize_vertically(self.parameters.len(), 0.0);
        let value = coefficients.dot(&self.parameters);
        let v = self.draw_weight();
        let elo_per_unit = ELO_PER_NAT * 2.0 / (2.0 + v);
        let mut gradient = coefficients * elo_per_unit;
        if let Some(log_draws) = gradient.get_mut(self.n_players + 1) {
            *log_draws = -value * elo_per_unit * v / (2.0 + v);
        }
        let variance = gradient.dot(&(&self.covariance * &gradient));
        (value * elo_per_unit, variance.sqrt())
    }
}

/// What is maximised.
struct Posterior<'a> {
    n_players: usize,
    encounters: &'a [Encounter],
    /// One over the variance of the prior, for each parameter.
    precision: DVector<f64>,
}

impl<'a> Posterior<'a> {
    fn new(n_players: usize, encounters: &'a [Encounter], deviation: f64) -> Self {
        let any_drawn = encounters.iter().any(|encounter| encounter.games.draws() > 0);
        let precision = DVector::from_element(n_players + 1 + usize::from(any_drawn), deviation.powi(-2));
        Self { n_players, encounters, precision }
    }

    /// The logarithm of the density, up to a constant.
    fn value(&self, parameters: &DVector<f64>) -> f64 {
        let prior = -0.5 * self.precision.dot(&parameters.component_mul(parameters));
        let results = self.encounters.iter().map(|&Encounter { first, second, games }| {
            let [win, draw, loss] = probabilities(parameters, self.n_players, first, second);
            let outcomes = [(games.wins(), win), (games.draws(), draw), (games.losses(), loss)];
            outcomes.into_iter().filter(|(count, _)| *count > 0).map(|(count, p)| count as f64 * p.ln()).sum::<f64>()
        });
        prior + results.sum::<f64>()
    }

    /// The gradient, and the observed information: the second derivatives with their sign turned.
    fn derivatives(&self, parameters: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let mut gradient = -self.precision.component_mul(parameters);
        let mut information = DMatrix::from_diagonal(&self.precision);
        let advantage = self.n_players;
        let log_draws = (parameters.len() > advantage + 1).then_some(advantage + 1);
        for &Encounter { first, second, games } in self.encounters {
            let [win, draw, loss] = probabilities(parameters, self.n_players, first, second);
            let n = games.games() as f64;
            // The two statistics that the games are told by: half the wins less half the losses, and the draws.
            let balance = (win - loss) / 2.0;
            let surplus = (games.wins() as f64 - games.losses() as f64) / 2.0 - n * balance;
            let variance = n * ((win + loss) / 4.0 - balance * balance);
            let signs = [(first, 1.0), (second, -1.0), (advantage, 1.0)];
            for (row, sign) in signs {
                gradient[row] += sign * surplus;
                for (column, other_sign) in signs {
                    information[(row, column)] += sign * other_sign * variance;
                }
            }
            if let Some(log_draws) = log_draws {
                gradient[log_draws] += games.draws() as f64 - n * draw;
                information[(log_draws, log_draws)] += n * draw * (1.0 - draw);
                for (row, sign) in signs {
                    let covariance = -sign * n * balance * draw;
                    information[(row, log_draws)] += covariance;
                    information[(log_draws, row)] += covariance;
                }
            }
        }
        (gradient, information)
    }
}

fn decompose(information: DMatrix<f64>) -> Result<Cholesky<f64, Dyn>, StatsError> {
    Cholesky::new(information).ok_or(StatsError::Precision)
}

fn draw_weight(parameters: &DVector<f64>, n_players: usize) -> f64 {
    parameters.get(n_players + 1).map_or(0.0, |log_draws| log_draws.exp())
}

/// Win, draw and loss of `first`.
fn probabilities(parameters: &DVector<f64>, n_players: usize, first: usize, second: usize) -> [f64; 3] {
    let half = (parameters[first] - parameters[second] + parameters[n_players]) / 2.0;
    // The heavier of win and loss is divided out, lest it overflow.
    let heavier = half.abs();
    let weights =
        [(half - heavier).exp(), draw_weight(parameters, n_players) * (-heavier).exp(), (-half - heavier).exp()];
    let total: f64 = weights.iter().sum();
    weights.map(|weight| weight / total)
}
