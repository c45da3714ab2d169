//! Fits the weights of Lieberum's terms to games of self-play.
//!
//! A quick player without look-ahead plays against itself from random openings. Each position of these games records
//! its terms and whether the player to move won. The fit finds the weights under which the results are likeliest, that
//! is, with the least mean log-loss of [`Weights::chance`]. It uses gradient descent with a step size for each number
//! (Kingma and Ba 2015, "Adam"). Of every five games one is held out, and the log-loss there measures the weights.
//!
//! `cargo run --release -p tesuji-eval --example amazons_fit` runs it.

pub mod odds;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_amazons::{Move, Position};
use tesuji_game::{Game, Undo};

use super::{AmazonsEvaluator, Growth, Lines, Mobility, Squares, Terms, Weights, Workspace, terms};

/// How games are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlay {
    /// The number of games.
    pub n_games: u64,
    /// The seed; equal seeds give equal games.
    pub seed: u64,
    /// The number of plies at the start that are random legal moves.
    pub n_random: usize,
    /// Up to this ply, numbers from 0 to `noise` are added to the values of moves; later, from 0 to a quarter of it.
    pub n_noisy: usize,
    /// The noise in squares; see `n_noisy`.
    pub noise: f64,
}

/// A position of a game: what is known about it, and who won.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The number of the game.
    pub game: u64,
    /// Its terms, and alpha of its amazons.
    pub terms: (Terms, Mobility),
    /// w divided by the number of squares.
    pub v: f64,
    /// Whether the player to move won.
    pub is_won: bool,
}

/// One in this many games is held out.
const FOLDS: u64 = 5;

impl Sample {
    /// Whether its game is held out, so that no weight is fitted to it.
    #[must_use]
    pub const fn is_held_out(&self) -> bool {
        self.game % FOLDS == FOLDS - 1
    }
}

/// Plays games with the evaluation by `weights`, from `start`, and keeps their positions after the random plies.
#[must_use]
pub fn self_play(start: &Position, weights: Weights, settings: SelfPlay) -> Vec<Sample> {
    let size = start.size();
    let lines = Lines::<3>::new(usize::from(size.columns), usize::from(size.rows)).expect("a board of a position");
    let mut evaluator = AmazonsEvaluator::with_weights(weights);
    let mut samples = Vec::new();
    let mut workspace = Workspace::default();
    for game in 0..settings.n_games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed.wrapping_add(game));
        let (mut position, mut players) = (start.clone(), Vec::new());
        let first = samples.len();
        let mut ply = 0;
        while position.outcome().is_none() {
            let mv = if ply < settings.n_random {
                let moves = position.moves();
                moves[random.random_range(0..moves.len())]
            } else {
                let terms = terms(&lines, &Squares::of(&position), &mut workspace);
                let v = Weights::phase(&terms, position.n_squares());
                samples.push(Sample { game, terms: (terms, *workspace.mobility()), v, is_won: false });
                players.push(position.to_move());
                let noise = if ply < settings.n_noisy { settings.noise } else { settings.noise / 4.0 };
                best_move(&mut position, &mut evaluator, noise, &mut random)
            };
            position.play_unchecked(mv);
            ply += 1;
        }
        let loser = position.to_move();
        for (sample, player) in samples[first..].iter_mut().zip(players) {
            sample.is_won = player != loser;
        }
    }
    samples
}

/// The move after which the opponent's value minus noise is the least.
fn best_move(
    position: &mut Position,
    evaluator: &mut AmazonsEvaluator,
    noise: f64,
    random: &mut Xoshiro256PlusPlus,
) -> Move {
    let moves = position.moves();
    let mut best = (f64::INFINITY, moves[0]);
    for mv in moves {
        let undone = position.play_undoable(mv);
        let value = evaluator.value(position) - noise * random.random::<f64>();
        position.undo(undone);
        if value < best.0 {
            best = (value, mv);
        }
    }
    best.1
}

/// The mean log-loss of the chances that `weights` give, in nats; a coin has ln 2. `None` without samples.
pub fn log_loss<'a>(weights: &Weights, samples: impl IntoIterator<Item = &'a Sample>) -> Option<f64> {
    let (mut sum, mut n) = (0.0, 0_u64);
    for sample in samples {
        let value = weights.value(&sample.terms.0, &sample.terms.1, sample.v);
        let chance = weights.chance(value, sample.v).clamp(1e-9, 1.0 - 1e-9);
        sum -= if sample.is_won { chance.ln() } else { (1.0 - chance).ln() };
        n += 1;
    }
    (n > 0).then(|| sum / n as f64)
}

