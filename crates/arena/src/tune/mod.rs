//! Tunes the settings of a player by games: a search for better numbers, step by step, each step a small match.
//!
//! [`TuneSpec`] says what is tuned, [`Tuning`] takes the steps. What a step plays follows from the settings, the seed
//! and the results before it. So a run that was stopped goes on as if it had not been, on any number of threads.

mod parameter;
mod run;
pub mod spsa;
#[cfg(feature = "testing")]
mod tests;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use tesuji_board::syntax::plain;
use tesuji_engine::{PlayerSpec, Session};
use toml::Table;

use self::spsa::{Gains, Spsa};
use crate::control::{Control, ControlError};
use crate::seed;
use crate::short::{ShortEngine, ShortError, ShortMatch};
use crate::stats::Games;

pub use parameter::Parameter;

/// Error of a tuning run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuneError {
    /// A setting that the player does not have, or not as a number.
    #[error("`{name}`: {fault}")]
    Parameter {
        /// Its name.
        name: String,
        /// The fault.
        fault: String,
    },
    /// A number of games or steps that makes no sense.
    #[error("{0}")]
    Senseless(String),
    /// The match of a step cannot be written.
    #[error(transparent)]
    Short(#[from] ShortError),
    /// The match of a step cannot be played.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// The state of an earlier run is not that of this one, or cannot be read.
    #[error("{0}")]
    State(String),
    /// A game failed repeatedly, by nobody's fault.
    #[error("game {number} of step {step} cannot be played: {why}")]
    Stuck {
        /// The step, counted from 1.
        step: u64,
        /// The game in it, counted from 1.
        number: u64,
        /// The reason.
        why: String,
    },
}

/// Specification of a tuning run.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneSpec {
    /// The settings of the player, as in a control file.
    pub player: Table,
    /// The settings that are tuned. At least one.
    pub parameters: Vec<Parameter>,
    /// The games of a step: game, openings, time and playouts, and [`ShortMatch::games`] for their number. The players
    /// in it are the opponent, if there is a fixed one; otherwise the two points of a step play each other.
    pub games: ShortMatch,
    /// The number of steps.
    pub n_steps: u64,
    /// Gains of the steps.
    pub gains: Gains,
    /// The folder from which programs and files of openings are looked up.
    pub here: PathBuf,
}

/// The result of a step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepResult {
    /// The values of the first point that was compared, in the order of the parameters.
    pub first: Vec<f64>,
    /// Numbers of the second player.
    pub second: Vec<f64>,
    /// Wins, draws and losses of the first point: against the second, or against the opponent.
    pub first_games: [u64; 3],
    /// Wins, draws and losses of the second point.
    pub second_games: [u64; 3],
}

impl StepResult {
    /// The score of the first point minus that of the second, from -1 to 1.
    fn difference(&self) -> f64 {
        let score = |[wins, draws, losses]: [u64; 3]| {
            let n = (wins + draws + losses).max(1) as f64;
            (wins as f64 + draws as f64 / 2.0) / n
        };
        score(self.first_games) - score(self.second_games)
    }

    /// Number of games played for it; in those between the two points, each is counted once.
    fn n_games(&self, is_between: bool) -> u64 {
        let sum = |games: [u64; 3]| games.iter().sum::<u64>();
        sum(self.first_games) + if is_between { 0 } else { sum(self.second_games) }
    }
}

/// A search in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    spec: TuneSpec,
    /// The value of each parameter before the first step.
    start: Vec<f64>,
    results: Vec<StepResult>,
    spsa: Spsa,
}

/// Saved state of a run: what was tuned, in words, and the results of its steps. There are no times in it, so that
/// equal runs leave equal bytes.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TuneState {
    tesuji_tuning: u32,
    terms: String,
    steps: Vec<StepResult>,
}

/// The version of the state.
const VERSION: u32 = 1;

/// Report on a tuning run, as plain data.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TuneReport {
    /// Steps taken.
    pub steps: u64,
    /// Steps in all.
    pub steps_planned: u64,
    /// Games played.
    pub games: u64,
    /// The settings that are tuned.
    pub parameters: Vec<ParameterReport>,
    /// The results of the steps.
    pub results: Vec<StepResult>,
}

/// Result for one setting.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ParameterReport {
    /// Its name.
    pub name: String,
    /// The least value allowed.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// The value before the first step.
    pub start: f64,
    /// The best estimate: the mean over the second half of the steps.
    pub tuned: f64,
    /// The value after each step.
    pub values: Vec<f64>,
}

