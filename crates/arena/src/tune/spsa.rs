//! Simultaneous perturbation stochastic approximation: finds good values of several numbers from noisy comparisons.
//!
//! Each step compares two points, which differ from the present one by the same amount in every number, up in one and
//! down in the other, with signs drawn at random. The present point then moves towards the better one. J. C. Spall,
//! "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE Transactions on
//! Aerospace and Electronic Systems 34 (1998), with the exponents recommended there. The answer is the mean of the
//! points of the second half, which is less noisy than the last one (Polyak and Juditsky 1992).
//!
//! Numbers are places in their ranges, from 0 to 1.

use crate::seed;

/// Decay exponent of steps.
const STEP_DECAY: f64 = 0.602;
/// Decay exponent of perturbations.
const PERTURBATION_DECAY: f64 = 0.101;
/// This share of all steps passes before steps become clearly shorter.
const STABILITY: f64 = 0.1;

/// The sequence of comparisons. It depends on its settings and the scores alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    seed: u64,
    n_steps: u64,
    gains: Gains,
    /// The least perturbation of each number.
    least: Vec<f64>,
    /// The present point.
    at: Vec<f64>,
    /// The points after each step.
    trail: Vec<Vec<f64>>,
}

/// Size of the first perturbation and of the first step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gains {
    /// First perturbation, as a share of the range.
    pub perturbation: f64,
    /// First step if one point wins every game, as a share of the range.
    pub step: f64,
}

impl Default for Gains {
    fn default() -> Self {
        Self { perturbation: 0.15, step: 0.2 }
    }
}

impl Spsa {
    /// A search of `n_steps` steps from `start`. A number whose place changes by less than its entry in `least` does
    /// not change at all, so it is perturbed by at least that much.
    #[must_use]
    pub fn new(start: Vec<f64>, least: Vec<f64>, n_steps: u64, gains: Gains, seed: u64) -> Self {
        Self { seed, n_steps, gains, least, at: start, trail: Vec::new() }
    }

    /// The two points to compare next, the better one unknown; `None` after the last step.
    #[must_use]
    pub fn pair(&self) -> Option<[Vec<f64>; 2]> {
        let step = self.trail.len() as u64;
        (step < self.n_steps).then(|| {
            let reach = self.gains.perturbation / ((step + 1) as f64).powf(PERTURBATION_DECAY);
            [1.0, -1.0].map(|side| {
                let moved = |(number, &at): (usize, &f64)| {
                    let reach = reach.max(self.least[number]).min(0.5);
                    // Both points stay inside, and equally far from the point between them.
                    let centre = at.clamp(reach, 1.0 - reach);
                    centre + side * self.sign(step, number) * reach
                };
                self.at.iter().enumerate().map(moved).collect()
            })
        })
    }

    /// Takes the result of comparing [`Self::pair`]: the score of the first point minus that of the second, from -1 to
    /// 1, and moves on.
    pub fn record(&mut self, difference: f64) {
        let step = self.trail.len() as u64;
        let settling = STABILITY * self.n_steps as f64;
        let gain = self.gains.step * ((settling + 1.0) / (settling + (step + 1) as f64)).powf(STEP_DECAY);
        for number in 0..self.at.len() {
            let by = gain * difference.clamp(-1.0, 1.0) * self.sign(step, number);
            self.at[number] = (self.at[number] + by).clamp(0.0, 1.0);
        }
        self.trail.push(self.at.clone());
    }

    /// The points after each step so far.
    #[must_use]
    pub fn trail(&self) -> &[Vec<f64>] {
        &self.trail
    }

    /// The best estimate so far: the mean of the points after the second half of the steps taken.
    #[must_use]
    pub fn estimate(&self) -> Vec<f64> {
        let second_half = &self.trail[self.trail.len() / 2..];
        let n = second_half.len() as f64;
        let mean = |number: usize| second_half.iter().map(|point| point[number]).sum::<f64>() / n;
        if second_half.is_empty() { self.at.clone() } else { (0..self.at.len()).map(mean).collect() }
    }

    /// Sign of the perturbation of this number.
    fn sign(&self, step: u64, number: usize) -> f64 {
        if seed::of(self.seed, &format!("sign of {number}"), step) & 1 == 0 { 1.0 } else { -1.0 }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::stats::score_of_elo;

    /// A player whose strength in Elo falls off with the square of the distance from the best settings.
    fn strength(point: &[f64], best: &[f64]) -> f64 {
        -600.0 * point.iter().zip(best).map(|(x, best)| (x - best).powi(2)).sum::<f64>()
    }

    /// Plays `n_games` games between the two points, each won with the chance that their strengths give.
    fn difference(pair: &[Vec<f64>; 2], best: &[f64], n_games: u64, draw: &mut impl FnMut() -> f64) -> f64 {
        let [one, other] = pair;
        let chance = score_of_elo(strength(one, best) - strength(other, best));
        let wins = (0..n_games).filter(|_| draw() < chance).count();
        2.0 * wins as f64 / n_games as f64 - 1.0
    }

    fn run(seed: u64, best: &[f64], n_steps: u64) -> Spsa {
        let n = best.len();
        let mut spsa = Spsa::new(vec![0.5; n], vec![0.0; n], n_steps, Gains::default(), seed);
        let mut number = 0;
        let mut draw = || {
            number += 1;
            seed::of(seed, "test", number) as f64 / u64::MAX as f64
        };
        while let Some(pair) = spsa.pair() {
            spsa.record(difference(&pair, best, 8, &mut draw));
        }
        spsa
    }

    #[test]
    fn the_optimum_of_a_noisy_quadratic_is_found() {
        let best = [0.2, 0.75, 0.4];
        let distance = |point: &[f64]| point.iter().zip(&best).map(|(x, best)| (x - best).powi(2)).sum::<f64>().sqrt();
        let start = distance(&[0.5; 3]);
        let found: Vec<f64> = (1..=20).map(|seed| distance(&run(seed, &best, 400).estimate())).collect();
        let mean = found.iter().sum::<f64>() / found.len() as f64;
        assert!(mean < start / 4.0, "from {start} to {mean}: {found:?}");
        assert!(found.iter().all(|&found| found < start / 1.5), "{found:?}");
        // The mean of the second half is nearer than the last point.
        let last = (1..=20).map(|seed| distance(run(seed, &best, 400).trail().last().unwrap())).sum::<f64>() / 20.0;
        assert!(mean < last, "{mean} {last}");
    }

    #[test]
    fn a_number_without_effect_stays_inside() {
        let spsa = run(3, &[0.0, 1.0], 200);
        assert!(spsa.trail().iter().flatten().all(|x| (0.0..=1.0).contains(x)));
        let [x, y] = spsa.estimate()[..] else { panic!("two numbers") };
        assert!(x < 0.25 && y > 0.75, "{x} {y}");
        assert_eq!(spsa.pair(), None);
    }

    #[test]
    fn both_points_are_in_the_range_and_differ() {
        let mut spsa = Spsa::new(vec![0.0, 1.0, 0.5], vec![0.0, 0.0, 0.5], 3, Gains::default(), 1);
        while let Some([one, other]) = spsa.pair() {
            assert!(one.iter().chain(&other).all(|x| (0.0..=1.0).contains(x)), "{one:?} {other:?}");
            assert!(one.iter().zip(&other).all(|(x, y)| (x - y).abs() > 0.2), "{one:?} {other:?}");
            assert!((one[2] - other[2]).abs() == 1.0, "the least perturbation");
            spsa.record(0.0);
        }
        assert_eq!(spsa.estimate(), [0.0, 1.0, 0.5], "no result, no movement");
    }
}
