//! Compares stated errors with the spread of repeated samples.

use std::collections::BTreeMap;

use tesuji_board::{Cell, Player, Topology};
use tesuji_go::{Komi, Position, Rules};
use tesuji_playout::GoLight;
use tesuji_playout::statistics::{Estimate, OrderConfig, Play, Sample, Statistics, StatisticsConfig, Threshold};

use crate::statistics::suite::{Image, problem};

const N_RUNS: u64 = 200;
const N_PLAYOUTS: u32 = 1_000;

/// Sums over runs of a number and of its stated error, and of their squares.
#[derive(Clone, Copy, Default)]
struct Spread {
    sum: f64,
    squares: f64,
    stated_squares: f64,
}

impl Spread {
    fn add(&mut self, estimate: Estimate) {
        self.sum += estimate.value;
        self.squares += estimate.value * estimate.value;
        self.stated_squares += estimate.standard_error * estimate.standard_error;
    }

    /// The stated error as a share of the spread of the runs.
    fn ratio(&self) -> f64 {
        let n = N_RUNS as f64;
        let variance = (self.squares - self.sum * self.sum / n) / (n - 1.0);
        (self.stated_squares / n / variance).sqrt()
    }
}

fn statistics(position: &Position, seed: u64) -> Statistics {
    let sample = Sample::collect(position, &mut GoLight::default(), N_PLAYOUTS, seed);
    Statistics::new(&sample, &StatisticsConfig { threshold: Threshold::Komi, n_parts: 16 })
}

