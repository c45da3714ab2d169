//! Error rates and lengths of the sequential test.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_arena::stats::{Games, Hypothesis, Pairs, Sprt, score_of_elo};

use super::world::World;

const RATE: f64 = 0.05;
const TESTS: u64 = 1_000;
/// Three standard deviations of a share of this many tests.
const CHANCE: f64 = 0.021;

/// Units of counting. The test looks at it after every pair.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Counting {
    Pairs,
    Games,
}

/// Share of tests that accept H1, and the mean number of pairs.
fn outcome(sprt: Sprt, world: World, counting: Counting, rng: &mut Xoshiro256PlusPlus) -> (f64, f64) {
    let (mut accepted, mut played) = (0, 0);
    for _ in 0..TESTS {
        let (mut pairs, mut games) = (Pairs::default(), Games::default());
        let hypothesis = loop {
            let [one, other] = world.play(rng);
            pairs.record(one, other);
            games.record(one);
            games.record(other);
            played += 1;
            let state = if counting == Counting::Pairs { sprt.state(&pairs) } else { sprt.state(&games) };
            if let Some(hypothesis) = state.accepted {
                break hypothesis;
            }
        };
        accepted += u64::from(hypothesis == Hypothesis::H1);
    }
    (accepted as f64 / TESTS as f64, played as f64 / TESTS as f64)
}

/// Both error rates in worlds of all kinds: draws, an advantage that makes most pairs even, openings of all sorts.
#[test]
fn error_rates_are_as_asked() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(41);
    let worlds = [
        World::plain(0.0),
        World { advantage: 400.0, ..World::plain(0.0) },
        World { openings: 600.0, ..World::plain(0.0) },
        World { advantage: 100.0, draws: 0.8, ..World::plain(0.0) },
    ];
    for (elo0, elo1) in [(0.0, 50.0), (-50.0, 50.0), (0.0, 200.0)] {
        let sprt = Sprt::new(elo0, elo1, RATE, RATE).unwrap();
        for world in worlds {
            let (false_h1, _) = outcome(sprt, world.scoring_like(elo0), Counting::Pairs, &mut rng);
            assert!(false_h1 < RATE + CHANCE, "[{elo0}, {elo1}], {world:?}: {false_h1}");
            let (true_h1, _) = outcome(sprt, world.scoring_like(elo1), Counting::Pairs, &mut rng);
            assert!(true_h1 > 1.0 - RATE - CHANCE, "[{elo0}, {elo1}], {world:?}: {true_h1}");
        }
    }
}

#[test]
fn error_rates_of_single_games_are_as_asked() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(42);
    let sprt = Sprt::new(0.0, 50.0, RATE, RATE).unwrap();
    for draws in [0.0, 0.6] {
        let world = World { draws, ..World::plain(0.0) };
        let (false_h1, _) = outcome(sprt, world, Counting::Games, &mut rng);
        assert!(false_h1 < RATE + CHANCE, "{world:?}: {false_h1}");
        let (true_h1, _) = outcome(sprt, world.scoring_like(50.0), Counting::Games, &mut rng);
        assert!(true_h1 > 1.0 - RATE - CHANCE, "{world:?}: {true_h1}");
    }
}

/// Wald's formula for the mean length, which neglects the overshoot at a bound: the mean of the ratio at the end over
/// the mean that a pair adds to it.
#[test]
fn the_mean_length_is_walds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(43);
    let (elo0, elo1) = (0.0, 50.0);
    let sprt = Sprt::new(elo0, elo1, RATE, RATE).unwrap();
    let apart = score_of_elo(elo1) - score_of_elo(elo0);
    // A pair of independent games at 50 % has a variance of an eighth.
    let mean_of_pair = apart * apart / (2.0 * 0.125);
    let mean_at_end = (1.0 - RATE) * sprt.upper_bound() + RATE * sprt.lower_bound();
    let expected = mean_at_end / mean_of_pair;
    let (_, pairs) = outcome(sprt, World::plain(0.0), Counting::Pairs, &mut rng);
    assert!((0.95..1.15).contains(&(pairs / expected)), "{pairs} pairs, {expected} expected");
    // Far from both hypotheses it ends soon.
    let (accepted, pairs) = outcome(sprt, World::plain(300.0), Counting::Pairs, &mut rng);
    assert!(accepted == 1.0 && pairs < expected / 4.0, "{accepted} {pairs}");
}

/// Where colours decide, pairs tell more than single games do.
#[test]
fn pairs_take_out_the_colours() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(44);
    let sprt = Sprt::new(0.0, 50.0, RATE, RATE).unwrap();
    let world = World { advantage: 400.0, ..World::plain(0.0) };
    let (_, by_pairs) = outcome(sprt, world, Counting::Pairs, &mut rng);
    let (_, by_games) = outcome(sprt, world, Counting::Games, &mut rng);
    assert!(2.0 * by_pairs < by_games, "{by_pairs} {by_games}");
}
