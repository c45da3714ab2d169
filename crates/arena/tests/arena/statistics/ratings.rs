//! Coverage of the intervals of ratings.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_arena::stats::{Confidence, Encounter, GameScore, Games, Ratings, StrengthPrior};

const ADVANTAGE: f64 = 50.0;
const EVENTS: usize = 800;

/// Elo per natural logarithm of odds, between players who draw with weight `v`.
fn elo_per_nat(v: f64) -> f64 {
    400.0 / std::f64::consts::LN_10 * 2.0 / (2.0 + v)
}

fn event(players: &[f64], v: f64, games: u64, meetings: &[(usize, usize)], rng: &mut impl Rng) -> Vec<Encounter> {
    let play = |&(first, second): &(usize, usize)| {
        let half = (players[first] - players[second] + ADVANTAGE) / elo_per_nat(v) / 2.0;
        let weights = [half.exp(), v, (-half).exp()];
        let total: f64 = weights.iter().sum();
        let mut results = Games::default();
        for _ in 0..games {
            let ball = rng.random::<f64>() * total;
            results.record(if ball < weights[0] {
                GameScore::Win
            } else if ball < weights[0] + weights[1] {
                GameScore::Draw
            } else {
                GameScore::Loss
            });
        }
        Encounter { first, second, games: results }
    };
    meetings.iter().map(play).collect()
}

/// In how many of all events each player's interval covers the truth, then that of the difference between the first and
/// the last player, then that of the advantage.
fn coverage(players: &[f64], v: f64, games: u64, meetings: &[(usize, usize)]) -> Vec<f64> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let mean = players.iter().sum::<f64>() / players.len() as f64;
    let last = players.len() - 1;
    let mut covered = vec![0; players.len() + 2];
    for _ in 0..EVENTS {
        let encounters = event(players, v, games, meetings, &mut rng);
        let ratings = Ratings::new(players.len(), &encounters, StrengthPrior::default(), Confidence::P95).unwrap();
        let mut found =
            ratings.players().iter().zip(players).map(|(rating, elo)| (rating.elo, elo - mean)).collect::<Vec<_>>();
        found.push((ratings.difference(0, last), players[0] - players[last]));
        found.push((ratings.first_player_advantage(), ADVANTAGE));
        for (covered, (estimate, truth)) in covered.iter_mut().zip(found) {
            *covered += usize::from(estimate.interval.contains(truth));
        }
    }
    covered.into_iter().map(|covered| covered as f64 / EVENTS as f64).collect()
}

fn everyone_meets(n_players: usize) -> Vec<(usize, usize)> {
    (0..n_players).flat_map(|a| (0..n_players).map(move |b| (a, b))).filter(|(a, b)| a != b).collect()
}

#[test]
fn of_a_round_robin() {
    let players = [-300.0, -100.0, 100.0, 300.0];
    for (v, games) in [(0.0, 20), (0.0, 100), (1.0, 20), (1.0, 100)] {
        for (of, share) in coverage(&players, v, games, &everyone_meets(4)).into_iter().enumerate() {
            assert!((0.93..0.975).contains(&share), "draws {v}, {games} games, number {of}: {share}");
        }
    }
}

#[test]
fn of_a_gauntlet() {
    let players = [0.0, -300.0, -50.0, 80.0, 400.0];
    let meetings: Vec<_> = (1..5).flat_map(|other| [(0, other), (other, 0)]).collect();
    for (v, games) in [(0.0, 50), (1.0, 50)] {
        for (of, share) in coverage(&players, v, games, &meetings).into_iter().enumerate() {
            assert!((0.93..0.98).contains(&share), "draws {v}, {games} games, number {of}: {share}");
        }
    }
}

/// A thousand Elo apart, with few games: the same side wins nearly all of them. There are then few possible results,
/// and no interval covers evenly.
#[test]
fn of_players_far_apart() {
    let players = [-500.0, 0.0, 500.0];
    for games in [5, 20] {
        for (of, share) in coverage(&players, 0.0, games, &everyone_meets(3)).into_iter().enumerate() {
            assert!(share > 0.9, "{games} games, number {of}: {share}");
        }
    }
}
