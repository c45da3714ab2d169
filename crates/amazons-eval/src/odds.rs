//! Learns the weights of [`Learned`] from games.

use crate::{Features, Learned, N_FEATURES, ONE, PHASES, WEIGHT_ONE};

/// A position of a game.
#[derive(Clone, Copy, Debug)]
pub struct LabelledPosition {
    /// The features that the evaluation uses.
    pub features: Features,
    /// Whether the player to move won.
    pub is_won: bool,
}

/// The mean log-loss of the chances that the values imply, in nats. `None` without positions.
pub fn log_loss<'a>(learned: &Learned, positions: impl IntoIterator<Item = &'a LabelledPosition>) -> Option<f64> {
    let (mut sum, mut n) = (0.0, 0_u64);
    for position in positions {
        let value = learned.value(&position.features);
        let odds_against = if position.is_won { -value } else { value };
        sum += odds_against.max(0.0) + (-odds_against.abs()).exp().ln_1p();
        n += 1;
    }
    (n > 0).then(|| sum / n as f64)
}

/// The weights under which the results are likeliest, by `n_steps` steps of gradient descent with a step size for each
/// weight (Kingma and Ba 2015, "Adam"). Large weights of rare features are penalised (`DECAY`). `None` if there are no
/// positions.
#[must_use]
pub fn learn(positions: &[LabelledPosition], n_steps: u32) -> Option<Learned> {
    const RATE: f64 = 0.05;
    const DECAY: f64 = 5e-4;
    const FIRST: f64 = 0.9;
    const SECOND: f64 = 0.999;
    if positions.is_empty() {
        return None;
    }
    let n = positions.len() as f64;
    let spreads = spreads(positions);
    let mut weights = [[0.0; N_FEATURES]; PHASES.len()];
    let (mut mean, mut square) = (weights, weights);
    for step in 1..=n_steps {
        let mut gradient = [[0.0; N_FEATURES]; PHASES.len()];
        for position in positions {
            let (idx, part) = position.features.between();
            let numbers = &position.features.numbers;
            let [low, high] = [idx, idx + 1].map(|idx| -> f64 {
                let terms = weights[idx].iter().zip(&spreads[idx]).zip(numbers);
                terms.map(|((weight, spread), &number)| weight * f64::from(number) / spread).sum()
            });
            let chance = 1.0 / (1.0 + (-(low + part * (high - low))).exp());
            let error = chance - f64::from(u8::from(position.is_won));
            for (idx, share) in [(idx, 1.0 - part), (idx + 1, part)] {
                for ((slope, spread), &number) in gradient[idx].iter_mut().zip(&spreads[idx]).zip(numbers) {
                    *slope += share * error * f64::from(number) / spread;
                }
            }
        }
        let rate = RATE * (1.0 - f64::from(step - 1) / f64::from(n_steps));
        for phase in 0..PHASES.len() {
            for feature in 0..N_FEATURES {
                let weight = &mut weights[phase][feature];
                let slope = gradient[phase][feature] / n + DECAY * *weight;
                let (mean, square) = (&mut mean[phase][feature], &mut square[phase][feature]);
                *mean = FIRST * *mean + (1.0 - FIRST) * slope;
                *square = SECOND * *square + (1.0 - SECOND) * slope * slope;
                let unbiased = *mean / (1.0 - FIRST.powi(step as i32));
                let size = (*square / (1.0 - SECOND.powi(step as i32))).sqrt();
                *weight -= rate * unbiased / (size + 1e-8);
            }
        }
    }
    let most = f64::from(16 * WEIGHT_ONE);
    Some(Learned::new(std::array::from_fn(|phase| {
        std::array::from_fn(|feature| {
            let weight = weights[phase][feature] / spreads[phase][feature] * f64::from(ONE * WEIGHT_ONE);
            weight.clamp(-most, most).round() as i32
        })
    })))
}

/// Spread of each feature around 0 in each phase. Its weight is learned in this unit, so that one step size suits all
/// weights.
fn spreads(positions: &[LabelledPosition]) -> [[f64; N_FEATURES]; PHASES.len()] {
    let mut sums = [[0.0; N_FEATURES]; PHASES.len()];
    for position in positions {
        let (idx, part) = position.features.between();
        for (idx, share) in [(idx, 1.0 - part), (idx + 1, part)] {
            for (sum, &number) in sums[idx].iter_mut().zip(&position.features.numbers) {
                let number = share * f64::from(number);
                *sum += number * number;
            }
        }
    }
    // A feature that is always 0 needs no weight, and the decay leaves it none.
    sums.map(|phase| phase.map(|sum: f64| (sum / positions.len() as f64).sqrt().max(f64::from(ONE) / 1000.0)))
}

#[cfg(feature = "testing")]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Positions whose results depend on the first two features, with chances by a known law.
    fn positions(n: usize, seed: u64) -> Vec<LabelledPosition> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut draw = || {
            let mut features = Features { numbers: [0; N_FEATURES], phase: random.random_range(0..6_000) };
            for number in &mut features.numbers[..3] {
                *number = ONE * random.random_range(-5..=5);
            }
            let odds = f64::from(features.numbers[0] - features.numbers[1]) / f64::from(2 * ONE);
            LabelledPosition { features, is_won: random.random::<f64>() < 1.0 / (1.0 + (-odds).exp()) }
        };
        (0..n).map(|_| draw()).collect()
    }

    #[test]
    fn what_decides_is_learned() {
        let learned = learn(&positions(20_000, 1), 200).expect("positions");
        for phase in learned.phases() {
            let [first, second, third] = [0, 1, 2].map(|idx| f64::from(phase[idx]) / f64::from(WEIGHT_ONE));
            assert!((first - 0.5).abs() < 0.2 && (second + 0.5).abs() < 0.2 && third.abs() < 0.2, "{phase:?}");
            assert!(phase[3..].iter().all(|&weight| weight == 0), "a feature that is always 0 has no weight");
        }
        let fresh = positions(2_000, 2);
        let [before, after] = [&Learned::new([[0; N_FEATURES]; PHASES.len()]), &learned].map(|by| log_loss(by, &fresh));
        assert!((before.unwrap() - 2.0_f64.ln()).abs() < 1e-9);
        assert!(after.unwrap() < 0.5, "{after:?}");
        assert_eq!(learn(&[], 10), None);
        assert_eq!(log_loss(&learned, &[]), None);
    }
}
