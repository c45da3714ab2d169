//! Weights of the move ordering that are cheap on given claims, found by an evolution strategy.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use super::OrderWeights;

/// Settings of the search for weights.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightFit {
    /// The number of generations.
    pub n_generations: u32,
    /// The number of sets of weights in a generation.
    pub n_children: usize,
    /// The seed of all changes: the same seed and costs give the same weights.
    pub seed: u64,
}

impl WeightFit {
    /// The cheapest weights that were tried, with their cost; `start` if none is cheaper.
    ///
    /// Each child of the cheapest weights so far has every coefficient multiplied by a log-normal factor. The factors
    /// become larger after a generation with an improvement and smaller after one without. A coefficient of 0 stays 0.
    /// `costs` gives the cost of each set of weights, in order; `None` ends the search.
    pub fn run(
        &self,
        start: &OrderWeights,
        mut costs: impl FnMut(&[OrderWeights]) -> Option<Vec<f64>>,
    ) -> (OrderWeights, f64) {
        let mut random = Xoshiro256StarStar::seed_from_u64(self.seed);
        let mut spread = 0.7;
        let mut best = (start.clone(), f64::INFINITY);
        for generation in 0..=self.n_generations {
            let mut child = || best.0.clone().map(|weight| rounded(weight * (spread * normal(&mut random)).exp()));
            let tried: Vec<OrderWeights> = match generation {
                0 => vec![start.clone()],
                _ => (0..self.n_children).map(|_| child()).collect(),
            };
            let Some(costs) = costs(&tried) else { break };
            let before = best.1;
            for (weights, cost) in tried.into_iter().zip(costs) {
                if cost < best.1 {
                    best = (weights, cost);
                }
            }
            spread *= if best.1 < before { 1.1 } else { 0.8 };
        }
        best
    }
}

/// A normal number with mean 0 and variance 1, nearly: the sum of twelve uniform ones.
fn normal(random: &mut impl Rng) -> f64 {
    (0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0
}

/// Three significant digits, so that the weights that are printed are those that were tried.
fn rounded(weight: f64) -> f64 {
    format!("{:.2e}", weight.min(1e6)).parse().unwrap_or(weight)
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::paper::PaperConfig;

    #[test]
    fn the_cheapest_weights_are_found_again() {
        let start = PaperConfig::program_a().weights;
        let cost = |weights: &OrderWeights| (weights.walks / weights.killer).ln().abs() + weights.place;
        let fit = |seed| {
            let fit = WeightFit { n_generations: 40, n_children: 6, seed };
            fit.run(&start, |tried| Some(tried.iter().map(cost).collect()))
        };
        let (weights, least) = fit(1);
        assert!(least < 0.2 * cost(&start) && least == cost(&weights), "{weights}: {least}");
        assert!(fit(1) == (weights.clone(), least) && fit(2).0 != weights);
        let mut config = PaperConfig::program_a();
        config.set_weights(&weights.to_string()).unwrap();
        assert_eq!(config.weights, weights, "what is printed is read again");
        let unchanged = WeightFit { n_generations: 3, n_children: 2, seed: 1 }.run(&start, |_| None);
        assert_eq!(unchanged, (start, f64::INFINITY));
    }
}
