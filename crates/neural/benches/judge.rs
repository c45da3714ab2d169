//! Number of positions that a net evaluates in a second, on one thread.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_game::Game;
use tesuji_hex::Position;
use tesuji_neural::{Judge, Kernel, Net, Opinion};

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

criterion_group!(benches, judge);
criterion_main!(benches);
