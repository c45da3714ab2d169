//! A move by alpha-beta on the empty 11x11 board of Hex; the choice, with its count of evaluations, is compared before.

use std::time::Duration;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use tesuji_engine::{AlphaBetaSpec, GameSpec, PlayerSpec, Session};
use tesuji_search::Limits;

fn alpha_beta(c: &mut Criterion) {
    let mut group = c.benchmark_group("alpha-beta/hex/11x11");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).warm_up_time(Duration::from_millis(1));
    for (evaluator, depth, chosen) in [
        ("ev'", 2, "k3 value -0.074, depth 2, 1723 evaluations, line k3 k1"),
        ("resistance", 2, "d9 value -0.028, depth 2, 513 evaluations, line d9 d6"),
        ("ev'", 3, "k3 value 0.259, depth 3, 16309 evaluations, line k3 d10 a9"),
    ] {
        let mut session = Session::new(&GameSpec::Hex { columns: 11, rows: 11, swap: false }).expect("a board");
        let spec = AlphaBetaSpec { evaluator: evaluator.to_owned(), depth, ..AlphaBetaSpec::default() };
        let player = PlayerSpec::AlphaBeta(spec);
        let mut choose = || session.genmove(&player, &Limits::default(), 1).expect("a move");
        let choice = choose();
        assert_eq!(format!("{} {}", choice.mv, choice.comment), chosen, "another search must not be timed as this");
        group.bench_function(format!("{evaluator}/{depth}"), |b| b.iter(&mut choose));
    }
    group.finish();
}

criterion_group!(benches, alpha_beta);
criterion_main!(benches);
