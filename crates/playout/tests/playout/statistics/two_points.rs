//! The positions of `testdata/go/two-points.toml`: the point of each comes out on top, in repeated samples and in every
//! image.

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_go::{Diagram, Komi, Position, Rules};
use tesuji_playout::GoLight;
use tesuji_playout::statistics::{
    MiaiConfig, OrderConfig, Play, Sample, Scope, Statistics, StatisticsConfig, Threshold, Zeros,
};

use crate::statistics::suite::{Image, Problem, problem};

const N_PLAYOUTS: u32 = 10_000;
const N_SEEDS: u64 = 20;

fn statistics(position: &Position, seed: u64, threshold: Threshold) -> Statistics {
    let sample = Sample::collect(position, &mut GoLight::default(), N_PLAYOUTS, seed);
    Statistics::new(&sample, &StatisticsConfig { threshold, n_parts: 1 })
}

/// The ranks of the file's Black on these cells.
fn ranks(statistics: &Statistics, player: Player, cells: &[Cell], config: &OrderConfig<'_>) -> Vec<f64> {
    let ranks = statistics.order_ranks(config);
    let rank = |&cell: &Cell| ranks.iter().find(|rank| rank.play == Play { player, cell }).unwrap().value;
    cells.iter().map(rank).collect()
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn pairs_that_hold_a_chain_together_lead_by_a_clear_gap() {
    for id in ["miai", "bamboo"] {
        let problem = problem(id);
        for seed in 0..N_SEEDS {
            let image = Image::new(&problem, seed);
            let statistics = statistics(&image.position, seed, Threshold::Komi);
            let mut expected: Vec<Vec<Cell>> = problem.pairs.iter().map(|pair| image.cells(pair)).collect();
            expected.iter_mut().for_each(|pair| pair.sort());
            expected.sort();
            let ranked = statistics.pairs(image.black, Scope::Playable);
            let mut leading: Vec<Vec<Cell>> = ranked[..expected.len()].iter().map(|pair| pair.cells.to_vec()).collect();
            leading.sort();
            assert_eq!(leading, expected, "{id}, seed {seed}");
            let (above, below) = (ranked[expected.len() - 1].joint, ranked[expected.len()].joint);
            assert!(above.interval().0 > below.interval().1, "{id}, seed {seed}: {above:?} {below:?}");
            let mut miai: Vec<Vec<Cell>> =
                (statistics.miai(image.black, &MiaiConfig::default()).iter()).map(|pair| pair.cells.to_vec()).collect();
            miai.sort();
            assert_eq!(miai, expected, "{id}, seed {seed}");
        }
    }
}

/// Whoever has the tables can compute the numbers again.
#[test]
fn tables_give_the_numbers() {
    let image = Image::new(&problem("race"), 0);
    let statistics = statistics(&image.position, 1, Threshold::Komi);
    let association = |[a, b, c, d]: [u32; 4], n: u32| {
        let [a, b, c, d] = [a, b, c, d].map(f64::from);
        2.0 * (a * d - b * c) / (f64::from(n) * f64::from(n))
    };
    let is_same = |one: f64, other: f64| (one - other).abs() < 1e-12;
    let cells = statistics.cells(Scope::All);
    for &x in &cells {
        let table = statistics.point_table(x).unwrap();
        let criticality = statistics.criticality(x).unwrap().value;
        assert!(is_same(association(table.counts(), statistics.n_playouts()), criticality));
        for &y in cells.iter().filter(|&&y| y != x) {
            for player in Player::BOTH {
                let table = statistics.pair_table(player, x, y).unwrap();
                assert_eq!(table.n(), statistics.n_playouts());
                let joint = statistics.joint(player, x, y).unwrap().value;
                assert!(is_same(association(table.counts(), table.n()), joint));
            }
        }
    }
    let top = statistics.top_orders(Scope::All, Zeros::Count, usize::MAX);
    assert!(
        top.len() > 4 * cells.len()
            && top.is_sorted_by(|one, other| { one.order.value.unwrap().value >= other.order.value.unwrap().value })
    );
    for order in top.iter().map(|top| top.order) {
        let table = order.table();
        assert_eq!(order.by_winner.map(|[black, white]| black + white), order.counts);
        assert_eq!(table.a + table.c, order.counts[0]);
        assert!(is_same(association(table.counts(), table.n()), order.value.unwrap().value));
    }
    let best = statistics.top_orders(Scope::Playable, OrderConfig::default().zeros, 4);
    assert_eq!(best, statistics.top_orders(Scope::Playable, OrderConfig::default().zeros, 9)[..4]);
}

#[test]
fn an_empty_board_and_a_race_have_no_miai() {
    let empty = Position::empty(Topology::square(9, 9).unwrap(), Rules::CHINESE, Komi::from_half_points(15));
    let race = Image::new(&problem("race"), 0).position;
    for position in [empty, race] {
        for seed in 0..5 {
            let statistics = statistics(&position, seed, Threshold::Komi);
            for player in Player::BOTH {
                assert_eq!(statistics.miai(player, &MiaiConfig::default()), [], "seed {seed}");
            }
        }
    }
}

#[test]
fn the_median_mends_a_komi_that_decides_the_game() {
    let problem = Problem { komi: "60".to_owned(), ..problem("miai") };
    for seed in 0..5 {
        let image = Image::new(&problem, seed);
        let mut pair = image.cells("ab");
        pair.sort();
        let flat = statistics(&image.position, seed, Threshold::Komi);
        assert_eq!(flat.miai(image.black, &MiaiConfig::default()), [], "White always wins");
        let mended = statistics(&image.position, seed, Threshold::Median);
        assert_eq!(mended.miai(image.black, &MiaiConfig::default())[0].cells.to_vec(), pair);
        assert_eq!(mended.pairs(image.black, Scope::Playable)[0].cells.to_vec(), pair);
    }
}

#[test]
fn outside_liberties_come_before_inside_ones() {
    for id in ["race", "nakade", "nakade-edge"] {
        let problem = problem(id);
        for seed in 0..N_SEEDS {
            let image = Image::new(&problem, seed);
            let statistics = statistics(&image.position, seed, Threshold::Komi);
            let marked: CellSet = image.marks.iter().map(|&(_, cell)| cell).collect();
            for (scope, zeros) in [
                (Scope::Playable, OrderConfig::default().zeros),
                (Scope::Playable, Zeros::Count),
                (Scope::Within(&marked), OrderConfig::default().zeros),
            ] {
                let config = OrderConfig { scope, zeros, ..OrderConfig::default() };
                // Ranks are Black's. With the players exchanged, the file's Black wants them low.
                let sign = if image.black == Player::Black { 1.0 } else { -1.0 };
                let ranks = |letters: &str| -> Vec<f64> {
                    let ranks = ranks(&statistics, image.black, &image.cells(letters), &config);
                    ranks.iter().map(|rank| sign * rank).collect()
                };
                let (outside, inside) = (ranks(&problem.outside), ranks(&problem.inside));
                let rest = most(&ranks(&problem.theirs));
                assert!(least(&outside) > most(&inside).max(rest), "{id}, seed {seed}: {outside:?} {inside:?} {rest}");
            }
        }
    }
}

#[test]
fn a_fight_that_others_drown_is_ordered_by_itself() {
    const N_SEEDS: u64 = 6;
    for id in ["race-open", "race-two", "nakade-open"] {
        let problem = problem(id);
        let groups = [&problem.outside, &problem.inside, &problem.theirs];
        // Sums over the seeds, by group and letter.
        let mut sums = groups.map(|letters| vec![0.0; letters.len()]);
        for seed in 0..N_SEEDS {
            let image = Image::new(&problem, 3 * seed);
            let statistics = statistics(&image.position, seed, Threshold::Median);
            let marked: CellSet = image.marks.iter().map(|&(_, cell)| cell).collect();
            let config = OrderConfig { scope: Scope::Within(&marked), ..OrderConfig::default() };
            let sign = if image.black == Player::Black { 1.0 } else { -1.0 };
            for (letters, sums) in groups.iter().zip(&mut sums) {
                let ranks = ranks(&statistics, image.black, &image.cells(letters), &config);
                sums.iter_mut().zip(ranks).for_each(|(sum, rank)| *sum += sign * rank);
            }
        }
        let [outside, inside, theirs] = &sums;
        assert!(least(outside) > most(inside).max(most(theirs)), "{id}: {sums:?}");
    }
}

#[test]
fn the_vital_point_of_a_nakade_rises_when_it_becomes_urgent() {
    for id in ["nakade", "nakade-edge"] {
        let problem = problem(id);
        let vital = problem.vital.chars().next().unwrap();
        // How far it is above the best outside liberty, before and after each of White's moves, over all seeds.
        let mut leads = vec![0.0; 1 + problem.inside.len()];
        for seed in 0..N_SEEDS {
            let image = Image::new(&problem, seed);
            let sign = if image.black == Player::Black { 1.0 } else { -1.0 };
            let config = OrderConfig::default();
            // The rank of the vital point, and how far it is above the best outside liberty.
            let look = |position: &Position| {
                let statistics = statistics(position, seed, Threshold::Komi);
                let rank = |letters: &str| -> Vec<f64> {
                    let ranks = ranks(&statistics, image.black, &image.cells(letters), &config);
                    ranks.iter().map(|rank| sign * rank).collect()
                };
                let vital_rank = rank(&problem.vital)[0];
                let criticality = statistics.criticality(image.cell(vital)).unwrap();
                (vital_rank, vital_rank - most(&rank(&problem.outside)), criticality)
            };
            let before = look(&image.position);
            leads[0] += before.1;
            for (number, letter) in problem.inside.chars().enumerate() {
                let after = look(&image.after_white(letter));
                leads[1 + number] += after.1;
                let what = format!("{id}, seed {seed}, after {letter}: {before:?} {after:?}");
                assert!(after.0 > 0.0 && after.1 > 0.0, "{what}");
                // At the edge the point is just as critical before, because e or f would cut either way.
                assert!(id == "nakade-edge" || after.2.interval().0 > before.2.interval().1, "{what}");
            }
        }
        assert!(leads[1..].iter().all(|&lead| lead > leads[0]), "{id}: {leads:?}");
    }
}

/// Two thresholds divide the playouts of this position about equally evenly, one on either side of the middle.
#[test]
fn samples_agree_on_the_median() {
    let diagram: Diagram = ". . . . .\n. B . . .\n. . W . .\n. B W . .\n. . . . .".parse().unwrap();
    let [black, white] = diagram.stones();
    let threshold = |stones: [&CellSet; 2], to_move, seed| {
        let topology = Topology::square(5, 5).unwrap();
        let position = Position::setup(topology, Rules::CHINESE, Komi::from_half_points(0), stones, to_move).unwrap();
        let sample = Sample::collect(&position, &mut GoLight::default(), 20_000, seed);
        let statistics = Statistics::new(&sample, &StatisticsConfig { threshold: Threshold::Median, n_parts: 1 });
        statistics.threshold()
    };
    let first = threshold([black, white], Player::Black, 1);
    assert!(first < 0, "{first}: White is ahead");
    for seed in 1..=8 {
        assert_eq!(threshold([black, white], Player::Black, seed), first, "seed {seed}");
        assert_eq!(threshold([white, black], Player::White, seed), -first, "exchanged, seed {seed}");
    }
}

/// The paper's false positive: the vital point before an inside liberty has the highest order criticality only because
/// it matters who gets the vital point.
#[test]
fn with_the_same_stones_outside_before_inside_is_the_surest_order() {
    for id in ["nakade", "nakade-edge"] {
        let problem = problem(id);
        let vital = problem.vital.chars().next().unwrap();
        let (mut n_misled, mut n_led) = (0, 0);
        for seed in 0..N_SEEDS {
            let image = Image::new(&problem, seed);
            let statistics = statistics(&image.position, seed, Threshold::Komi);
            let sign = if image.black == Player::Black { 1.0 } else { -1.0 };
            let plays = |letters: &str| -> Vec<Play> {
                image.cells(letters).into_iter().map(|cell| Play { player: image.black, cell }).collect()
            };
            let (outside, inside) = (plays(&problem.outside), plays(&problem.inside));
            let vital = Play { player: image.black, cell: image.cell(vital) };
            let sure = |m: Play, n: Play| {
                let (low, high) = statistics.same_stones(m, n).unwrap().interval();
                if sign > 0.0 { low } else { -high }
            };
            let decides = |m: Play, n: Play| sign * statistics.order_difference(m, n).unwrap().value;
            let best = |of: &dyn Fn(Play, Play) -> f64, firsts: &[Play]| {
                most(&firsts.iter().flat_map(|&m| inside.iter().map(move |&n| of(m, n))).collect::<Vec<_>>())
            };
            n_misled += u32::from(best(&decides, &[vital]) > best(&decides, &outside));
            let (ours, false_positive) = (best(&sure, &outside), best(&sure, &[vital]));
            n_led += u32::from(ours > false_positive);
        }
        assert!(n_misled > N_SEEDS as u32 / 2, "{id}: order criticality misleads in {n_misled} samples");
        assert!(n_led > N_SEEDS as u32 / 2, "{id}: outside before inside leads in {n_led} samples");
    }
}
