//! Playouts from the empty board, measured as playouts per second. The winners are counted first.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rand_xoshiro::rand_core::SeedableRng;
use tesuji_board::Player;
use tesuji_game::Outcome;
use tesuji_hex::Position;
use tesuji_playout::HexFill;
use tesuji_search::mcts::{Playout, PlayoutRng};

fn hex(c: &mut Criterion) {
    let mut group = c.benchmark_group("playout/hex");
    for (side, wins_of_1000) in [(9, 539), (11, 519), (19, 499)] {
        let start = Position::empty(side, side).expect("a board");
        let mut playout = HexFill::default();
        let mut rng = PlayoutRng::seed_from_u64(1);
        let mut play = |position: &mut Position| playout.play_out(position, &mut rng);
        let wins = (0..1_000).filter(|_| play(&mut start.clone()) == Outcome::Win(Player::Black)).count();
        assert_eq!(wins, wins_of_1000, "other playouts must not be timed as these");
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("{side}x{side}"), |b| {
            b.iter_batched_ref(|| start.clone(), |position| play(position), BatchSize::SmallInput);
        });
    }
    group.finish();
}

criterion_group!(benches, hex);
criterion_main!(benches);
