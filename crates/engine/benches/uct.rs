//! A move by plain UCT, measured as playouts per second; the choice is compared before.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_board::BoardSpec;
use tesuji_engine::{GameSpec, PlayerSpec, Session, UctSpec};
use tesuji_go::{Komi, Rules};
use tesuji_search::Limits;

fn uct(c: &mut Criterion) {
    let mut group = c.benchmark_group("uct");
    group.sample_size(10);
    let hex = GameSpec::Hex { columns: 11, rows: 11, swap: false };
    let go =
        GameSpec::Go { board: BoardSpec::square(9, 9), komi: Komi::from_half_points(15), rules: Rules::TROMP_TAYLOR };
    for (name, game, playouts, chosen) in [
        ("hex/11x11", hex, 50_000, "f6 value 0.554, 5774 of 50000 playouts, line f6 h2 b1 j8"),
        ("go/9x9", go, 10_000, "G5 value 0.480, 895 of 10000 playouts, line G5 E4 B3"),
    ] {
        let mut session = Session::new(&game).expect("a board");
        let player = PlayerSpec::Uct(UctSpec { playouts, ..UctSpec::default() });
        let mut choose = || session.genmove(&player, &Limits::default(), 1).expect("a move");
        let choice = choose();
        assert_eq!(format!("{} {}", choice.mv, choice.comment), chosen, "another search must not be timed as this");
        group.throughput(Throughput::Elements(playouts));
        group.bench_function(name, |b| b.iter(&mut choose));
    }
    group.finish();
}

criterion_group!(benches, uct);
criterion_main!(benches);
