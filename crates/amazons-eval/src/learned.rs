//! An evaluation in which every number is learned from games.
//!
//! The value of a position is the logarithm of the odds that the player to move wins. It is a sum over *features* with
//! weights that depend on the phase of the game:
//!
//! - for each pair of classes of distance ([`SquareContest`]): the squares where the player to move has the first class and
//!   the opponent the second, minus those where it is the other way round;
//! - for some values of alpha (Lieberum 2005, see [`Mobility`]): own amazons minus the opponent's with about that
//!   alpha. An amazon between two values counts for both, more for the nearer one;
//! - 1, for being the player to move.
//!
//! The phase measures how far the players are entangled ([`SquareContest::entangled_eighths`]), divided by the number of
//! squares. Weights are given for some phases, and change linearly between them. Everything is computed in whole
//! numbers until the last division, so a value is the same on any machine.

use multiversion::multiversion;

use super::contest::{N_LEADS, SquareContest};
use super::mobility::Mobility;
use super::weights_learned::LEARNED_WEIGHTS;

/// The number of features of a position.
pub const N_FEATURES: usize = N_LEADS + ALPHAS.len() - 1 + 1;

/// The phases for which there are weights: entangled squares divided by all squares, in units of 1/8,000.
pub const PHASES: [i32; 7] = [0, 160, 480, 1120, 2080, 3360, 5200];

/// The values of alpha. All except the first have a feature.
const ALPHAS: [i32; 7] = [0, 1, 4, 8, 14, 22, 35];

/// The unit of features: this number stands for 1.
pub const ONE: i32 = 64;

/// The unit of weights: this number stands for 1 in the natural logarithm.
pub const WEIGHT_ONE: i32 = 4096;

/// The weights of all features in one phase.
pub type PhaseWeights = [i32; N_FEATURES];

/// The features of a position and its phase, from the view of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// The features, in units of 1/[`ONE`].
    pub numbers: [i32; N_FEATURES],
    /// The phase, in units of 1/8,000; 0 if no square is reached by both.
    pub phase: i32,
}

impl Features {
    /// The features of a board with `n_squares` squares.
    #[inline]
    #[must_use]
    pub fn new(contest: &SquareContest, mobility: &Mobility, n_squares: usize) -> Self {
        let mut numbers = [0; N_FEATURES];
        let (leads, rest) = numbers.split_at_mut(N_LEADS);
        let (alphas, to_move) = rest.split_at_mut(ALPHAS.len() - 1);
        for (number, lead) in leads.iter_mut().zip(&contest.leads) {
            *number = ONE * lead;
        }
        alphas.copy_from_slice(&by_alphas(mobility));
        to_move[0] = ONE;
        Self { numbers, phase: contest.entangled_eighths * 1000 / n_squares.max(1) as i32 }
    }

    /// The index of the phase in [`PHASES`] before this one, and how far this one is towards the next, from 0 to 1.
    #[inline]
    #[must_use]
    pub fn between(&self) -> (usize, f64) {
        // PERF: counted, not searched: the phase can be anything, and a branch would be mispredicted half of the time.
        let idx = PHASES[1..PHASES.len() - 1].iter().map(|&phase| usize::from(self.phase >= phase)).sum::<usize>();
        let (low, high) = (PHASES[idx], PHASES[idx + 1]);
        (idx, (f64::from(self.phase - low) / f64::from(high - low)).min(1.0))
    }
}

/// The last value of alpha that is distinguished, in units of 1/[`ONE`].
const LAST_ALPHA: u32 = (ONE * ALPHAS[ALPHAS.len() - 1]) as u32;

/// For each alpha, in units of 1/[`ONE`]: the index of the next value in [`ALPHAS`], and how far alpha is from the one
/// before towards it, in units of 1/[`ONE`]. PERF: replaces eight divisions per position.
static SPREAD: [(u8, u8); LAST_ALPHA as usize + 1] = {
    let mut spread = [(0, 0); LAST_ALPHA as usize + 1];
    let (mut alpha, mut next) = (0, 1);
    while alpha <= LAST_ALPHA as usize {
        while next < ALPHAS.len() - 1 && alpha as i32 >= ONE * ALPHAS[next] {
            next += 1;
        }
        let (low, high) = (ONE * ALPHAS[next - 1], ONE * ALPHAS[next]);
        spread[alpha] = (next as u8, (ONE * (alpha as i32 - low) / (high - low)) as u8);
        alpha += 1;
    }
    spread
};

/// Own amazons minus the opponent's by their alphas, in units of 1/[`ONE`].
///
/// PERF: the sums are packed into one number, 16 bits each, so that none has to be stored before the next amazon is
/// added. They begin at [`MIDDLE`], because the opponent's amazons are subtracted.
#[inline]
fn by_alphas(mobility: &Mobility) -> [i32; ALPHAS.len() - 1] {
    let amazon = |alpha: u32| {
        let (next, part) = SPREAD[alpha.min(LAST_ALPHA) as usize];
        let both = (ONE as u64 - u64::from(part)) | u64::from(part) << 16;
        u128::from(both) << (16 * (u32::from(next) - 1))
    };
    let mut sums = u128::MAX / 0xffff * u128::from(MIDDLE);
    for alpha in mobility.in_parts(0, ONE) {
        sums += amazon(alpha);
    }
    for alpha in mobility.in_parts(1, ONE) {
        sums -= amazon(alpha);
    }
    std::array::from_fn(|idx| i32::from((sums >> (16 * (idx + 1))) as u16) - i32::from(MIDDLE))
}

/// More than the total count of all amazons of a player.
const MIDDLE: u16 = 1 << 15;

/// Weights learned from games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learned {
    phases: [PhaseWeights; PHASES.len()],
}

impl Learned {
    /// An evaluation with these weights for each of [`PHASES`].
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

/// The sums of the numbers, weighted with each of two sets of weights.
#[multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn sums(weights: [&PhaseWeights; 2], numbers: &[i32; N_FEATURES]) -> [i32; 2] {
    let mut sums = [0; 2];
    for idx in 0..N_FEATURES {
        sums[0] += weights[0][idx] * numbers[idx];
        sums[1] += weights[1][idx] * numbers[idx];
    }
    sums
}

/// The weights learned from 5,507 games, see docs/AMAZONS-EVALUATION.md.
pub static LEARNED: Learned = Learned::new(LEARNED_WEIGHTS);

#[cfg(feature = "testing")]
mod tests {
    use tesuji_amazons::{Position, Setup, Size};

    use super::super::{AmazonsEvaluator, Evaluation};
    use super::*;

    /// Features with only these numbers, at this phase.
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
        assert_eq!(features(&[], 8_000).between(), (PHASES.len() - 2, 1.0), "after the last phase its weights stay");
    }

    #[test]
    fn amazons_count_for_the_values_next_to_their_alpha() {
        let of = |alpha: i32| by_alphas(&Mobility::of_one(f64::from(alpha)));
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
        assert_eq!(evaluator.features(&position).phase, 0, "no square is reached by both");
        assert!(evaluator.value(&position) > 1.0);
        assert!(evaluator.value(&position.with_to_move(tesuji_board::Player::White)) < -1.0);
    }
}
