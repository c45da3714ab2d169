//! Forecasts of who wins from one number, and how good they are.

use rayon::prelude::*;
use tesuji_board::SortOnce as _;
use tesuji_network::Average;

/// The numbers of a position, and whether Black won the game.
pub(super) struct Forecast {
    pub(super) numbers: Vec<f64>,
    pub(super) won: bool,
}

impl Forecast {
    /// One of its numbers; 0 if none is asked for.
    fn number(&self, number: Option<usize>) -> f64 {
        number.map_or(0.0, |number| self.numbers[number])
    }
}

/// The forecast for each case by a fit to the other folds, with what happened. Without a number, the share of Black's
/// wins is the forecast.
pub(super) fn judged(cases: &[&Forecast], number: Option<usize>, folds: usize) -> Vec<(f64, bool)> {
    let of_fold = |fold: usize| {
        let others: Vec<(f64, bool)> = cases
            .iter()
            .enumerate()
            .filter(|(idx, _)| idx % folds != fold)
            .map(|(_, case)| (case.number(number), case.won))
            .collect();
        fit(&others)
    };
    let fits: Vec<[f64; 2]> = (0..folds).into_par_iter().map(of_fold).collect();
    cases
        .iter()
        .enumerate()
        .map(|(idx, case)| {
            let [level, slope] = fits[idx % folds];
            (logistic(level + slope * case.number(number)), case.won)
        })
        .collect()
}

pub(super) fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// Logistic regression of what happened on one number, by Newton's method, with a weak pull towards 0.
fn fit(cases: &[(f64, bool)]) -> [f64; 2] {
    const STEPS: usize = 30;
    const PULL: f64 = 0.01;
    let [mut level, mut slope] = [0.0_f64, 0.0];
    for _ in 0..STEPS {
        let (mut g0, mut g1) = (-PULL * level, -PULL * slope);
        let (mut h00, mut h01, mut h11) = (PULL, 0.0, PULL);
        for &(x, won) in cases {
            let p = logistic(level + slope * x);
            let (error, weight) = (f64::from(u8::from(won)) - p, p * (1.0 - p));
            (g0, g1) = (g0 + error, g1 + error * x);
            (h00, h01, h11) = (h00 + weight, h01 + weight * x, h11 + weight * x * x);
        }
        let determinant = h00 * h11 - h01 * h01;
        if determinant.abs() < 1e-12 {
            break;
        }
        level += (h11 * g0 - h01 * g1) / determinant;
        slope += (h00 * g1 - h01 * g0) / determinant;
    }
    [level, slope]
}

/// The logarithm of the chance that what happened was given, as a loss.
pub(super) fn log_loss((chance, won): (f64, bool)) -> f64 {
    let chance = if won { chance } else { 1.0 - chance };
    -chance.max(1e-9).ln()
}

/// The mean log-loss, with Student's interval over games.
pub(super) fn mean_loss(forecasts: &[(f64, bool)]) -> (f64, Option<[f64; 2]>) {
    let mut average = Average::default();
    forecasts.iter().for_each(|forecast| average.add(log_loss(*forecast)));
    (average.mean().unwrap_or(f64::NAN), average.interval(0.95))
}

/// The area under the curve, ties as halves, with half of its 95 % interval (Hanley and McNeil 1982): the numbers of the
/// cases that were won against those of the lost ones.
pub(in super::super) fn area(won: &[f64], lost: &[f64]) -> (f64, f64) {
    let (n_won, n_lost) = (won.len() as f64, lost.len() as f64);
    let sum: f64 = won
        .iter()
        .map(|x| {
            lost.iter()
                .map(|y| {
                    if x > y {
                        1.0
                    } else if x == y {
                        0.5
                    } else {
                        0.0
                    }
                })
                .sum::<f64>()
        })
        .sum();
    let area = sum / (n_won * n_lost);
    let (q1, q2) = (area / (2.0 - area), 2.0 * area * area / (1.0 + area));
    let variance = (area * (1.0 - area) + (n_won - 1.0) * (q1 - area * area) + (n_lost - 1.0) * (q2 - area * area))
        / (n_won * n_lost);
    (area, crate::outcome::Z_95 * variance.max(0.0).sqrt())
}

/// The mean distance between forecast and share of wins, in five parts of equal size.
pub(super) fn calibration(forecasts: &[(f64, bool)]) -> f64 {
    const PARTS: usize = 5;
    let mut sorted = forecasts.to_vec();
    sorted.sort_once_by(|a, b| a.0.total_cmp(&b.0));
    let size = sorted.len().div_ceil(PARTS).max(1);
    let parts = sorted.chunks(size).map(|part| {
        let mean = part.iter().map(|(chance, _)| chance).sum::<f64>() / part.len() as f64;
        let share = part.iter().filter(|(_, won)| *won).count() as f64 / part.len() as f64;
        (mean - share).abs() * part.len() as f64
    });
    parts.sum::<f64>() / sorted.len().max(1) as f64
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_fit_finds_the_chance() {
        // Three of four win at 1, one of four at -1: the slope is ln 3, the level 0.
        let cases: Vec<(f64, bool)> =
            (0..400).map(|n| (if n < 200 { 1.0 } else { -1.0 }, (n % 4 == 0) == (n >= 200))).collect();
        let [level, slope] = fit(&cases);
        assert!(level.abs() < 1e-3 && (slope - 3.0_f64.ln()).abs() < 1e-2, "{level} {slope}");
    }

    #[test]
    fn the_area_counts_pairs() {
        // Of four pairs: 3 > 2, 3 > 1, 1 < 2, 1 = 1.
        assert!((area(&[3.0, 1.0], &[2.0, 1.0]).0 - 2.5 / 4.0).abs() < 1e-12);
    }
}
