//! A move by the strong player of Hex, measured as simulations per second; the choice is compared before.
//!
//! The tree, the looks and the priors are in the time, the solver is not. Each move begins with an empty memory.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tesuji_engine::{GameSpec, PlayerSpec, Priors, Session, StrongSpec};
use tesuji_search::Limits;

const PLAYOUTS: u64 = 5_000;

fn strong(c: &mut Criterion) {
    let mut group = c.benchmark_group("strong/hex/11x11");
    group.sample_size(10);
    let game = GameSpec::Hex { columns: 11, rows: 11, swap: false };
    let after_opening = || {
        let mut session = Session::new(&game).expect("a board");
        for mv in ["a10", "f6"] {
            session.play(session.to_move(), mv).expect("a legal move");
        }
        session
    };
    let with_patterns = StrongSpec { playouts: PLAYOUTS, solver_nodes: 0, ..StrongSpec::default() };
    let plain = StrongSpec { priors: Priors::Plain, elsewhere: 0, ..with_patterns };
    for (name, spec, chosen) in [("patterns", with_patterns, CHOSEN), ("plain", plain, CHOSEN_PLAIN)] {
        let player = PlayerSpec::Strong(spec);
        let choose = |mut session: Session| session.genmove(&player, &Limits::default(), 1).expect("a move");
        let choice = choose(after_opening());
        assert_eq!(format!("{} {}", choice.mv, choice.comment), chosen, "another search must not be timed as this");
        group.throughput(Throughput::Elements(PLAYOUTS));
        group.bench_function(name, |b| {
            b.iter_batched(after_opening, |session| black_box(choose(session)), BatchSize::PerIteration);
        });
    }
    group.finish();
}

/// What each is to choose, and to say of it.
const CHOSEN: &str = "e6 value 0.534, 2155 of 5000 playouts, line e6 d8 c8 h5 i3 e7";
const CHOSEN_PLAIN: &str = "d7 value 0.520, 1123 of 5000 playouts, line d7 h1 j3 j2 k2 h2";

criterion_group!(benches, strong);
criterion_main!(benches);
