//! Cost of statistics: playouts alone, recorded, and recorded and counted, in playouts per second.
//!
//! The number to look at is the ratio of "counted" to "alone" within one run. "10,000 playouts with all statistics"
//! should take at most 50 ms on 9x9.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_xoshiro::rand_core::SeedableRng;
use tesuji_board::{Player, Topology};
use tesuji_go::{Komi, Position, RandomPlayouts, Rules};
use tesuji_playout::GoLight;
use tesuji_playout::statistics::{OrderConfig, Sample, Scope, Statistics, StatisticsConfig};
use tesuji_search::mcts::PlayoutRng;

const N_PLAYOUTS: u32 = 10_000;

fn go(c: &mut Criterion) {
    for side in [9, 19] {
        let mut group = c.benchmark_group(format!("statistics/go {side}x{side}"));
        group.sample_size(10).throughput(Throughput::Elements(u64::from(N_PLAYOUTS)));
        let topology = Topology::square(side, side).expect("a board");
        let position = Position::empty(topology, Rules::CHINESE, Komi::from_half_points(15));
        let mut playouts = RandomPlayouts::new();
        let mut alone = || {
            let mut rng = PlayoutRng::seed_from_u64(1);
            let margins = (0..N_PLAYOUTS).map(|_| playouts.play_out(&position, &mut rng).score.margin());
            margins.filter(|&margin| margin > 0).count()
        };
        let config = StatisticsConfig::default();
        let sample = || Sample::collect(&position, &mut GoLight::default(), N_PLAYOUTS, 1);
        let recorded = sample();
        let counted = Statistics::new(&recorded, &config);
        let wins = recorded.margins().filter(|&margin| margin > 0).count();
        let rate = counted.win_rate(Player::Black).expect("playouts").value;
        assert_eq!((rate * f64::from(N_PLAYOUTS)).round(), wins as f64, "what is counted must be what was played");
        // Six standard deviations of the difference between two such counts.
        assert!(alone().abs_diff(wins) < 424, "other playouts must not be timed as these");
        group.bench_function("alone", |b| b.iter(&mut alone));
        group.bench_function("recorded", |b| b.iter(sample));
        group.bench_function("counted", |b| b.iter(|| Statistics::new(&sample(), &config)));
        let lists = |counted: &Statistics| {
            let pairs = Player::BOTH.map(|player| counted.pairs(player, Scope::Playable));
            (pairs, counted.order_ranks(&OrderConfig::default()))
        };
        group.throughput(Throughput::Elements(1));
        group.bench_function("pairs and ranks", |b| b.iter(|| lists(&counted)));
        group.bench_function("10,000 playouts with all statistics", |b| {
            b.iter(|| lists(&Statistics::new(&sample(), &config)));
        });
        group.finish();
    }
}

criterion_group!(benches, go);
criterion_main!(benches);
