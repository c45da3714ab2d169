//! A search as text, from which it can go on.
//!
//! ```text
//! maps-evolution 1
//! population 60
//! ...                                  each field of the configuration
//! course 6x6 against random            the caller's line
//! generation 12
//! map 40 313 2 325 0 17000 V & F(H & W)    rounds, wins, draws, losses, capped, plies and the map, best first
//! ```

use std::fmt::Write;

use super::{Evolution, EvolutionConfig, Individual};
use crate::{ContestTally, Map, ParseMapError};

/// Reasons why a search cannot be set up, or why a text is not a search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvolutionError {
    /// A setting that is out of bounds.
    #[error("evolution of maps: expected {expected}, found {found}")]
    Setting {
        /// Expected content.
        expected: &'static str,
        /// The setting.
        found: String,
    },
    /// A faulty line.
    #[error("checkpoint of an evolution, line {line}: expected {expected}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// Expected content.
        expected: String,
    },
    /// A map that cannot be read.
    #[error("checkpoint of an evolution, line {line}: {error}")]
    Map {
        /// The line, counted from 1.
        line: usize,
        /// The fault of the map; the column is counted from the map's beginning.
        error: ParseMapError,
    },
}

const HEADING: &str = "maps-evolution 1";

impl EvolutionConfig {
    pub(super) fn check(&self) -> Result<(), EvolutionError> {
        let bounds = [
            (self.population as u64, 2..=100_000, "a population of 2 to 100000"),
            (self.tournament as u64, 1..=1000, "tournaments of 1 to 1000"),
            (u64::from(self.crossover), 0..=100, "0 to 100 percent of crossover"),
            (self.most_nodes as u64, 1..=200, "1 to 200 nodes"),
            (u64::from(self.most_number), 1..=1000, "numbers of 1 to 1000"),
            (self.games, 1..=1_000_000, "1 to 1000000 games"),
            (u64::from(self.halvings), 0..=20, "0 to 20 halvings"),
        ];
        match bounds.into_iter().find(|(value, range, _)| !range.contains(value)) {
            Some((value, _, expected)) => Err(EvolutionError::Setting { expected, found: value.to_string() }),
            None => Ok(()),
        }
    }

    /// The fields that are written, with their names.
    fn fields(&self) -> [(&'static str, u64); 9] {
        [
            ("population", self.population as u64),
            ("tournament", self.tournament as u64),
            ("crossover", u64::from(self.crossover)),
            ("most-nodes", self.most_nodes as u64),
            ("node-cost", u64::from(self.node_cost)),
            ("most-number", u64::from(self.most_number)),
            ("games", self.games),
            ("halvings", u64::from(self.halvings)),
            ("seed", self.seed),
        ]
    }
}

impl Evolution {
    /// The search as text; [`Evolution::from_text`] reverses this.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADING}\n");
        for (name, value) in self.config.fields() {
            _ = writeln!(text, "{name} {value}");
        }
        _ = writeln!(text, "course {}\ngeneration {}", self.course, self.generation);
        for Individual { map, tally, n_rounds } in &self.population {
            let ContestTally { wins, draws, losses, capped, plies } = tally;
            _ = writeln!(text, "map {n_rounds} {wins} {draws} {losses} {capped} {plies} {map}");
        }
        text
    }

    /// A search from its text.
    ///
    /// # Errors
    ///
    /// At the first faulty line.
    pub fn from_text(text: &str) -> Result<Self, EvolutionError> {
        let mut lines = text.lines().enumerate();
        let mut field = |name: &str| {
            let (idx, line) = lines.next().unwrap_or((text.lines().count(), ""));
            let value = if name == HEADING { (line == HEADING).then_some("") } else { after(line, name) };
            value.map(|value| (idx + 1, value)).ok_or_else(|| wrong(idx + 1, name))
        };
        field(HEADING)?;
        let mut values = [0_u64; 9];
        for ((name, _), value) in EvolutionConfig::default().fields().into_iter().zip(&mut values) {
            *value = number(field(name)?, name)?;
        }
        let [population, tournament, crossover, most_nodes, node_cost, most_number, games, halvings, seed] = values;
        let config = EvolutionConfig {
            population: population.try_into().unwrap_or(usize::MAX),
            tournament: tournament.try_into().unwrap_or(usize::MAX),
            crossover: crossover.try_into().unwrap_or(u32::MAX),
            most_nodes: most_nodes.try_into().unwrap_or(usize::MAX),
            node_cost: node_cost.try_into().unwrap_or(u32::MAX),
            most_number: most_number.try_into().unwrap_or(u16::MAX),
            games,
            halvings: halvings.try_into().unwrap_or(u32::MAX),
            seed,
        };
        config.check()?;
        let course = field("course")?.1.to_owned();
        let generation = number(field("generation")?, "generation")?;
        let population = lines.map(|(idx, line)| individual(idx + 1, line)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { config, course, generation, population })
    }
}

fn individual(line: usize, text: &str) -> Result<Individual, EvolutionError> {
    const EXPECTED: &str = "`map`, six numbers and a map";
    let mut rest = after(text, "map").ok_or_else(|| wrong(line, EXPECTED))?;
    let mut numbers = [0_u64; 6];
    for value in &mut numbers {
        let (word, behind) = rest.split_once(' ').ok_or_else(|| wrong(line, EXPECTED))?;
        *value = word.parse::<u32>().map(u64::from).map_err(|_| wrong(line, EXPECTED))?;
        rest = behind;
    }
    let map: Map = rest.parse().map_err(|error| EvolutionError::Map { line, error })?;
    let [n_rounds, wins, draws, losses, capped, plies] = numbers;
    Ok(Individual { map, tally: ContestTally { wins, draws, losses, capped, plies }, n_rounds })
}

/// The text after a name and a blank.
fn after<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    line.strip_prefix(name)?.strip_prefix(' ')
}

fn number((line, value): (usize, &str), name: &str) -> Result<u64, EvolutionError> {
    value.parse().map_err(|_| wrong(line, name))
}

fn wrong(line: usize, expected: &str) -> EvolutionError {
    EvolutionError::Line { line, expected: expected.to_owned() }
}
