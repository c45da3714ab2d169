//! A move by the strong player, measured as simulations per second; what it chooses is compared before.
//!
//! Hex on 11x11 and Go on 9x9 and 19x19.
//! Tree, looks and priors are in the time, the solver is not. Each move begins with an empty memory. With two trees, the same
//! work on one thread and on two.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tesuji_board::BoardSpec;
use tesuji_engine::{
    Choice, GameSpec, GoSettings, HexSettings, NetSettings, NetworkChoice, PlayerSpec, Session, StrongSpec,
};
use tesuji_go::{Komi, Rules};
use tesuji_search::Limits;

/// Ten moves that leave the game open.
const TEN_MOVES: [&str; 10] = ["c2", "f6", "d8", "g4", "h7", "e9", "i5", "d4", "c9", "j3"];

/// A leaf that the net judges counts as ten playouts.
const PLAYOUTS: u64 = 10_000;
const N_LEAVES: u64 = PLAYOUTS / 10;

fn after(moves: &[&str]) -> Session {
    let mut session = Session::new(&GameSpec::Hex { columns: 11, rows: 11, swap: false }).expect("a board");
    for mv in moves {
        session.play(session.to_move(), mv).expect("a legal move");
    }
    session
}

fn strong(c: &mut Criterion) {
    let mut group = c.benchmark_group("strong/hex/11x11");
    group.sample_size(10).throughput(Throughput::Elements(N_LEAVES));
    let net = NetSettings { solver_nodes: 0, ..NetSettings::default() };
    let game = HexSettings { network: NetworkChoice::Small, net, ..HexSettings::default() }.into();
    let base = StrongSpec { playouts: PLAYOUTS, game, ..StrongSpec::default() };
    let two_trees = StrongSpec { trees: 2, ..base };
    let two_threads = StrongSpec { threads: 2, ..two_trees };
    for (place, moves) in [("empty", &TEN_MOVES[..0]), ("after ten moves", &TEN_MOVES[..])] {
        let choose = |spec: &StrongSpec, mut session: Session| -> Choice {
            session.genmove(&PlayerSpec::Strong(*spec), &Limits::default(), 1).expect("a move")
        };
        assert_eq!(choose(&two_trees, after(moves)), choose(&two_threads, after(moves)), "threads change nothing");
        for (name, spec) in
            [("1 tree", &base), ("2 trees on 1 thread", &two_trees), ("2 trees on 2 threads", &two_threads)]
        {
            assert_eq!(choose(spec, after(moves)).nodes, N_LEAVES, "fewer must not be timed as all");
            group.bench_function(format!("{place}/{name}"), |b| {
                let again = |session| black_box(choose(spec, session));
                b.iter_batched(|| after(moves), again, BatchSize::PerIteration);
            });
        }
    }
    group.finish();
}

fn strong_go(c: &mut Criterion) {
    const GO_PLAYOUTS: u64 = 2_000;
    let mut group = c.benchmark_group("strong/go");
    group.sample_size(10).throughput(Throughput::Elements(GO_PLAYOUTS));
    let steered = StrongSpec { playouts: GO_PLAYOUTS, ..StrongSpec::default() };
    let go = GoSettings { tactics: false, shapes: false, spares_own: false, ..GoSettings::default() };
    for side in [9, 19] {
        let (komi, rules) = (Komi::from_half_points(15), Rules::CHINESE);
        let game = GameSpec::Go { board: BoardSpec::square(side, side), komi, rules };
        let choose = |spec: &StrongSpec| {
            let mut session = Session::new(&game).expect("a board");
            session.genmove(&PlayerSpec::Strong(*spec), &Limits::default(), 1).expect("a move")
        };
        for (name, spec) in [("steered", steered), ("light", StrongSpec { game: go.into(), ..steered })] {
            let choice = choose(&spec);
            assert_eq!((choice.nodes, &choice), (GO_PLAYOUTS, &choose(&spec)), "all, and always the same");
            group.bench_function(format!("{side}x{side}/{name}"), |b| b.iter(|| black_box(choose(&spec))));
        }
    }
    group.finish();
}

criterion_group!(benches, strong, strong_go);
criterion_main!(benches);
