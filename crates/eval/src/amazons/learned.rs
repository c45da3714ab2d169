//! An evaluation whose every number is learned from games.
//!
//! The value of a position is the logarithm of the odds that the player to move wins, a sum over *features* with weights that
//! depend on the phase of the game:
//!
//! - for each pair of classes of distance ([`Contest`]): the squares where the player to move has the first and the opponent the
//!   second, less those where it is the other way round;
//! - for some values of alpha (Lieberum 2005, see [`Mobility`]): own amazons less the opponent's with about that alpha, an amazon
//!   between two values counting for both, the nearer the more;
//! - 1, for being the one to move.
//!
//! The phase is how far the players are entangled ([`Contest::entangled_eighths`]) by the number of squares. Weights are given for
//! some phases; between them they change evenly. All is reckoned in whole numbers until the last division, so a value is the
//! same on any machine.

use multiversion::multiversion;

use super::contest::{Contest, KINGS, QUEENS};
use super::mobility::Mobility;
use super::weights_learned::LEARNED_WEIGHTS;

/// Features of a position.
pub const N_FEATURES: usize = QUEENS * (QUEENS - 1) / 2 + KINGS * (KINGS - 1) / 2 + ALPHAS.len() - 1 + 1;

/// The phases for which there are weights: entangled squares by all squares, in parts of 8,000.
pub const PHASES: [i32; 7] = [0, 160, 480, 1120, 2080, 3360, 5200];

/// The values of alpha that have a feature, but the first.
const ALPHAS: [i32; 7] = [0, 1, 4, 8, 14, 22, 35];

/// A feature counts in parts of this.
pub const ONE: i32 = 64;

/// Weights are in parts of this of a natural logarithm.
pub const WEIGHT_ONE: i32 = 4096;

/// The weights of all features in one phase.
pub type PhaseWeights = [i32; N_FEATURES];

/// The features of a position and its phase, from the view of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// In parts of [`ONE`].
    pub numbers: [i32; N_FEATURES],
    /// In parts of 8,000; 0 if no square is reached by both.
    pub phase: i32,
}

impl Features {
    /// The features of a board of so many squares.
    #[inline]
    #[must_use]
    pub fn new(contest: &Contest, mobility: &Mobility, n_squares: usize) -> Self {
        let mut numbers = [0; N_FEATURES];
        let (queens, rest) = numbers.split_at_mut(QUEENS * (QUEENS - 1) / 2);
        let (kings, rest) = rest.split_at_mut(KINGS * (KINGS - 1) / 2);
        differences(&contest.queens, queens);
        differences(&contest.kings, kings);
        let (alphas, to_move) = rest.split_at_mut(ALPHAS.len() - 1);
        for (side, sign) in [(0, 1), (1, -1)] {
            for alpha in mobility.alphas(side) {
                spread((alpha * f64::from(ONE)) as i32, sign, alphas);
            }
        }
        to_move[0] = ONE;
        Self { numbers, phase: contest.entangled_eighths() * 1000 / n_squares.max(1) as i32 }
    }

    /// The phase as the number of the weights before it, and how far it is to the next ones, from 0 to 1.
    #[inline]
    #[must_use]
    pub fn between(&self) -> (usize, f64) {
        let next = (1..PHASES.len() - 1).find(|&idx| self.phase < PHASES[idx]).unwrap_or(PHASES.len() - 1);
        let (low, high) = (PHASES[next - 1], PHASES[next]);
        (next - 1, (f64::from(self.phase - low) / f64::from(high - low)).min(1.0))
    }
}

#[inline(always)]
fn differences<const N: usize>(counts: &[[i32; N]; N], into: &mut [i32]) {
    let pairs = (0..N).flat_map(|own| (own + 1..N).map(move |other| (own, other)));
    for (number, (own, other)) in into.iter_mut().zip(pairs) {
        *number = ONE * (counts[own][other] - counts[other][own]);
    }
}

/// The last value of alpha that is told apart, in parts of [`ONE`].
const LAST_ALPHA: usize = (ONE * ALPHAS[ALPHAS.len() - 1]) as usize;

/// For each alpha, in parts of [`ONE`], the number of the value after it, and how far it is to there from the one before, in parts of
/// [`ONE`]. PERF: in the place of eight divisions a position.
static SPREAD: [(u8, u8); LAST_ALPHA + 1] = {
    let mut spread = [(0, 0); LAST_ALPHA + 1];
    let (mut alpha, mut next) = (0, 1);
    while alpha <= LAST_ALPHA {
        while next < ALPHAS.len() - 1 && alpha as i32 >= ONE * ALPHAS[next] {
            next += 1;
        }
        let (low, high) = (ONE * ALPHAS[next - 1], ONE * ALPHAS[next]);
        spread[alpha] = (next as u8, (ONE * (alpha as i32 - low) / (high - low)) as u8);
        alpha += 1;
    }
    spread
};

