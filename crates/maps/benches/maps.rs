//! The cost of tactical maps: their values on sampled positions, and whole games between players who choose by them.
//!
//! The values and results are compared first, so fast but wrong code fails.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_board::{BoardSpec, Topology};
use tesuji_maps::{ContestSide, ContestTerms, Map, MapContest, PositionSample, named};

fn board(text: &str) -> Arc<Topology> {
    let spec: BoardSpec = text.parse().expect("a board");
    Arc::new(spec.topology().expect("a board"))
}

fn map(name: &str) -> Map {
    named::read(name).expect("a map of this name")
}

/// The values of the longest printed map on all positions of a sample.
fn values(c: &mut Criterion) {
    const N_POSITIONS: usize = 100;
    let mut group = c.benchmark_group("maps/values");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(N_POSITIONS as u64));
    for (text, expected) in [("9x9", 0x97b0_f08a_b260_293b), ("19x19", 0xce40_1070_2c1d_86d6)] {
        let sample = PositionSample::new(&[board(text)], N_POSITIONS, 1);
        let fingerprint = sample.fingerprint(&map("sato-4"));
        assert_eq!(fingerprint as u64, expected, "{text}");
        group.bench_function(text, |b| b.iter(|| black_box(sample.fingerprint(&map("sato-4")))));
    }
    group.finish();
}

/// Games from the empty board to the end.
fn games(c: &mut Criterion) {
    const N_GAMES: u64 = 200;
    let mut group = c.benchmark_group("maps/games");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(N_GAMES));
    let sides = [("random", ContestSide::Random), ("sato-4", ContestSide::Map(map("sato-4")))];
    for (text, expected) in [
        ("6x6", [(87, 10_634), (125, 11_187)]),
        ("hexagon:4", [(99, 10_600), (130, 11_426)]),
        ("9x9", [(116, 24_700), (116, 25_557)]),
    ] {
        for ((name, side), expected) in sides.iter().zip(expected) {
            let sides = [side.clone(), ContestSide::Random];
            let contest =
                MapContest::new(board(text), ContestTerms::default(), sides, 1).expect("terms in their bounds");
            let tally = contest.play(0..N_GAMES);
            assert_eq!((tally.wins, tally.plies), expected, "{name} on {text}");
            group.bench_function(format!("{text}/{name}"), |b| b.iter(|| black_box(contest.play(0..N_GAMES))));
        }
    }
    group.finish();
}

criterion_group!(benches, values, games);
criterion_main!(benches);
