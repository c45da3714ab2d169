//! Light playouts per second, from the empty board.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::BoardSpec;
use tesuji_go::{Komi, Position, RandomPlayouts, Rules};

/// The number of playouts in a sample.
const N_PLAYOUTS: u64 = 100;

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("playouts");
    for (name, n_plies) in [
        ("9x9", 11062),
        ("19x19", 45302),
        ("torus:9x9", 11273),
        ("honeycomb:4", 13698),
        ("hexagon:6", 12659),
        ("hexagon:11", 41728),
    ] {
        let board = name.parse::<BoardSpec>().unwrap().topology().unwrap();
        let position = Position::empty(board, Rules::CHINESE, Komi::from_half_points(15));
        let mut playouts = RandomPlayouts::new();
        let mut run = || -> u32 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            (0..N_PLAYOUTS).map(|_| playouts.play_out(black_box(&position), &mut rng).n_plies).sum()
        };
        assert_eq!(run(), n_plies, "{name}: other games than before must not be timed");
        group.throughput(Throughput::Elements(N_PLAYOUTS));
        group.bench_function(name, |b| b.iter(&mut run));
    }
    group.finish();
}

criterion_group!(benches, playouts);
criterion_main!(benches);
