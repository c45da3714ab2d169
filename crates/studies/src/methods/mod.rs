//! Methods of studies: one module for each kind of measurement.

mod amazons;
mod boards;
mod claims;
mod contests;
mod matches;
mod moves;
mod networks;
mod patterns;
mod playouts;
mod preclusion;
mod predictors;
mod problems;
mod strategies;
mod traces;
mod two_stones;

use std::sync::atomic::AtomicBool;

use serde::Deserialize;
use tesuji_arena::Tally;

pub use self::matches::StudyMatch;

use crate::outcome::RunOutcome;
use crate::run::{Bench, StudyError};

/// Method of a study: the table `[method]` of its file.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Method {
    /// Matches between players, each pairing with its own colours.
    Matches(matches::MatchStudy),
    /// Tactical maps of Go against the random player, on several boards.
    Contests(contests::Contests),
    /// Number of different tactical maps.
    MapClasses(contests::MapClasses),
    /// Boards and positions, drawn, with what can be said of them without search.
    Boards(boards::BoardStudy),
    /// Claims about parts of boards of Hex, answered by several programs.
    Claims(claims::Claims),
    /// Moves that survive the threats of the other side, as several programs see them.
    Preclusion(preclusion::PreclusionStudy),
    /// A stored connection of the paper's programs.
    Pattern(patterns::StoredPatternStudy),
    /// Savings by the stored connections.
    PatternSavings(patterns::Savings),
    /// Numbers of a position that predict the winner.
    Predictors(predictors::Predictors),
    /// Moves of Hex that win, ranked by statistics and by the net.
    Moves(moves::MoveStudy),
    /// The networks of a position.
    Networks(networks::Networks),
    /// Graphs that are no boards.
    Graphs(networks::Graphs),
    /// A ratio of the networks along many games.
    Averages(traces::RatioAverage),
    /// Games with the replies that could have been made.
    Band(traces::ReplyBand),
    /// A strategy that a person wrote.
    Strategy(strategies::StrategyStudy),
    /// A claim taken apart.
    Split(strategies::Splitting),
    /// Positions of Go, judged by playouts.
    Playouts(playouts::PlayoutStudy),
    /// Problems of Go with known first moves.
    Problems(problems::Problems),
    /// All positions of Hex after two stones.
    TwoStones(two_stones::TwoStonesStudy),
    /// Decrease of the number of moves in games of Amazons.
    AmazonsMoves(amazons::MoveCountStudy),
    /// Owners of the squares of a position of Amazons.
    AmazonsMaps(amazons::Maps),
    /// Depth of a search with a node budget.
    NodeBudget(amazons::NodeBudget),
}

impl Method {
    /// The matches that the study `id` consists of; `None` if it is made in another way.
    ///
    /// # Errors
    ///
    /// If a match makes no sense.
    pub fn matches(&self, id: &str) -> Result<Option<Vec<StudyMatch>>, StudyError> {
        match self {
            Self::Matches(method) => method.games(id).map(Some),
            _ => Ok(None),
        }
    }

    /// Outcome of the games of its [matches](Self::matches), in the same order; `None` if it has none.
    #[must_use]
    pub fn outcome_of(&self, tallies: &[Tally]) -> Option<RunOutcome> {
        match self {
            Self::Matches(method) => Some(method.outcome(tallies)),
            _ => None,
        }
    }

    /// The number of parts of the study that depend on nothing else: places of a table of games. `None` if it is made
    /// in another way.
    #[must_use]
    pub fn n_places(&self) -> Option<usize> {
        match self {
            Self::Contests(method) => Some(method.n_places()),
            _ => None,
        }
    }

    /// The number of games in each of these places; 0 if there are none.
    #[must_use]
    pub fn games_of_place(&self) -> u64 {
        match self {
            Self::Contests(method) => method.n_games(),
            _ => 0,
        }
    }

    /// The games of one of these places: won, drawn and lost. `None` if it was stopped, or there are no places.
    ///
    /// # Errors
    ///
    /// If there is no such place.
    pub fn play_place(&self, place: usize, stop: &AtomicBool) -> Result<Option<[u64; 3]>, StudyError> {
        self.begin_place(place, u64::MAX, stop)
    }

    /// As [`Self::play_place`], but of the first games alone, at most this many.
    ///
    /// # Errors
    ///
    /// If there is no such place.
    pub fn begin_place(&self, place: usize, most: u64, stop: &AtomicBool) -> Result<Option<[u64; 3]>, StudyError> {
        match self {
            Self::Contests(method) => method.play(place, most, stop),
            _ => Ok(None),
        }
    }

    /// Outcome of the games of all these places; `None` if there are no places.
    #[must_use]
    pub fn outcome_of_places(&self, places: &[[u64; 3]]) -> Option<RunOutcome> {
        match self {
            Self::Contests(method) => Some(method.outcome_of(places)),
            _ => None,
        }
    }

    fn run(&self, id: &str, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        match self {
            Self::Matches(method) => method.run(id, bench),
            Self::Contests(method) => method.run(bench),
            Self::MapClasses(method) => method.run(bench),
            Self::Boards(method) => method.run(),
            Self::Claims(method) => method.run(bench),
            Self::Preclusion(method) => method.run(bench),
            Self::Pattern(method) => method.run(bench),
            Self::PatternSavings(method) => method.run(bench),
            Self::Predictors(method) => method.run(bench),
            Self::Moves(method) => method.run(bench),
            Self::Networks(method) => method.run(),
            Self::Graphs(method) => method.run(),
            Self::Averages(method) => method.run(bench),
            Self::Band(method) => method.run(bench),
            Self::Strategy(method) => method.run(bench),
            Self::Split(method) => method.run(bench),
            Self::Playouts(method) => method.run(bench),
            Self::Problems(method) => method.run(bench),
            Self::TwoStones(method) => method.run(bench),
            Self::AmazonsMoves(method) => method.run(bench),
            Self::AmazonsMaps(method) => method.run(),
            Self::NodeBudget(method) => method.run(bench),
        }
    }
}

/// Runs a study by this method.
///
/// A run that is stopped returns what it found so far. Where games are kept, another run with the same folder goes on.
///
/// # Errors
///
/// If the method makes no sense, or games cannot be kept.
pub fn run(id: &str, method: &Method, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
    let mut outcome = method.run(id, bench)?;
    outcome.stopped |= bench.is_stopped();
    Ok(outcome)
}