/// Adds an amazon of this alpha, in parts of [`ONE`].
#[inline(always)]
fn spread(alpha: i32, sign: i32, into: &mut [i32]) {
    let (next, part) = SPREAD[(alpha.max(0) as usize).min(LAST_ALPHA)];
    let (next, part) = (usize::from(next), i32::from(part));
    into[next - 1] += sign * part;
    if next > 1 {
        into[next - 2] += sign * (ONE - part);
    }
}

/// Weights learned from games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learned {
    phases: [PhaseWeights; PHASES.len()],
}

impl Learned {
    /// Weights for each of [`PHASES`].
    #[must_use]
    pub const fn new(phases: [PhaseWeights; PHASES.len()]) -> Self {
        Self { phases }
    }

    /// The weights for each of [`PHASES`].
    #[must_use]
    pub const fn phases(&self) -> &[PhaseWeights; PHASES.len()] {
        &self.phases
    }

    /// The logarithm of the odds that the player to move wins.
    #[inline]
    #[must_use]
    pub fn value(&self, features: &Features) -> f64 {
        let (idx, part) = features.between();
        let [low, high] = sums([&self.phases[idx], &self.phases[idx + 1]], &features.numbers).map(f64::from);
        (low + part * (high - low)) / f64::from(ONE * WEIGHT_ONE)
    }
}

/// The numbers by each of two sets of weights.
#[multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn sums(weights: [&PhaseWeights; 2], numbers: &[i32; N_FEATURES]) -> [i32; 2] {
    weights.map(|weights| weights.iter().zip(numbers).map(|(weight, number)| weight * number).sum())
}

/// Learned from 5,507 games, see docs/AMAZONS.md.
pub static LEARNED: Learned = Learned::new(LEARNED_WEIGHTS);

#[cfg(test)]
mod tests {
    use tesuji_amazons::{Position, Setup, Size};

    use super::super::{AmazonsEvaluator, Evaluation};
    use super::*;

    /// Features that have nothing but these numbers, at this phase.
    fn features(numbers: &[(usize, i32)], phase: i32) -> Features {
        let mut features = Features { numbers: [0; N_FEATURES], phase };
        for &(idx, number) in numbers {
            features.numbers[idx] = number;
        }
        features
    }

    #[test]
    fn weights_change_evenly_between_phases() {
        let mut phases = [[0; N_FEATURES]; PHASES.len()];
        (phases[1][0], phases[2][0], phases[2][1]) = (WEIGHT_ONE, 3 * WEIGHT_ONE, -WEIGHT_ONE);
        let learned = Learned::new(phases);
        let two = [(0, 2 * ONE), (1, ONE)];
        for (phase, value) in [(0, 0.0), (PHASES[1] / 2, 1.0), (PHASES[1], 2.0), (PHASES[2], 5.0), (PHASES[6], 0.0)] {
            assert_eq!(learned.value(&features(&two, phase)), value, "phase {phase}");
        }
        let middle = PHASES[1].midpoint(PHASES[2]);
        assert_eq!(learned.value(&features(&two, middle)), 3.5);
        assert_eq!(features(&[], 8_000).between(), (PHASES.len() - 2, 1.0), "beyond the last phase its weights go on");
    }

    #[test]
    fn amazons_count_for_the_values_next_to_their_alpha() {
        let of = |alpha: i32| {
            let mut into = [0; ALPHAS.len() - 1];
            spread(alpha * ONE, 1, &mut into);
            into
        };
        assert_eq!(of(0), [0; 6]);
        assert_eq!(of(1), [ONE, 0, 0, 0, 0, 0]);
        assert_eq!(of(6), [0, ONE / 2, ONE / 2, 0, 0, 0]);
        assert_eq!(of(500), [0, 0, 0, 0, 0, ONE]);
    }

    #[test]
    fn the_player_with_more_room_is_ahead() {
        let size = Size::new(6, 1).expect("a size");
        let setup = Setup { black: vec![0], white: vec![5], arrows: vec![4], ..Setup::empty(size) };
        let position = Position::new(&setup).expect("a position");
        let mut evaluator = AmazonsEvaluator::new(Evaluation::Learned);
        assert_eq!(evaluator.features(&position).phase, 0, "nothing is shared");
        assert!(evaluator.value(&position) > 1.0);
        assert!(evaluator.value(&position.with_to_move(tesuji_board::Player::White)) < -1.0);
    }
}