#[test]
fn stated_errors_are_the_spread_of_repeated_samples() {
    // A komi with which both can win, on a board small enough to be decided by few cells.
    let position = Position::empty(Topology::square(5, 5).unwrap(), Rules::CHINESE, Komi::from_half_points(7));
    let cell = |name: &str| position.topology().cell(name).unwrap();
    let play = |player, name| Play { player, cell: cell(name) };
    let pairs = [("C3", "B2"), ("A1", "C3"), ("B3", "C4")];
    let mut spreads = vec![("", Spread::default()); 4 + 7 * pairs.len()];
    let n_moves = 50;
    let mut ranks = vec![Spread::default(); n_moves];
    for seed in 0..N_RUNS {
        let statistics = statistics(&position, seed);
        let mut estimates = vec![
            ("win rate", statistics.win_rate(Player::Black)),
            ("ownership", statistics.ownership(cell("B2"))),
            ("criticality", statistics.criticality(cell("C3"))),
            ("owner criticality", statistics.owner_criticality(cell("A1"))),
        ];
        for (x, y) in pairs {
            let (m, n) = (play(Player::Black, x), play(Player::White, y));
            estimates.extend([
                ("joint", statistics.joint(Player::Black, cell(x), cell(y))),
                ("joint for White", statistics.joint(Player::White, cell(x), cell(y))),
                ("excess", statistics.joint_excess(Player::Black, cell(x), cell(y))),
                ("order", statistics.order(m, n).unwrap().value),
                ("difference of orders", statistics.order_difference(m, n)),
                ("the same player's", statistics.order_difference(play(Player::White, x), n)),
                ("the same stones", statistics.same_stones(m, n)),
            ]);
        }
        for ((name, spread), (what, estimate)) in spreads.iter_mut().zip(estimates) {
            *name = what;
            spread.add(estimate.unwrap());
        }
        for rank in statistics.order_ranks(&OrderConfig::default()) {
            let estimate = Estimate::new(rank.value, rank.standard_error.unwrap());
            ranks[2 * rank.play.cell.index() + rank.play.player.index()].add(estimate);
        }
    }
    for (name, spread) in spreads {
        // The spread of 200 runs is known to within a twentieth; this allows four of these.
        assert!((spread.ratio() - 1.0).abs() < 0.2, "{name}: {}", spread.ratio());
    }
    // Ranks count comparisons, so their errors come from half samples and are only roughly known.
    let mut ratios: Vec<f64> = ranks.iter().map(Spread::ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let median = ratios[n_moves / 2];
    assert!((median - 1.0).abs() < 0.25 && ratios[0] > 0.5 && ratios[n_moves - 1] < 2.0, "{ratios:?}");
}

#[test]
fn the_error_of_a_number_falls_with_the_root_of_the_sample() {
    let position = Position::empty(Topology::square(5, 5).unwrap(), Rules::CHINESE, Komi::from_half_points(7));
    let error = |n_playouts| {
        let sample = Sample::collect(&position, &mut GoLight::default(), n_playouts, 1);
        let statistics = Statistics::new(&sample, &StatisticsConfig::default());
        statistics.joint(Player::Black, Cell::new(12), Cell::new(6)).unwrap().standard_error
    };
    let ratio = error(1_000) / error(16_000);
    assert!((3.6..4.4).contains(&ratio), "{ratio}");
}

type Interval = (f64, f64);

/// For several numbers, the share of their intervals that hold the mean of all values of the same number.
fn coverage(of_each: impl Iterator<Item = Vec<(f64, Interval)>>) -> f64 {
    let (mut n_held, mut n_all) = (0, 0);
    for values in of_each {
        let mean = values.iter().map(|(value, _)| value).sum::<f64>() / values.len() as f64;
        n_held += values.iter().filter(|(_, (low, high))| *low <= mean && mean <= *high).count();
        n_all += values.len();
    }
    f64::from(n_held as u32) / f64::from(n_all as u32)
}

#[test]
fn intervals_of_ranks_hold_their_mean_in_19_of_20_samples() {
    for id in ["miai", "race", "nakade"] {
        let position = Image::new(&problem(id), 0).position;
        let mut ranks: BTreeMap<Play, Vec<(f64, Interval)>> = BTreeMap::new();
        for seed in 0..40 {
            let sample = Sample::collect(&position, &mut GoLight::default(), 2_000, seed);
            let statistics = Statistics::new(&sample, &StatisticsConfig::default());
            for rank in statistics.order_ranks(&OrderConfig::default()) {
                let interval = rank.interval.unwrap();
                assert!(interval.1 - interval.0 >= 0.01, "a step of alpha is never excluded: {rank:?}");
                ranks.entry(rank.play).or_default().push((rank.value, interval));
            }
        }
        let covered = coverage(ranks.into_values());
        // Halves compared with each other would cover 0.82, and 0.88 with Student's factor.
        assert!((0.92..0.985).contains(&covered), "{id}: {covered}");
    }
}

#[test]
fn intervals_of_cells_hold_the_truth_where_nearly_all_playouts_agree() {
    // With so few playouts, many cells always or never belonged to a player.
    let position = Image::new(&problem("miai"), 0).position;
    let of_cells = |n_playouts, seed| {
        let sample = Sample::collect(&position, &mut GoLight::default(), n_playouts, seed);
        let statistics = Statistics::new(&sample, &StatisticsConfig::default());
        let of_cell = |cell| {
            let wins = Player::BOTH.map(|player| statistics.win_rate_first(player, cell));
            let [black, white] = wins;
            let shares = [black, white, statistics.ownership(cell), statistics.owner_criticality(cell)];
            shares.map(|estimate| estimate.map(|estimate| (estimate.value, estimate.interval())))
        };
        (0..81).flat_map(|cell| of_cell(Cell::new(cell))).collect::<Vec<_>>()
    };
    let truth = of_cells(20_000, 1_000);
    let (mut n_held, mut n_all) = (0, 0);
    for seed in 0..100 {
        for (truth, found) in truth.iter().zip(of_cells(40, seed)) {
            let (Some((truth, _)), Some((_, (low, high)))) = (truth, found) else { continue };
            assert!(low < high);
            n_held += u32::from(low <= *truth && *truth <= high);
            n_all += 1;
        }
    }
    let covered = f64::from(n_held) / f64::from(n_all);
    assert!((0.93..0.995).contains(&covered), "{covered}");
}
