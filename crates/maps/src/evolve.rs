//! Breeding of maps: selection, crossover and mutation over the grammar, with games as the judge.
//!
//! The judge is the caller, who has threads and a clock. This module decides what is judged and uses the results. A
//! generation depends only on the one before it, the configuration and the judgements. So a search that was stopped can
//! go on from its text ([`Evolution::to_text`]) as if it had never stopped.

mod breed;
mod text;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::SortOnce as _;
use tesuji_game::zobrist_key;

use super::{ContestTally, Map, PositionSample};

pub use text::EvolutionError;

/// The settings of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct EvolutionConfig {
    /// The number of maps of a generation, and of its children; at least 2.
    pub population: usize,
    /// Each parent is the best of this many drawn at random; at least 1.
    pub tournament: usize,
    /// The percentage of children that have two parents; the others have one parent and a change.
    pub crossover: u32,
    /// The most nodes of a map.
    pub most_nodes: usize,
    /// The cost of a node, in millionths of a game won.
    pub node_cost: u32,
    /// The largest number of P and Q.
    pub most_number: u16,
    /// The games of a newcomer in each cell of the course. Those in the better half play as many again, and so on.
    pub games: u64,
    /// Number of times that the newcomers are halved before they meet their parents.
    pub halvings: u32,
    /// The seed of all choices.
    pub seed: u64,
}

impl Default for EvolutionConfig {
    fn default() -> Self {
        Self {
            population: 60,
            tournament: 4,
            crossover: 50,
            most_nodes: 40,
            node_cost: 200,
            most_number: 6,
            games: 10,
            halvings: 2,
            seed: 1,
        }
    }
}

/// A map and its results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Individual {
    /// The map, simplified.
    pub map: Map,
    /// Its games so far, over all cells of the course.
    pub tally: ContestTally,
    /// The number of games played in each cell.
    pub n_rounds: u64,
}

impl Individual {
    /// The selection criterion: the share of games won, minus the cost of its nodes.
    #[must_use]
    pub fn fitness(&self, config: &EvolutionConfig) -> f64 {
        self.tally.score() - f64::from(config.node_cost) * 1e-6 * self.map.n_nodes() as f64
    }
}

/// A task for the judge: to play these games with this map in each cell of the course.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The map.
    pub map: Map,
    /// The numbers of the games.
    pub games: std::ops::Range<u64>,
}

/// A search, between two generations.
#[derive(Clone, PartialEq, Debug)]
pub struct Evolution {
    config: EvolutionConfig,
    /// A line from the caller that says what the maps are judged by.
    course: String,
    generation: u64,
    /// Best first.
    population: Vec<Individual>,
}

impl Evolution {
    /// A search that starts from these maps and from random ones. `course` is a line that says what judges.
    ///
    /// # Errors
    ///
    /// If the configuration is out of bounds.
    pub fn new(config: EvolutionConfig, course: &str, first: &[Map]) -> Result<Self, EvolutionError> {
        config.check()?;
        let newcomer = |map: &Map| Individual { map: map.simplified(), tally: ContestTally::default(), n_rounds: 0 };
        let population = first.iter().take(config.population).map(newcomer).collect();
        let course = course.lines().next().unwrap_or_default().to_owned();
        Ok(Self { config, course, generation: 0, population })
    }

    /// The configuration.
    #[must_use]
    pub const fn config(&self) -> &EvolutionConfig {
        &self.config
    }

    /// The caller's line.
    #[must_use]
    pub fn course(&self) -> &str {
        &self.course
    }

    /// The number of completed generations.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// The maps alive, best first.
    #[must_use]
    pub fn population(&self) -> &[Individual] {
        &self.population
    }

    /// Runs one generation: children are bred, newcomers compete and are halved, then the best of parents and children
    /// stay.
    ///
    /// Maps that are equal on `sample` count as one. The judge returns one tally for each trial, or `None` if it was
    /// stopped; then nothing changes. Returns whether the generation was completed.
    pub fn step(
        &mut self,
        sample: &PositionSample,
        mut judge: impl FnMut(&[Trial]) -> Option<Vec<ContestTally>>,
    ) -> bool {
        let seed = zobrist_key(self.config.seed).wrapping_add(zobrist_key(self.generation));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut parents, mut children): (Vec<_>, Vec<_>) =
            self.population.iter().cloned().partition(|individual| individual.n_rounds > 0);
        children.extend(breed::children(&self.config, &self.population, sample, &mut rng));
        for halving in 0..=self.config.halvings {
            if halving > 0 {
                self.rank(&mut children);
                children.truncate(children.len().div_ceil(2));
            }
            if play(&mut children, self.config.games, &mut judge).is_none() {
                return false;
            }
        }
        // Parents play on, so that a map that was only lucky does not stay forever.
        if play(&mut parents, self.config.games, &mut judge).is_none() {
            return false;
        }
        parents.append(&mut children);
        self.rank(&mut parents);
        parents.truncate(self.config.population);
        self.population = parents;
        self.generation += 1;
        true
    }

    /// Sorts the best first; of equals, the smaller map first.
    fn rank(&self, individuals: &mut [Individual]) {
        let fitness = |individual: &Individual| individual.fitness(&self.config);
        individuals.sort_once_by(|a, b| fitness(b).total_cmp(&fitness(a)).then_with(|| a.map.cmp(&b.map)));
    }
}

/// Lets all play this many more games in each cell.
fn play(
    individuals: &mut [Individual],
    games: u64,
    judge: &mut impl FnMut(&[Trial]) -> Option<Vec<ContestTally>>,
) -> Option<()> {
    let trial = |individual: &Individual| Trial {
        map: individual.map.clone(),
        games: individual.n_rounds..individual.n_rounds + games,
    };
    let trials: Vec<Trial> = individuals.iter().map(trial).collect();
    for (individual, tally) in individuals.iter_mut().zip(judge(&trials)?) {
        individual.tally += tally;
        individual.n_rounds += games;
    }
    Some(())
}
