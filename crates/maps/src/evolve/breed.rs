//! Children of maps.

use std::collections::BTreeSet;

use rand::Rng;
use tesuji_board::Player;

use super::{EvolutionConfig, Individual};
use crate::{Map, Operator, PositionSample};

/// The greatest depth of random maps.
const DEEPEST_RANDOM: u32 = 4;
/// The attempts per wanted child. Most that fail are equal to an existing map.
const ATTEMPTS: usize = 20;

/// New maps, each different on `sample` from the population and from each other.
pub(super) fn children(
    config: &EvolutionConfig,
    population: &[Individual],
    sample: &PositionSample,
    rng: &mut impl Rng,
) -> Vec<Individual> {
    let mut known: BTreeSet<u128> = population.iter().map(|individual| sample.fingerprint(&individual.map)).collect();
    let mut children = Vec::new();
    for _ in 0..ATTEMPTS * config.population {
        if children.len() >= config.population {
            break;
        }
        let map = child(config, population, rng).simplified();
        if map.n_nodes() <= config.most_nodes && known.insert(sample.fingerprint(&map)) {
            children.push(Individual { map, tally: Default::default(), n_rounds: 0 });
        }
    }
    children
}

fn child(config: &EvolutionConfig, population: &[Individual], rng: &mut impl Rng) -> Map {
    // A tenth are new random maps, and all are as long as there are no parents.
    if population.len() < 2 || rng.random_range(0..10) == 0 {
        return random(config, DEEPEST_RANDOM, rng);
    }
    // The population is ranked, so the best is the first.
    let mut parent = || {
        let draws = (0..config.tournament).map(|_| rng.random_range(0..population.len()));
        &population[draws.min().unwrap_or(0)].map
    };
    let (one, other) = (parent(), parent());
    if rng.random_range(0..100) < config.crossover {
        let part = other.subtree(rng.random_range(0..other.n_nodes()));
        let part = &other.postfix()[part];
        if rng.random_range(0..4) == 0
            && let Some(part) = Map::from_postfix(part.to_vec())
        {
            return Map::binary(pick(&Operator::BINARY, rng), one.clone(), &part);
        }
        return one.with_subtree(rng.random_range(0..one.n_nodes()), part).unwrap_or_else(|| one.clone());
    }
    mutant(config, one, rng)
}

/// A map with one change.
fn mutant(config: &EvolutionConfig, map: &Map, rng: &mut impl Rng) -> Map {
    let node = rng.random_range(0..map.n_nodes());
    let range = map.subtree(node);
    let part = &map.postfix()[range.clone()];
    let new: Vec<Operator> = match rng.random_range(0..5) {
        // Replace the part by a random map.
        0 => random(config, 2, rng).postfix().to_vec(),
        // Replace the part by a part of itself.
        1 => map.postfix()[map.subtree(rng.random_range(range))].to_vec(),
        // Put an operator around the part.
        2 => [part, &[unary(config, rng)]].concat(),
        3 => {
            let other = random(config, 2, rng);
            let operator = pick(&Operator::BINARY, rng);
            if rng.random_bool(0.5) {
                [part, other.postfix(), &[operator]].concat()
            } else {
                [other.postfix(), part, &[operator]].concat()
            }
        }
        // Replace the operator.
        _ => {
            let mut new = part.to_vec();
            if let Some(last) = new.last_mut() {
                *last = match *last {
                    Operator::AtLeast(number) if rng.random_bool(0.5) => Operator::AtLeast(shifted(number, rng)),
                    Operator::AtMost(number) if rng.random_bool(0.5) => Operator::AtMost(shifted(number, rng)),
                    operator => match operator.n_operands() {
                        0 => pick(&Operator::NULLARY, rng),
                        1 => unary(config, rng),
                        _ => pick(&Operator::BINARY, rng),
                    },
                };
            }
            new
        }
    };
    map.with_subtree(node, &new).unwrap_or_else(|| map.clone())
}

fn random(config: &EvolutionConfig, depth: u32, rng: &mut impl Rng) -> Map {
    match if depth <= 1 { 0 } else { rng.random_range(0..5) } {
        0 => Map::nullary(pick(&Operator::NULLARY, rng)),
        1 | 2 => {
            let operator = unary(config, rng);
            random(config, depth - 1, rng).under(operator)
        }
        _ => {
            let operator = pick(&Operator::BINARY, rng);
            let left = random(config, depth - 1, rng);
            Map::binary(operator, left, &random(config, depth - 1, rng))
        }
    }
}

fn unary(config: &EvolutionConfig, rng: &mut impl Rng) -> Operator {
    let player = pick(&Player::BOTH, rng);
    match rng.random_range(0..7) {
        0 => Operator::Complement,
        1 => Operator::Reach,
        2 => Operator::Near,
        3 => Operator::Joined(player),
        4 => Operator::Captured(player),
        5 => Operator::AtLeast(rng.random_range(1..=config.most_number)),
        _ => Operator::AtMost(rng.random_range(0..config.most_number)),
    }
}

/// The number plus or minus one.
fn shifted(number: u16, rng: &mut impl Rng) -> u16 {
    if rng.random_bool(0.5) { number + 1 } else { number.saturating_sub(1) }
}

fn pick<T: Copy>(from: &[T], rng: &mut impl Rng) -> T {
    from[rng.random_range(0..from.len())]
}
