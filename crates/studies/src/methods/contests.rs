//! Tactical maps of Go against the random player (Sato, Anada and Tsutsumi 2016).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{Rng, SeedableRng};
use serde::Deserialize;
use tesuji_board::BoardSpec;
use tesuji_maps::{
    Classes, ContestSide, ContestTally, ContestTerms, Eyes, MapContest, Passing, PositionSample, distance_of_boards,
    named,
};
use tesuji_search::mcts::PlayoutRng;

use crate::outcome::{Number, RunOutcome, RunTable, quantile};
use crate::run::{Bench, StudyError};
use crate::sources::short;

/// Number of games that a thread plays at a stretch.
const CHUNK: u64 = 250;

/// Maps that move first against the random player, on several boards.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contests {
    /// The maps, by the names of the rows. `random` is the random player itself.
    maps: BTreeMap<String, String>,
    /// The boards, by the names of the columns.
    boards: BTreeMap<String, BoardSpec>,
    /// Games in each place of the table.
    games: u64,
    /// The seed of the games.
    seed: u64,
    /// Whether passing is among the moves, and whether a player fills its own eyes.
    #[serde(default)]
    reading: Reading,
    /// Whether the distances between boards are measured, over the maps that are not random.
    #[serde(default)]
    likeness: bool,
}

/// Readings that the paper leaves open about moves at random.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Reading {
    /// Passing is one of the moves, and eyes are filled.
    #[default]
    Plain,
    /// Players pass only when they have no other move, and spare their eyes.
    Sparing,
}

impl Contests {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let places = self.places()?;
        let chunks = || (0..self.games).step_by(CHUNK as usize).map(|from| from..self.games.min(from + CHUNK));
        let items: Vec<_> = (0..places.len()).flat_map(|place| chunks().map(move |chunk| (place, chunk))).collect();
        let played = bench.map("games", &items, |(place, chunk)| (*place, places[*place].play(chunk.clone())))?;
        let mut tallies = vec![ContestTally::default(); places.len()];
        for (place, tally) in played {
            tallies[place] += tally;
        }
        Ok(self.outcome(&tallies))
    }

    /// The number of places of the table. The games of each depend on nothing else.
    pub(super) fn n_places(&self) -> usize {
        self.maps.len() * self.boards.len()
    }

    /// The number of games in each place.
    pub(super) const fn n_games(&self) -> u64 {
        self.games
    }

    /// The first games of one place, at most this many: won, drawn and lost. `None` if it was stopped.
    pub(super) fn play(&self, place: usize, most: u64, stop: &AtomicBool) -> Result<Option<[u64; 3]>, StudyError> {
        let places = self.places()?;
        let contest = places.get(place).ok_or_else(|| StudyError::senseless(format!("there is no place {place}")))?;
        let mut tally = ContestTally::default();
        let n_games = self.games.min(most);
        for from in (0..n_games).step_by(CHUNK as usize) {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            tally += contest.play(from..n_games.min(from + CHUNK));
        }
        Ok(Some([tally.wins, tally.draws, tally.losses]))
    }

    /// Outcome of the games of all places, row by row.
    pub(super) fn outcome_of(&self, places: &[[u64; 3]]) -> RunOutcome {
        let tally = |&[wins, draws, losses]: &[u64; 3]| ContestTally { wins, draws, losses, ..ContestTally::default() };
        self.outcome(&places.iter().map(tally).collect::<Vec<_>>())
    }

    /// The contests of the table, row by row.
    fn places(&self) -> Result<Vec<MapContest>, StudyError> {
        let terms = match self.reading {
            Reading::Plain => ContestTerms::default(),
            Reading::Sparing => ContestTerms {
                passing: Passing::LastResort,
                eyes: Eyes::Spared,
                most_plies_a_cell: 4,
                ..ContestTerms::default()
            },
        };
        let mut places = Vec::new();
        for map in self.maps.values() {
            let side = match map.as_str() {
                "random" => ContestSide::Random,
                map => ContestSide::Map(named::read(map).map_err(StudyError::senseless)?),
            };
            for board in self.boards.values() {
                let topology = Arc::new(board.topology().map_err(StudyError::senseless)?);
                let contest = MapContest::new(topology, terms, [side.clone(), ContestSide::Random], self.seed)
                    .map_err(StudyError::senseless)?;
                places.push(contest);
            }
        }
        Ok(places)
    }

    fn outcome(&self, tallies: &[ContestTally]) -> RunOutcome {
        let places = self.maps.keys().flat_map(|row| self.boards.keys().map(move |column| (row, column)));
        let mut outcome = RunOutcome::default();
        let mut table = RunTable { title: "Share of games won, moving first".to_owned(), ..RunTable::default() };
        table.columns.push("map".to_owned());
        table.columns.extend(self.boards.iter().map(|(name, board)| format!("{name}: {board}")));
        for (((row, column), tally), at) in places.zip(tallies).zip(0..) {
            let number = Number::share(format!("{row} on {column}"), 2 * tally.wins + tally.draws, tally.games());
            if at % self.boards.len() == 0 {
                table.rows.push(vec![row.clone()]);
            }
            let [low, high] = number.interval.unwrap_or([0.0, 1.0]);
            if let Some(row) = table.rows.last_mut() {
                row.push(format!("{:.3} [{low:.3}, {high:.3}]", number.value));
            }
            outcome.numbers.push(number);
        }
        outcome.tables.push(table);
        if self.likeness {
            self.add_distances(&mut outcome);
        }
        outcome
    }

    /// Distance of two boards: the root of the mean square of the differences of their rates.
    fn add_distances(&self, outcome: &mut RunOutcome) {
        let names: Vec<&String> = self.boards.keys().collect();
        let maps: Vec<&String> = self.maps.iter().filter(|(_, map)| *map != "random").map(|(row, _)| row).collect();
        let rates: Vec<Vec<&Number>> = names
            .iter()
            .map(|board| maps.iter().filter_map(|map| outcome.number(&format!("{map} on {board}"))).collect())
            .collect();
        let pairs: Vec<String> = pairs_of(names.len()).map(|[a, b]| format!("{} and {}", names[a], names[b])).collect();
        let found = distances(&rates, |number| number.value);
        // What the games leave open: the same with rates as other games might have given them.
        let mut rng = PlayoutRng::seed_from_u64(self.seed);
        let drawn: Vec<Vec<f64>> = (0..N_DRAWN)
            .map(|_| {
                distances(&rates, |number| {
                    let variance = number.value * (1.0 - number.value) / number.of.unwrap_or(1).max(1) as f64;
                    number.value + variance.sqrt() * quantile(rng.random_range(1e-9..1.0 - 1e-9))
                })
            })
            .collect();
        let within = |of: &dyn Fn(&[f64]) -> f64| {
            let mut all: Vec<f64> = drawn.iter().map(|drawn| of(drawn)).collect();
            all.sort_by(f64::total_cmp);
            let own = of(&found);
            [all[N_DRAWN / 40].min(own), all[N_DRAWN - 1 - N_DRAWN / 40].max(own)]
        };
        let mut table = RunTable::new(
            "Distance of boards: root mean square of the differences of their rates",
            ["boards", "distance", "95 %", "rank", "95 % "],
        );
        let mut numbers = Vec::new();
        for (idx, pair) in pairs.into_iter().enumerate() {
            let distance = (found[idx], within(&|drawn| drawn[idx]));
            let rank = (rank(&found, idx), within(&|drawn| rank(drawn, idx)));
            let ends = |[low, high]: [f64; 2]| format!("{} to {}", short(low), short(high));
            table.row([pair.clone(), format!("{:.3}", distance.0), ends(distance.1), short(rank.0), ends(rank.1)]);
            numbers.push(Number::measured(format!("rank of {pair}"), rank.0, Some(rank.1)));
            numbers.push(Number::measured(format!("distance of {pair}"), distance.0, Some(distance.1)));
        }
        outcome.numbers.extend(numbers);
        outcome.tables.push(table);
    }
}