impl Tuning {
    /// Begins a search.
    ///
    /// # Errors
    ///
    /// If a setting does not exist, or the ends of its range are not allowed.
    pub fn new(spec: TuneSpec) -> Result<Self, TuneError> {
        if spec.parameters.is_empty() {
            return Err(TuneError::Senseless("there is nothing to tune: name a setting and its range".to_owned()));
        }
        if spec.n_steps == 0 {
            return Err(TuneError::Senseless("there has to be at least one step".to_owned()));
        }
        let usual = with_defaults(&spec.player)?;
        let start: Vec<f64> = spec
            .parameters
            .iter()
            .map(|parameter| {
                let stated = parameter.start.or_else(|| parameter.get(&spec.player)).or_else(|| parameter.get(&usual));
                // The numbers of a section that is not written are not known here.
                let value = stated.unwrap_or_else(|| f64::midpoint(parameter.low, parameter.high));
                parameter.value(parameter.place(value))
            })
            .collect();
        let places = spec.parameters.iter().zip(&start).map(|(parameter, &value)| parameter.place(value)).collect();
        let least = spec.parameters.iter().map(Parameter::least_change).collect();
        let spsa = Spsa::new(places, least, spec.n_steps, spec.gains, spec.games.seed);
        let tuning = Self { spec, start, results: Vec::new(), spsa };
        tuning.check()?;
        Ok(tuning)
    }

    /// Goes on with an earlier run of the same search, from the text of its [`state`](Self::state).
    ///
    /// # Errors
    ///
    /// If it is the state of another search, or cannot be read.
    pub fn resume(spec: TuneSpec, state: &str) -> Result<Self, TuneError> {
        let mut tuning = Self::new(spec)?;
        let state: TuneState =
            serde_json::from_str(state).map_err(|error| TuneError::State(plain(&error.to_string())))?;
        if state.tesuji_tuning != VERSION {
            let fault = format!("it has version {}, and this program reads {VERSION}", state.tesuji_tuning);
            return Err(TuneError::State(fault));
        }
        let terms = tuning.terms();
        if state.terms != terms {
            let differs = state.terms.lines().zip(terms.lines()).find(|(before, now)| before != now);
            let (before, now) = differs.unwrap_or(("more or less", "something else"));
            return Err(TuneError::State(format!("it is of another search: it was `{before}`, and is `{now}`")));
        }
        for (number, result) in (1..).zip(state.steps) {
            let Some([first, second]) = tuning.points() else {
                return Err(TuneError::State("it has more steps than the search".to_owned()));
            };
            if [&first, &second] != [&result.first, &result.second] {
                return Err(TuneError::State(format!("step {number} compares other values than it must")));
            }
            tuning.record(result);
        }
        Ok(tuning)
    }

    /// The state of the search, to go on from later. Equal searches have equal texts.
    #[must_use]
    pub fn state(&self) -> String {
        let state = TuneState { tesuji_tuning: VERSION, terms: self.terms(), steps: self.results.clone() };
        // Plain data with text for keys can always be written.
        serde_json::to_string_pretty(&state).unwrap_or_default() + "\n"
    }

    /// Everything that the search depends on, in lines.
    fn terms(&self) -> String {
        let Self { spec, .. } = self;
        let mut lines = Vec::new();
        for (parameter, start) in spec.parameters.iter().zip(&self.start) {
            lines.push(format!("{} from {} to {}, at {start}", parameter.name, parameter.low, parameter.high));
        }
        lines.push(format!("steps {}", spec.n_steps));
        lines.push(format!("perturbation {}, step {}", spec.gains.perturbation, spec.gains.step));
        // The match of the first step, with the values before it, has everything else. It was written before.
        lines.push(self.written(0, [&self.start, &self.start]).unwrap_or_default());
        lines.join("\n")
    }

    /// Checks that the player can be played with the ends of all ranges.
    fn check(&self) -> Result<(), TuneError> {
        let ends: [fn(&Parameter) -> f64; 2] = [|parameter| parameter.low, |parameter| parameter.high];
        for end in ends {
            for (at, parameter) in self.spec.parameters.iter().enumerate() {
                let mut values = self.start.clone();
                values[at] = end(parameter);
                let player: Result<PlayerSpec, _> = self.player(&values)?.try_into();
                let player = player.map_err(|error: toml::de::Error| plain(error.message()));
                let accepted = player.and_then(|player| {
                    let session = Session::new(&self.spec.games.game).map_err(|error| error.to_string())?;
                    session.accepts(&player).map_err(|error| error.to_string())
                });
                accepted.map_err(|fault| TuneError::Parameter {
                    name: parameter.name.clone(),
                    fault: format!("at {}: {fault}", values[at]),
                })?;
            }
        }
        self.control(0, [&self.start, &self.start]).map(drop)
    }

