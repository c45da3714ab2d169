//! Cost of one position: its connections from scratch and, once they are known, its networks, measures and resistance.
//!
//! The position is the start of game 1779370 of the Little Golem records (stones are facts; swap was not used). Every
//! number covers both players together.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use tesuji_board::Player;
use tesuji_game::Game;
use tesuji_hex::{Move, Position};
use tesuji_network::{Board, Circuit, Comparison, Meter, ThroughEdge, stones};

const MOVES: &str = "e10 g6 f8 g5 f6 f5 d6 e4 h6 i4 k4 j3";

/// `n_links`: links of both networks; `ratio`: C; `ohms`: White's resistance over Black's.
fn bench_position(c: &mut Criterion, n_stones: usize, n_links: usize, ratio: f64, ohms: f64) {
    let mut position = Position::empty(11, 11).expect("a board");
    for name in MOVES.split(' ').take(n_stones) {
        let cell = position.topology().cell(name).expect("a cell of the board");
        position.play(Move::Place(cell)).expect("a legal move");
    }
    let mut board = Board::<2>::new(position.topology(), ThroughEdge::default()).expect("wide enough");
    board.set(stones(&position));
    let set = stones(&position);
    let mut networks = [board.new_network(), board.new_network()];
    let (mut meter, mut circuit) = (Meter::default(), Circuit::default());
    let mut fill = || {
        for player in Player::BOTH {
            board.network(player, &mut networks[player.index()]);
        }
        networks.iter().map(|network| network.n_links()).sum::<usize>()
    };
    assert_eq!(fill(), n_links, "{n_stones} stones: links");
    let mut group = c.benchmark_group(format!("measures/11x11/{n_stones}"));
    group.sample_size(30).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    group.bench_function("networks", |b| b.iter(|| black_box(fill())));
    let mut other = board.clone();
    group.bench_function("connections from scratch", |b| {
        b.iter(|| {
            other.set(set);
            black_box(&other);
        });
    });
    let mut measure = || {
        let [black, white] = [0, 1].map(|i| meter.measure(&networks[i]));
        Comparison::new(&black, &white)
    };
    match measure() {
        Comparison::Open(ratios) => assert!((ratios.betweenness - ratio).abs() < 1e-4, "{n_stones}: {ratios:?}"),
        Comparison::Won(winner) => panic!("{n_stones} stones: {winner} has won"),
    }
    group.bench_function("measures", |b| b.iter(|| black_box(measure())));
    let mut brandes = || networks.iter().map(|network| meter.brandes(network).iter().sum::<f64>()).sum::<f64>();
    group.bench_function("brandes", |b| b.iter(|| black_box(brandes())));
    let mut resistances = || {
        Player::BOTH.map(|player| {
            let resistance = circuit.measure(board.connections(player), board.edges());
            resistance.finite().expect("nobody has won")
        })
    };
    let [black, white] = resistances();
    assert!((white / black - ohms).abs() < 1e-4, "{n_stones}: {black} and {white}");
    group.bench_function("resistance", |b| b.iter(|| black_box(resistances())));
    group.finish();
}

fn positions(c: &mut Criterion) {
    for (n_stones, n_links, ratio, ohms) in
        [(0, 1320, 1.0, 1.0), (4, 1591, 1.063_336, 1.005_193), (12, 2077, 0.922_423, 0.328_418)]
    {
        bench_position(c, n_stones, n_links, ratio, ohms);
    }
}

criterion_group!(benches, positions);
criterion_main!(benches);
