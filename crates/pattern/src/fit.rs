//! Fitting a model to games.
//!
//! Each move of a game is a choice among the empty cells. The weights are those that make the choices in the games most
//! likely, with a penalty for large weights. They are found by stochastic gradient descent, one position for each step,
//! with step sizes by Adagrad (Duchi, Hazan and Singer, JMLR 12, 2011). Some games are held out; how well the model
//! guesses their moves is the figure to quote.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;
use tesuji_board::Cell;
use tesuji_game::Game;
use tesuji_hex::{Action, GameResult, Move, Position, Record, WinReason};

use crate::feature::{Feature, Scene};
use crate::model::{Model, UNITS_A_NAT, to_chances};

/// How a model is fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct FitConfig {
    /// Determines everything random: which games are held out, and the order in which the others are used.
    pub seed: u64,
    /// How many times all games are used.
    pub n_rounds: u32,
    /// The length of the first steps.
    pub rate: f32,
    /// The cost of a weight: this half times its square, for each position in which the weight occurs.
    pub penalty: f32,
    /// A feature is kept if at least this many of the moves made have it.
    pub least: u32,
    /// One game out of this many is held out; 0 for none.
    pub hold_out: usize,
    /// Games with fewer moves are left out.
    pub least_moves: usize,
    /// What the model says about its origin.
    pub origin: String,
}

impl Default for FitConfig {
    fn default() -> Self {
        Self {
            seed: 1,
            n_rounds: 12,
            rate: 0.3,
            penalty: 1e-5,
            least: 6,
            hold_out: 10,
            least_moves: 10,
            origin: String::new(),
        }
    }
}

/// How well a model guesses the moves of games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Accuracy {
    /// The number of moves to be guessed.
    pub n_moves: u64,
    /// How often the model rated the move made as the likeliest.
    pub n_first: u64,
    /// How often the move made was among the five likeliest.
    pub n_first_five: u64,
    /// The sum of the logarithms of the chances that the moves made were given.
    pub log_likelihood: f64,
}

/// A fitted model, and what it was fitted to.
#[derive(Clone, Debug)]
pub struct FitResult {
    /// The model.
    pub model: Model,
    /// The number of games used for fitting, and of games held out.
    pub n_games: [usize; 2],
    /// Games left out: not decided by play or resignation, too short, or with moves that cannot be made.
    pub n_left_out: usize,
    /// On the games used for fitting (in the last round, while weights still changed) and on those held out.
    pub accuracy: [Accuracy; 2],
}

/// A move to be guessed.
struct MoveChoice {
    scene: Scene,
    empties: Vec<Cell>,
    /// The index in `empties` of the cell taken.
    taken: usize,
}

/// Fits a model to games. The same games in the same order, with the same settings, give the same model on any machine.
///
/// It learns from the moves of both players from the second stone on, but not from swaps or from anything after a
/// resignation. `progress` is called before each round, and before the model is tested on the games at the end.
#[must_use]
pub fn fit(records: &[Record], config: &FitConfig, progress: &mut dyn FnMut(u32)) -> FitResult {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed);
    let mut games: Vec<&Record> = records.iter().filter(|record| is_fit(record, config.least_moves)).collect();
    let n_left_out = records.len() - games.len();
    games.shuffle(&mut rng);
    let n_held = games.len().checked_div(config.hold_out).unwrap_or(0);
    let held = games.split_off(games.len() - n_held);
    let mut learner = Learner::new(count(&games, config.least), config);
    let mut fitted = Accuracy::default();
    for round in 0..config.n_rounds {
        progress(round);
        games.shuffle(&mut rng);
        fitted = Accuracy::default();
        for record in &games {
            for_each_choice(record, &mut |choice| learner.learn(choice, &mut fitted));
        }
    }
    progress(config.n_rounds);
    let model = learner.model(&config.origin);
    let held_out = accuracy(&model, held.iter().copied());
    FitResult { model, n_games: [games.len(), held.len()], n_left_out, accuracy: [fitted, held_out] }
}

/// How well a model guesses the moves of these games.
pub fn accuracy<'r>(model: &Model, records: impl IntoIterator<Item = &'r Record>) -> Accuracy {
    let (mut accuracy, mut chances) = (Accuracy::default(), Vec::new());
    for record in records {
        for_each_choice(record, &mut |choice| {
            model.chances(&choice.scene, choice.empties.iter().copied(), &mut chances);
            accuracy.add(&chances, choice.taken);
        });
    }
    accuracy
}

impl Accuracy {
    fn add(&mut self, chances: &[f32], taken: usize) {
        let chance = chances[taken];
        let n_before = chances.iter().filter(|&&other| other > chance).count();
        self.n_moves += 1;
        self.n_first += u64::from(n_before == 0);
        self.n_first_five += u64::from(n_before < 5);
        self.log_likelihood += libm::log(f64::from(chance).max(f64::MIN_POSITIVE));
    }

    /// How often the model rated the move made as the likeliest, as a fraction; 0 without moves.
    #[must_use]
    pub fn first(&self) -> f64 {
        self.n_first as f64 / self.n_moves.max(1) as f64
    }

    /// How often it was among the five likeliest.
    #[must_use]
    pub fn first_five(&self) -> f64 {
        self.n_first_five as f64 / self.n_moves.max(1) as f64
    }

    /// The mean logarithm of the chance of the move made, in nats.
    #[must_use]
    pub fn mean_log_likelihood(&self) -> f64 {
        self.log_likelihood / self.n_moves.max(1) as f64
    }
}

