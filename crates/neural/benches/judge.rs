//! Number of positions that a net evaluates in a second, on one thread.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_board::BoardSpec;
use tesuji_game::Game;
use tesuji_hex::Position;
use tesuji_neural::{Judge, Kernel, Net, Opinion, graph};

fn judge(criterion: &mut Criterion) {
    for side in [7, 9, 11, 13] {
        let mut position = Position::empty(side, side).expect("a board");
        for idx in [3, 17, 24, 31, 40] {
            let mv = position.moves()[idx % (side * side - 6)];
            position.play(mv).expect("a legal move");
        }
        for (name, net) in [("small", Some(Net::shipped())), ("large", Net::large())] {
            let Some(net) = net else { continue };
            let mut group = criterion.benchmark_group(format!("judge {side}x{side}, {name}"));
            group.throughput(Throughput::Elements(1));
            let mut found: Option<Opinion> = None;
            for kernel in Kernel::available() {
                let mut judge = Judge::with_kernel(net, kernel);
                let mut opinion = Opinion::default();
                judge.judge(&position, &mut opinion);
                assert_eq!(*found.get_or_insert_with(|| opinion.clone()), opinion, "kernels differ");
                group.bench_function(kernel.name(), |bencher| bencher.iter(|| judge.judge(&position, &mut opinion)));
            }
        }
    }
}

/// As above, of Go, by the net that `GO_NET` names.
fn judge_graph(criterion: &mut Criterion) {
    let Ok(path) = std::env::var("GO_NET") else { return };
    let net = graph::Net::parse(&std::fs::read(path).expect("a file")).expect("a net");
    for board in ["9x9", "torus:9x9", "honeycomb:4", "13x13"] {
        let topology = board.parse::<BoardSpec>().and_then(|board| board.topology()).expect("a board");
        let n = topology.n_cells();
        let mut position = tesuji_go::Position::empty(topology, tesuji_go::Rules::CHINESE, tesuji_go::Komi::default());
        for ply in 0..n / 3 {
            let moves = position.moves();
            position.play(moves[ply * 37 % (moves.len() - 1)]).expect("a legal move");
        }
        let mut group = criterion.benchmark_group(format!("judge Go on {board}"));
        group.throughput(Throughput::Elements(1));
        let (mut planes, mut chains) = (Vec::new(), Vec::new());
        group.bench_function("planes", |bencher| {
            bencher.iter(|| graph::write_planes(&position, &mut planes, &mut chains));
        });
        let mut found: Option<graph::Opinion> = None;
        for kernel in Kernel::available() {
            let mut judge = graph::Judge::with_kernel(&net, kernel);
            let mut opinion = graph::Opinion::default();
            judge.judge(&position, &mut opinion);
            assert_eq!(*found.get_or_insert_with(|| opinion.clone()), opinion, "kernels differ");
            group.bench_function(kernel.name(), |bencher| bencher.iter(|| judge.judge(&position, &mut opinion)));
        }
    }
}

criterion_group!(benches, judge, judge_graph);
criterion_main!(benches);