    /// The player with these values.
    ///
    /// # Errors
    ///
    /// If there cannot be such a setting.
    pub fn player(&self, values: &[f64]) -> Result<Table, TuneError> {
        let mut player = self.spec.player.clone();
        for (parameter, &value) in self.spec.parameters.iter().zip(values) {
            parameter.set(&mut player, value)?;
        }
        Ok(player)
    }

    /// Whether the two points of a step play each other.
    fn is_between(&self) -> bool {
        self.spec.games.players.is_empty()
    }

    /// The match of a step as a control file.
    fn written(&self, step: u64, [first, second]: [&[f64]; 2]) -> Result<String, TuneError> {
        let own = |name: &str, values: &[f64]| Ok(ShortEngine::Own(name.to_owned(), self.player(values)?));
        let mut players: Vec<ShortEngine> = self.spec.games.players.clone();
        players
            .extend([own("first", first), own("second", second)].into_iter().collect::<Result<Vec<_>, TuneError>>()?);
        let seed = seed::of(self.spec.games.seed, "step", step) >> 1;
        let games = ShortMatch { players, seed, sprt: None, jobs: None, ..self.spec.games.clone() };
        Ok(games.control(&self.spec.here)?)
    }

    /// The match of a step.
    fn control(&self, step: u64, [first, second]: [&[f64]; 2]) -> Result<Control, TuneError> {
        let mut control = Control::parse(&self.written(step, [first, second])?, &self.spec.here)?;
        if !self.is_between() {
            control.terms.format = crate::control::Format::Gauntlet;
        }
        Ok(control)
    }

    /// The values of the two points to compare next; `None` after the last step.
    #[must_use]
    pub fn points(&self) -> Option<[Vec<f64>; 2]> {
        let values = |places: Vec<f64>| {
            self.spec.parameters.iter().zip(places).map(|(parameter, place)| parameter.value(place)).collect()
        };
        Some(self.spsa.pair()?.map(values))
    }

    fn record(&mut self, result: StepResult) {
        self.spsa.record(result.difference());
        self.results.push(result);
    }

    /// Number of steps taken.
    #[must_use]
    pub fn n_steps(&self) -> u64 {
        self.results.len() as u64
    }

    /// The values before the first step.
    #[must_use]
    pub fn start(&self) -> &[f64] {
        &self.start
    }

    /// The best estimate so far.
    #[must_use]
    pub fn tuned(&self) -> Vec<f64> {
        let places = self.spsa.estimate();
        self.spec.parameters.iter().zip(places).map(|(parameter, place)| parameter.value(place)).collect()
    }

    /// The match that shows what was gained: the player as tuned against the player as it began, as a control file.
    ///
    /// # Errors
    ///
    /// If a setting cannot be written.
    pub fn check_match(&self, games: u64) -> Result<String, TuneError> {
        let own = |name: &str, values: &[f64]| Ok(ShortEngine::Own(name.to_owned(), self.player(values)?));
        let players = [own("tuned", &self.tuned()), own("default", &self.start)];
        let players = players.into_iter().collect::<Result<Vec<_>, TuneError>>()?;
        let seed = seed::of(self.spec.games.seed, "check", 0) >> 1;
        let check = ShortMatch { players, games, seed, sprt: None, ..self.spec.games.clone() };
        Ok(check.control(&self.spec.here)?)
    }

    /// Result so far.
    #[must_use]
    pub fn report(&self) -> TuneReport {
        let tuned = self.tuned();
        let parameters = self.spec.parameters.iter().enumerate().map(|(at, parameter)| ParameterReport {
            name: parameter.name.clone(),
            low: parameter.low,
            high: parameter.high,
            start: self.start[at],
            tuned: tuned[at],
            values: self.spsa.trail().iter().map(|point| parameter.value(point[at])).collect(),
        });
        TuneReport {
            steps: self.n_steps(),
            steps_planned: self.spec.n_steps,
            games: self.results.iter().map(|result| result.n_games(self.is_between())).sum(),
            parameters: parameters.collect(),
            results: self.results.clone(),
        }
    }
}

/// The settings of a player with those that were not stated, as far as they are written out.
fn with_defaults(player: &Table) -> Result<Table, TuneError> {
    let fault = |fault: String| TuneError::Parameter { name: "player".to_owned(), fault };
    let spec: PlayerSpec = player.clone().try_into().map_err(|error: toml::de::Error| fault(plain(error.message())))?;
    Table::try_from(&spec).map_err(|error| fault(error.to_string()))
}

fn counts(games: &Games) -> [u64; 3] {
    [games.wins(), games.draws(), games.losses()]
}
