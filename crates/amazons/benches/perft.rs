//! Counting moves without making them: three moves deep on 10x10, deeper on smaller boards.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_amazons::{Position, perft};

fn counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    for (side, depth, n_leaves) in
        [(5, 4, 970_203_644), (6, 3, 91_074_224), (8, 3, 1_358_441_750), (10, 3, 8_350_439_170)]
    {
        let position = Position::standard(side).unwrap();
        assert_eq!(perft(&position, depth), n_leaves, "{side}x{side}: a wrong count must not be timed");
        group.throughput(Throughput::Elements(n_leaves));
        group.bench_function(format!("{side}x{side} depth {depth}"), |b| b.iter(|| perft(black_box(&position), depth)));
    }
    group.finish();
}

fn moves_of_both(c: &mut Criterion) {
    let position = Position::standard(10).unwrap();
    let [black, white] = tesuji_board::Player::BOTH;
    assert_eq!((position.n_moves_of(black), position.n_moves_of(white)), (2176, 2176));
    c.bench_function("moves of both, counted at the start of 10x10", |b| {
        b.iter(|| black_box(&position).n_moves_of(black) + black_box(&position).n_moves_of(white));
    });
}

criterion_group!(benches, counts, moves_of_both);
criterion_main!(benches);
