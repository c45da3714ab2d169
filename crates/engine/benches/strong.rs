//! A move of the strong player, measured as playouts per second; how many are made is compared before.
//!
//! The same playouts on one thread and on two: what two trees make one after another, and side by side.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_engine::{GameSpec, PlayerSpec, Session, StrongSpec};
use tesuji_search::Limits;

/// Ten moves that leave the game open.
const TEN_MOVES: [&str; 10] = ["c2", "f6", "d8", "g4", "h7", "e9", "i5", "d4", "c9", "j3"];

const PLAYOUTS: u64 = 10_000;

fn strong(c: &mut Criterion) {
    let mut group = c.benchmark_group("strong/11x11");
    group.sample_size(10).throughput(Throughput::Elements(PLAYOUTS));
    for (name, moves) in [("empty", &TEN_MOVES[..0]), ("after ten moves", &TEN_MOVES[..])] {
        for (trees, threads) in [(1, 1), (2, 1), (2, 2)] {
            let spec = StrongSpec { playouts: PLAYOUTS, trees, threads, solver_nodes: 0, ..StrongSpec::default() };
            let choose = || {
                // A new session each time: the player goes on with what it knows.
                let mut session = Session::new(&GameSpec::Hex { columns: 11, rows: 11, swap: false }).expect("a board");
                for mv in moves {
                    session.play(session.to_move(), mv).expect("a legal move");
                }
                session.genmove(&PlayerSpec::Strong(spec), &Limits::default(), 1).expect("a move")
            };
            assert_eq!(choose().nodes, PLAYOUTS, "fewer must not be timed as all");
            assert_eq!(choose(), choose(), "the same on any number of threads");
            group.bench_function(format!("{name}/{trees} trees, {threads} threads"), |b| b.iter(choose));
        }
    }
    group.finish();
}

criterion_group!(benches, strong);
criterion_main!(benches);
