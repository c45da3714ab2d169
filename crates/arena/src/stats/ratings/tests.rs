use super::*;
use crate::stats::Tally;

/// Converts to natural logarithms of odds, as papers use them.
fn nats(elo: f64) -> f64 {
    elo / ELO_PER_NAT
}

fn maximum_likelihood(n_players: usize, encounters: &[Encounter]) -> Ratings {
    Ratings::new(n_players, encounters, StrengthPrior::new(100_000.0).unwrap(), Confidence::P95).unwrap()
}

fn rated(n_players: usize, encounters: &[Encounter]) -> Ratings {
    Ratings::new(n_players, encounters, StrengthPrior::default(), Confidence::P95).unwrap()
}

fn encounter(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Encounter {
    Encounter { first, second, games: Games::new(wins, draws, losses) }
}

/// Wins at home and away of the team of the row, at home to the team of the column, American League East 1987:
/// Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
///
/// A. Agresti, *Categorical Data Analysis* (2nd ed., 2002), table 10.10; also the data set `baseball` of the R package
/// `BradleyTerry2`.
const BASEBALL: [[[u64; 2]; 7]; 7] = [
    [[0, 0], [4, 3], [4, 2], [4, 3], [6, 1], [4, 2], [6, 0]],
    [[3, 3], [0, 0], [4, 2], [4, 3], [6, 0], [6, 1], [4, 3]],
    [[2, 5], [4, 3], [0, 0], [2, 4], [4, 3], [4, 2], [6, 0]],
    [[3, 3], [5, 1], [2, 5], [0, 0], [4, 3], [4, 2], [6, 1]],
    [[5, 1], [2, 5], [3, 3], [4, 2], [0, 0], [5, 2], [6, 0]],
    [[2, 5], [3, 3], [3, 4], [4, 3], [4, 2], [0, 0], [2, 4]],
    [[2, 5], [1, 5], [1, 6], [2, 4], [1, 6], [3, 4], [0, 0]],
];

/// Agresti's table 10.11, column 5, and the advantage of the home team in section 10.6.3.
#[test]
fn agrestis_baseball_with_home_advantage() {
    let games = |home: usize, away: usize| {
        let [won, lost] = BASEBALL[home][away];
        encounter(home, away, won, 0, lost)
    };
    let encounters: Vec<_> =
        (0..7).flat_map(|home| (0..7).filter(move |&away| away != home).map(move |away| games(home, away))).collect();
    let ratings = maximum_likelihood(7, &encounters);
    assert!((nats(ratings.first_player_advantage().value) - 0.302).abs() < 5e-4);
    let abilities: Vec<f64> = ratings.players().iter().map(|rating| nats(rating.elo.value).exp()).collect();
    let total: f64 = abilities.iter().sum();
    for (ability, expected) in abilities.iter().zip([0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044]) {
        assert!((ability / total - expected).abs() < 5e-4, "{} for {expected}", ability / total);
    }
    // Agresti: the standard errors of the differences from Baltimore are about 0.3.
    for team in 0..6 {
        let difference = ratings.difference(team, 6);
        let error = nats(difference.interval.high - difference.value) / Confidence::P95.z();
        assert!((0.25..0.37).contains(&error), "{error}");
    }
    assert_eq!(ratings.draw_rate(), 0.0);
}

/// Preferences among six brands of chocolate pudding: `i`, `j`, for `i`, for `j`, none. R. R. Davidson (1970), example 2;
/// also the data set `pudding` of the R package `PlackettLuce`.
const PUDDING: [[u64; 5]; 15] = [
    [1, 2, 19, 22, 16],
    [1, 3, 16, 19, 12],
    [2, 3, 19, 19, 10],
    [1, 4, 18, 23, 13],
    [2, 4, 23, 19, 9],
    [3, 4, 19, 20, 15],
    [1, 5, 13, 19, 18],
    [2, 5, 16, 20, 12],
    [3, 5, 16, 15, 17],
    [4, 5, 17, 14, 16],
    [1, 6, 18, 21, 12],
    [2, 6, 22, 20, 12],
    [3, 6, 13, 18, 10],
    [4, 6, 14, 19, 18],
    [5, 6, 11, 21, 12],
];

/// Davidson's own procedure: it adjusts each strength and the weight of draws in turn, until what was seen is what is
/// expected.
fn davidsons_iteration() -> ([f64; 6], f64) {
    let (mut p, mut v) = ([1.0f64 / 6.0; 6], 1.0);
    for _ in 0..2_000 {
        let mut scores = [0.0; 6];
        let mut expected_per_strength = [0.0; 6];
        let (mut draws, mut expected_per_weight) = (0.0, 0.0);
        for [i, j, for_i, for_j, none] in PUDDING {
            let (a, b) = (i as usize - 1, j as usize - 1);
            let root = (p[a] * p[b]).sqrt();
            let share = (for_i + for_j + none) as f64 / (p[a] + p[b] + v * root);
            scores[a] += (2 * for_i + none) as f64;
            scores[b] += (2 * for_j + none) as f64;
            expected_per_strength[a] += share * (2.0 + v * (p[b] / p[a]).sqrt());
            expected_per_strength[b] += share * (2.0 + v * (p[a] / p[b]).sqrt());
            draws += none as f64;
            expected_per_weight += share * root;
        }
        p = std::array::from_fn(|k| scores[k] / expected_per_strength[k]);
        let total: f64 = p.iter().sum();
        p = p.map(|strength| strength / total);
        v = draws / expected_per_weight;
    }
    (p, v)
}

#[test]
fn davidsons_pudding_with_draws() {
    // Every comparison is counted in both orders. Then there is no advantage, and the strengths are those without
    // order.
    let both_orders = |[i, j, for_i, for_j, none]: [u64; 5]| {
        let (a, b) = (i as usize - 1, j as usize - 1);
        [encounter(a, b, for_i, none, for_j), encounter(b, a, for_j, none, for_i)]
    };
    let encounters: Vec<_> = PUDDING.into_iter().flat_map(both_orders).collect();
    let ratings = maximum_likelihood(6, &encounters);
    assert!(ratings.first_player_advantage().value.abs() < 1e-9);

    let (strengths, v) = davidsons_iteration();
    assert!((ratings.draw_rate() - v / (2.0 + v)).abs() < 2e-4);
    let elo_per_nat = ELO_PER_NAT * 2.0 / (2.0 + v);
    for brand in 1..6 {
        let expected = (strengths[brand] / strengths[0]).ln() * elo_per_nat;
        assert!((ratings.difference(brand, 0).value - expected).abs() < 5e-3, "{brand}: {expected}");
    }
}

/// With and without draws, two players who meet in both orders are as far apart as their score says.
#[test]
fn two_players_differ_by_their_score() {
    for (wins, draws, losses) in [(60, 0, 40), (35, 50, 15), (25, 60, 15)] {
        let encounters = [encounter(0, 1, wins, draws, losses), encounter(1, 0, losses, draws, wins)];
        let ratings = maximum_likelihood(2, &encounters);
        let by_score = crate::stats::elo_of_score(Games::new(wins, draws, losses).score().unwrap());
        let difference = ratings.difference(0, 1).value;
        assert!((difference - by_score).abs() < 0.02 * by_score, "{wins} {draws} {losses}: {difference} {by_score}");
        assert!((ratings.expected_score(0, 1) - (wins as f64 + draws as f64 / 2.0) / 100.0).abs() < 1e-6);
    }
}

/// The equations of maximum likelihood: every player has the expected score, and so do the players who moved first.
#[test]
fn expectations_meet_results_at_the_maximum() {
    let encounters =
        [encounter(0, 1, 5, 3, 2), encounter(1, 2, 4, 4, 4), encounter(2, 0, 1, 2, 9), encounter(1, 0, 3, 0, 3)];
    let ratings = maximum_likelihood(3, &encounters);
    let mut surplus = [0.0; 3];
    let mut first_surplus = 0.0;
    for &Encounter { first, second, games } in &encounters {
        let missing = games.half_points() as f64 / 2.0 - games.games() as f64 * ratings.expected_score(first, second);
        surplus[first] += missing;
        surplus[second] -= missing;
        first_surplus += missing;
    }
    assert!(surplus.iter().all(|surplus| surplus.abs() < 1e-4), "{surplus:?}");
    assert!(first_surplus.abs() < 1e-4, "{first_surplus}");
}

/// Nothing but wins, players who never met, no games at all: finite numbers, wide intervals and groups.
#[test]
fn the_prior_keeps_every_rating_finite() {
    const MANY: u64 = 1_000_000_000_000;
    let events: [(usize, Vec<Encounter>, usize); 7] = [
        (3, vec![encounter(0, 1, MANY, 7, 3 * MANY), encounter(1, 2, 2, 0, MANY)], 1),
        (2, vec![encounter(0, 1, 1_000_000, 0, 0)], 2),
        (2, vec![encounter(0, 1, 0, 50, 0)], 1),
        (4, vec![encounter(0, 1, 3, 1, 2), encounter(3, 2, 5, 0, 5)], 2),
        (3, vec![], 3),
        (3, vec![encounter(0, 1, 9, 0, 0), encounter(1, 2, 9, 0, 0), encounter(2, 0, 9, 0, 0)], 1),
        (0, vec![], 0),
    ];
    for (n_players, encounters, n_groups) in events {
        let ratings = rated(n_players, &encounters);
        assert_eq!(ratings.n_groups(), n_groups, "{encounters:?}");
        let mean: f64 = ratings.players().iter().map(|rating| rating.elo.value).sum();
        assert!(mean.abs() < 1e-6, "{encounters:?}");
        for rating in ratings.players() {
            let IntervalEstimate { value, interval } = rating.elo;
            assert!(interval.low < value && value < interval.high, "{encounters:?}: {rating:?}");
            assert!(interval.high - interval.low < 4_000.0, "{encounters:?}: {rating:?}");
        }
        assert!(ratings.first_player_advantage().value.is_finite());
    }
}

#[test]
fn between_groups_the_interval_is_the_priors() {
    let encounters = [encounter(0, 1, 30, 0, 30), encounter(3, 2, 50, 0, 50)];
    let ratings = rated(4, &encounters);
    let across = ratings.difference(0, 3);
    // Two pairs of players. The mean of each pair is drawn with half the variance of the prior.
    let expected = Confidence::P95.z() * 1_000.0;
    assert!((across.interval.high - across.value - expected).abs() < 0.02 * expected, "{across:?}");
    assert!(ratings.superiority(0, 3) > 0.3 && ratings.superiority(0, 3) < 0.7);
    assert_eq!(ratings.superiority(2, 2), 0.5);
    assert!((ratings.superiority(0, 1) + ratings.superiority(1, 0) - 1.0).abs() < 1e-12);
}

/// The advantage of moving first is distinguished from strength if both players have moved first.
#[test]
fn the_advantage_is_told_from_strength() {
    let encounters = [encounter(0, 1, 90, 0, 10), encounter(1, 0, 80, 0, 20)];
    let ratings = rated(2, &encounters);
    let advantage = ratings.first_player_advantage();
    assert!(advantage.interval.low > 200.0, "{advantage:?}");
    assert!((ratings.expected_score(0, 1) - 0.9).abs() < 0.02);
    assert!((ratings.expected_score(1, 0) - 0.8).abs() < 0.02);
    let difference = ratings.difference(0, 1);
    assert!(difference.value > 0.0 && difference.interval.low < 100.0, "{difference:?}");
}

#[test]
fn strangers_and_senseless_priors_are_refused() {
    let result = Ratings::new(2, &[encounter(0, 2, 1, 0, 0)], StrengthPrior::default(), Confidence::P95);
    assert_eq!(result.err(), Some(StatsError::Player { first: 0, second: 2, players: 2 }));
    for elo in [0.0, -1.0, 1e6, f64::NAN] {
        assert!(StrengthPrior::new(elo).is_err(), "{elo}");
    }
}

/// The ends of an interval are where the definition puts them. With a single strength there is nothing to profile, so
/// the density can be written down.
#[test]
fn ends_are_a_deviation_away() {
    let (wins, losses, z) = (14.0f64, 6.0f64, Confidence::P95.z());
    let encounters = [encounter(0, 1, 7, 0, 3), encounter(1, 0, 3, 0, 7)];
    let difference = rated(2, &encounters).difference(0, 1);
    let deviation = nats(1_000.0);
    // At each best point the strengths are opposite and the advantage is 0. So a difference `d` means two strengths of
    // `d / 2`.
    let log_density = |elo: f64| {
        let d = nats(elo);
        -wins * (1.0 + (-d).exp()).ln() - losses * (1.0 + d.exp()).ln() - d * d / (4.0 * deviation * deviation)
    };
    for end in [difference.interval.low, difference.interval.high] {
        let drop = log_density(difference.value) - log_density(end);
        assert!((drop - z * z / 2.0).abs() < 1e-5, "{drop}");
    }
    let superiority = rated(2, &encounters).superiority(0, 1);
    let expected = Normal::standard().cdf((2.0 * (log_density(difference.value) - log_density(0.0))).sqrt());
    assert!((superiority - expected).abs() < 1e-6, "{superiority} for {expected}");
}