/// Whether the game was played to its end, on the board or by resignation, and can be replayed.
fn is_fit(record: &Record, least_moves: usize) -> bool {
    let is_decided = match record.result {
        Some(GameResult::Win(_, reason)) => matches!(reason, None | Some(WinReason::Resignation)),
        _ => false,
    };
    let is_long = record.moves.len() >= least_moves && record.check_searchable().is_ok();
    is_decided && is_long && record.final_position().is_ok()
}

/// The comment in records of our matches on a move that no player chose.
const OPENING: &str = "opening";

/// Calls `visit` for every choice of a game that can be learnt from.
fn for_each_choice(record: &Record, visit: &mut impl FnMut(&MoveChoice)) {
    let Ok(mut position) = record.start() else { return };
    let (mut last, mut before) = (None, None);
    for (idx, mv) in record.moves.iter().enumerate() {
        match mv.action {
            Action::Place(cell) => {
                position.set_to_move(mv.player);
                // The first stone is often placed so that it is not worth swapping, and openings of matches are drawn
                // at random.
                if has_stones(&position) && record.comments.get(&(idx + 1)).is_none_or(|said| said != OPENING) {
                    let empties: Vec<Cell> = position.empties().iter().collect();
                    if let Some(taken) = empties.iter().position(|&empty| empty == cell) {
                        visit(&MoveChoice { scene: Scene::new(&position, last, before), empties, taken });
                    }
                }
                if position.play(Move::Place(cell)).is_err() {
                    return;
                }
                (last, before) = (Some(cell), last);
            }
            Action::SwapPieces => {
                if position.play(Move::Swap).is_err() {
                    return;
                }
                last = None;
            }
            Action::SwapSides => position.exchange_sides(),
            Action::Pass => position.set_to_move(mv.player.opponent()),
            Action::Resign | Action::Forfeit => return,
        }
    }
}

fn has_stones(position: &Position) -> bool {
    position.topology().cells().any(|cell| position.stone(cell).is_some())
}

/// The features that enough of the moves made have.
fn count(games: &[&Record], least: u32) -> Vec<Feature> {
    let mut counts: FxHashMap<Feature, u32> = FxHashMap::default();
    for record in games {
        for_each_choice(record, &mut |choice| {
            for feature in choice.scene.features(choice.empties[choice.taken]) {
                *counts.entry(feature.canonical()).or_default() += 1;
            }
        });
    }
    let mut features: Vec<Feature> =
        counts.into_iter().filter(|&(_, count)| count >= least).map(|(feature, _)| feature).collect();
    features.sort_unstable();
    features
}

/// A parameter that is fitted.
#[derive(Clone, Copy, Default)]
struct FitParameter {
    weight: f32,
    /// The sum of the squares of its gradients.
    squares: f32,
    /// Its gradient in the current position.
    gradient: f32,
    is_touched: bool,
}

struct Learner {
    features: Vec<Feature>,
    /// The parameter of each feature, images included.
    numbers: FxHashMap<Feature, u32>,
    parameters: Vec<FitParameter>,
    rate: f32,
    penalty: f32,
    /// The parameters of each move, one move after the other, and where those of each move end.
    seen: Vec<u32>,
    ends: Vec<usize>,
    chances: Vec<f32>,
    touched: Vec<u32>,
}

impl Learner {
    fn new(features: Vec<Feature>, config: &FitConfig) -> Self {
        let mut numbers = FxHashMap::default();
        for (number, feature) in (0..).zip(&features) {
            numbers.insert(*feature, number);
            numbers.insert(feature.turned(), number);
        }
        Self {
            parameters: vec![FitParameter::default(); features.len()],
            features,
            numbers,
            rate: config.rate,
            penalty: config.penalty,
            seen: Vec::new(),
            ends: Vec::new(),
            chances: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// Takes a step towards the choice made.
    fn learn(&mut self, choice: &MoveChoice, accuracy: &mut Accuracy) {
        let Self { numbers, parameters, seen, ends, chances, touched, .. } = self;
        seen.clear();
        ends.clear();
        chances.clear();
        touched.clear();
        for &cell in &choice.empties {
            let first = seen.len();
            seen.extend(choice.scene.features(cell).filter_map(|feature| numbers.get(&feature)));
            ends.push(seen.len());
            chances.push(seen[first..].iter().map(|&number| parameters[number as usize].weight).sum());
        }
        to_chances(chances);
        accuracy.add(chances, choice.taken);
        let mut first = 0;
        for (idx, (&end, &chance)) in ends.iter().zip(&*chances).enumerate() {
            let error = chance - f32::from(u8::from(idx == choice.taken));
            for &number in &seen[first..end] {
                let parameter = &mut parameters[number as usize];
                parameter.gradient += error;
                if !parameter.is_touched {
                    parameter.is_touched = true;
                    touched.push(number);
                }
            }
            first = end;
        }
        for &number in &*touched {
            let parameter = &mut parameters[number as usize];
            let gradient = parameter.gradient + self.penalty * parameter.weight;
            parameter.squares += gradient * gradient;
            if parameter.squares > 0.0 {
                parameter.weight -= self.rate * gradient / parameter.squares.sqrt();
            }
            (parameter.gradient, parameter.is_touched) = (0.0, false);
        }
    }

    /// The model with the weights found, without those that are 0.
    fn model(&self, origin: &str) -> Model {
        let rounded =
            |weight: f32| (weight * UNITS_A_NAT).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
        let weights: BTreeMap<Feature, i16> = self
            .features
            .iter()
            .zip(&self.parameters)
            .map(|(&feature, parameter)| (feature, rounded(parameter.weight)))
            .filter(|&(_, weight)| weight != 0)
            .collect();
        Model::new(origin, weights)
    }
}
