//! The cost of evaluations of Amazons: first reach, path interception, all of Lieberum's terms and the learned
//! evaluation, on random boards. For comparison, first reach is also measured as a plain search from square to square.
//!
//! The boards are random from a fixed seed: four amazons per player and 0 to 60 arrows on 100 squares.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_amazons_eval::{
    BoardLines, Features, LEARNED, Squares, Workspace, contest, first_reach, path_interception, terms,
};

const N_BOARDS: usize = 1024;

fn boards<const W: usize>(side: usize) -> Vec<Squares<W>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let n = side * side;
    let board = |index: usize| {
        let mut free: Vec<usize> = (0..n).collect();
        let mut draw = || free.swap_remove(random.random_range(0..free.len()));
        let mut amazons = [[0; W]; 2];
        for side in &mut amazons {
            for _ in 0..4 {
                let square = draw();
                side[square / 64] |= 1 << (square % 64);
            }
        }
        for _ in 0..index * 60 * n / (100 * N_BOARDS) {
            draw();
        }
        let mut empty = [0; W];
        for square in free {
            empty[square / 64] |= 1 << (square % 64);
        }
        Squares { empty, amazons }
    };
    (0..N_BOARDS).map(board).collect()
}

/// First reach by a search from square to square.
fn plain_first_reach<const W: usize>(side: usize, squares: &Squares<W>) -> i32 {
    let has = |set: &[u64; W], square: usize| set[square / 64] >> (square % 64) & 1 != 0;
    let distances = squares.amazons.map(|amazons| {
        let mut distances = vec![u32::MAX; side * side];
        let mut front: Vec<usize> = (0..side * side).filter(|&square| has(&amazons, square)).collect();
        let mut distance = 0;
        while !front.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for square in front {
                for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
                    let mut place = (square / side, square % side);
                    loop {
                        let (row, column) = (place.0.checked_add_signed(down), place.1.checked_add_signed(right));
                        let (Some(row), Some(column)) = (row, column) else { break };
                        if row >= side || column >= side || !has(&squares.empty, row * side + column) {
                            break;
                        }
                        place = (row, column);
                        if distances[row * side + column] == u32::MAX {
                            distances[row * side + column] = distance;
                            next.push(row * side + column);
                        }
                    }
                }
            }
            front = next;
        }
        distances
    });
    let [own, other] = distances;
    own.iter().zip(&other).map(|(own, other)| i32::from(own < other) - i32::from(other < own)).sum()
}

/// All terms as one number, so that the compiler can drop none.
fn all_terms<const W: usize>(lines: &BoardLines<W>, squares: &Squares<W>, workspace: &mut Workspace) -> f64 {
    let found = terms(lines, squares, workspace);
    let races = found.queens.lead + found.kings.lead + found.queens.ties + found.kings.ties;
    let alphas = |side| -> f64 { workspace.mobility().alphas(side).sum() };
    f64::from(races) + found.c1 + found.c2 + found.w + alphas(0) - alphas(1)
}

/// All features of the learned evaluation as one number that does not depend on what was learned, and the evaluation's
/// value.
fn learned<const W: usize>(lines: &BoardLines<W>, squares: &Squares<W>, workspace: &mut Workspace) -> (i32, f64) {
    let counts = contest(lines, squares, workspace);
    let features = Features::new(&counts, workspace.mobility(), lines.columns() * lines.rows());
    (features.phase + features.numbers.iter().sum::<i32>(), LEARNED.value(&features))
}

fn bench_side<const W: usize>(c: &mut Criterion, side: usize, expected: [f64; 4]) {
    let lines = BoardLines::<W>::new(side, side).expect("a board that fits");
    let boards = boards::<W>(side);
    let mut workspace = Workspace::default();
    let reach: i32 = boards.iter().map(|board| first_reach(&lines, board)).sum();
    let plain: i32 = boards.iter().map(|board| plain_first_reach(side, board)).sum();
    let paths: f64 = boards.iter().map(|board| path_interception(&lines, board, 1.0)).sum();
    let sum: f64 = boards.iter().map(|board| all_terms(&lines, board, &mut workspace)).sum();
    assert_eq!(reach, plain, "{side}x{side}");
    let features: i32 = boards.iter().map(|board| learned(&lines, board, &mut workspace).0).sum();
    for (value, expected) in [f64::from(reach), paths, sum, f64::from(features)].into_iter().zip(expected) {
        assert!((value - expected).abs() < 1e-3, "{side}x{side}: {value} is not {expected}");
    }

    let mut group = c.benchmark_group(format!("amazons/{side}x{side}"));
    group.sample_size(30).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(N_BOARDS as u64));
    group.bench_function("first reach", |b| {
        b.iter(|| boards.iter().map(|board| first_reach(&lines, black_box(board))).sum::<i32>());
    });
    group.bench_function("first reach, square by square", |b| {
        b.iter(|| boards.iter().map(|board| plain_first_reach(side, black_box(board))).sum::<i32>());
    });
    group.bench_function("path interception", |b| {
        b.iter(|| boards.iter().map(|board| path_interception(&lines, black_box(board), 1.0)).sum::<f64>());
    });
    group.bench_function("all terms", |b| {
        b.iter(|| boards.iter().map(|board| all_terms(&lines, black_box(board), &mut workspace)).sum::<f64>());
    });
    group.bench_function("learned", |b| {
        b.iter(|| boards.iter().map(|board| learned(&lines, black_box(board), &mut workspace).1).sum::<f64>());
    });
    group.finish();
}

fn sides(c: &mut Criterion) {
    bench_side::<1>(c, 8, [-77.0, -52.0, 51_676.369_792, 3_298_936.0]);
    bench_side::<2>(c, 10, [113.0, 41.0, 77_905.628_906, 3_370_180.0]);
    bench_side::<3>(c, 12, [-296.0, -314.0, 113_697.357_259, 3_475_855.0]);
}

criterion_group!(benches, sides);
criterion_main!(benches);