/// Number of times that the rates are drawn again, for the errors of distances and ranks.
const N_DRAWN: usize = 1000;

/// All pairs of two of `n`, in order.
fn pairs_of(n: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..n).flat_map(move |one| (one + 1..n).map(move |other| [one, other]))
}

/// The distances of all pairs of boards, from the rates on each.
fn distances(rates: &[Vec<&Number>], mut rate: impl FnMut(&Number) -> f64) -> Vec<f64> {
    let rates: Vec<Vec<f64>> = rates.iter().map(|rates| rates.iter().map(|number| rate(number)).collect()).collect();
    pairs_of(rates.len()).map(|[a, b]| distance_of_boards(&rates[a], &rates[b]).unwrap_or(0.0)).collect()
}

/// The rank of a pair: 1 is the nearest. Of equal ones the earlier comes first.
fn rank(distances: &[f64], pair: usize) -> f64 {
    let own = distances[pair];
    let is_before = |(idx, other): &(usize, &f64)| **other < own || (**other == own && *idx < pair);
    1.0 + distances.iter().enumerate().filter(is_before).count() as f64
}

/// The classes F_1, F_2, ... of maps, and how many of them differ on sampled positions.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapClasses {
    /// Up to which class.
    level: usize,
    /// The boards of the positions.
    boards: Vec<BoardSpec>,
    /// Positions on each board.
    positions: usize,
    /// The largest number of P and Q.
    most_number: u16,
    /// The seed of the positions.
    seed: u64,
}

/// No more classes than this are kept.
const MOST_CLASSES: usize = 200_000;

impl MapClasses {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let topologies = self.boards.iter().map(|board| board.topology().map(Arc::new));
        let topologies = topologies.collect::<Result<Vec<_>, _>>().map_err(StudyError::senseless)?;
        let sample = PositionSample::new(&topologies, self.positions, self.seed);
        let mut classes = Classes::new(&sample, self.most_number);
        let mut outcome = RunOutcome::default();
        let mut table =
            RunTable::new("Maps by class", ["class", "maps", "that differ on the positions", "shortest new ones"]);
        let mut n_before = 0;
        loop {
            let (level, n_maps) = (classes.level(), classes.n_maps());
            let shortest: Vec<String> =
                classes.classes().iter().skip(n_before).take(4).map(|class| class.map.to_string()).collect();
            let n_classes = classes.classes().len();
            table.row([format!("F_{level}"), format!("{n_maps}"), n_classes.to_string(), shortest.join(", ")]);
            outcome.numbers.push(Number::exact(format!("maps of F_{level}"), n_maps));
            outcome.numbers.push(Number::exact(format!("maps of F_{level} that differ"), n_classes as f64));
            n_before = n_classes;
            if level >= self.level || bench.is_stopped() || !classes.grow(MOST_CLASSES) {
                break;
            }
        }
        outcome.tables.push(table);
        Ok(outcome)
    }
}