/// Which weights are fitted; the others stay as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fitted {
    /// All.
    All,
    /// The scale of chances and kappa, with t1 as the only term, for comparison with the other terms.
    FirstReachAlone,
}

/// Fits `start` to the samples that are not held out, by `n_steps` steps. `None` if there are none.
#[must_use]
pub fn fit(start: Weights, samples: &[Sample], fitted: Fitted, n_steps: u32) -> Option<Weights> {
    const RATE: f64 = 0.05;
    const FIRST: f64 = 0.9;
    const SECOND: f64 = 0.99;
    let training: Vec<&Sample> = samples.iter().filter(|sample| !sample.is_held_out()).collect();
    let start = match fitted {
        Fitted::All => start,
        Fitted::FirstReachAlone => start.first_reach_alone(),
    };
    let n_numbers = match fitted {
        Fitted::All => N_NUMBERS,
        Fitted::FirstReachAlone => N_WITHOUT_TERMS,
    };
    let mut numbers = to_numbers(&start);
    let (mut mean, mut square) = ([0.0; N_NUMBERS], [0.0; N_NUMBERS]);
    for step in 1..=n_steps {
        // The rate falls to 0 towards the end.
        let rate = RATE * (1.0 - f64::from(step - 1) / f64::from(n_steps));
        let gradient = gradient(&numbers, n_numbers, &start, &training)?;
        for i in 0..n_numbers {
            mean[i] = FIRST * mean[i] + (1.0 - FIRST) * gradient[i];
            square[i] = SECOND * square[i] + (1.0 - SECOND) * gradient[i] * gradient[i];
            let unbiased = mean[i] / (1.0 - FIRST.powi(step as i32));
            let size = (square[i] / (1.0 - SECOND.powi(step as i32))).sqrt();
            numbers[i] = (numbers[i] - rate * unbiased / (size + 1e-8)).clamp(-MOST, MOST);
        }
    }
    Some(from_numbers(&numbers, &start, n_numbers))
}

const N_NUMBERS: usize = 12;
/// How many of the numbers, at the front, do not belong to one term.
const N_WITHOUT_TERMS: usize = 3;
/// The largest magnitude of a number, so that nothing overflows.
const MOST: f64 = 6.0;

/// The weights as unbounded numbers: logarithms of what is positive, and kappa as the argument of a sigmoid with
/// maximum 1/5.
fn to_numbers(weights: &Weights) -> [f64; N_NUMBERS] {
    let kappa = (weights.kappa / 0.2).clamp(0.01, 0.99);
    let logarithm = |value: f64| value.max((-MOST).exp()).ln();
    let of = |growth: Growth| [logarithm(growth.share), logarithm(growth.half)];
    let [c1, c2, t2, mobility] = [weights.c1, weights.c2, weights.t2, weights.mobility].map(of);
    let [sharpness, fading, room] = [weights.sharpness, weights.fading, weights.room].map(logarithm);
    let kappa = (kappa / (1.0 - kappa)).ln();
    [kappa, sharpness, fading, room, c1[0], c1[1], c2[0], c2[1], t2[0], t2[1], mobility[0], mobility[1]]
}

/// The reverse; numbers from `n_numbers` on are those of `start`.
fn from_numbers(numbers: &[f64; N_NUMBERS], start: &Weights, n_numbers: usize) -> Weights {
    let kappa = 0.2 / (1.0 + (-numbers[0]).exp());
    let [sharpness, fading, room] = [1, 2, 3].map(|i: usize| numbers[i].exp());
    if n_numbers == N_WITHOUT_TERMS {
        return Weights { kappa, sharpness, fading, ..*start };
    }
    let growth = |i: usize| Growth { share: numbers[i].exp(), half: numbers[i + 1].exp() };
    Weights { kappa, sharpness, fading, room, c1: growth(4), c2: growth(6), t2: growth(8), mobility: growth(10) }
}

/// The gradient of the mean log-loss, by differences.
fn gradient(
    numbers: &[f64; N_NUMBERS],
    n_numbers: usize,
    start: &Weights,
    samples: &[&Sample],
) -> Option<[f64; N_NUMBERS]> {
    const STEP: f64 = 1e-4;
    let mut gradient = [0.0; N_NUMBERS];
    for i in 0..n_numbers {
        let at = |step: f64| {
            let mut moved = *numbers;
            moved[i] += step;
            log_loss(&from_numbers(&moved, start, n_numbers), samples.iter().copied())
        };
        gradient[i] = (at(STEP)? - at(-STEP)?) / (2.0 * STEP);
    }
    Some(gradient)
}

#[cfg(feature = "testing")]
mod tests;
