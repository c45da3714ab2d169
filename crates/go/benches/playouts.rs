//! Light playouts a second, from the empty board.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::Topology;
use tesuji_go::{Komi, Playouts, Position, Rules};

/// So many playouts make one sample.
const N_PLAYOUTS: u64 = 100;

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("playouts");
    for (side, n_plies) in [(9, 11003), (19, 45670)] {
        let board = Topology::square(side, side).unwrap();
        let position = Position::empty(board, Rules::CHINESE, Komi::from_half_points(15));
        let mut playouts = Playouts::new();
        let mut run = || -> u32 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            (0..N_PLAYOUTS).map(|_| playouts.play_out(black_box(&position), &mut rng).n_plies).sum()
        };
        assert_eq!(run(), n_plies, "other games than before must not be timed");
        group.throughput(Throughput::Elements(N_PLAYOUTS));
        group.bench_function(format!("{side}x{side}"), |b| b.iter(&mut run));
    }
    group.finish();
}

criterion_group!(benches, playouts);
criterion_main!(benches);
