//! The cost of solving small starts of Amazons. Winners and nodes are asserted first: node counts tell a change of
//! behaviour from a change of speed.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tesuji_amazons::{Position, Setup, Size};
use tesuji_board::Player;
use tesuji_endings::Solver;
use tesuji_search::Limits;

/// A start with Black to move.
struct Start {
    name: &'static str,
    board: [usize; 2],
    black: &'static [&'static str],
    white: &'static [&'static str],
    winner: Player,
    /// The nodes of the search.
    nodes: u64,
}

const STARTS: [Start; 4] = [
    Start {
        name: "4x4",
        board: [4, 4],
        black: &["a2", "b1", "c1", "d2"],
        white: &["a3", "b4", "c4", "d3"],
        winner: Player::White,
        nodes: 944,
    },
    Start {
        name: "4x4, corners",
        board: [4, 4],
        black: &["a1", "d1"],
        white: &["a4", "d4"],
        winner: Player::Black,
        nodes: 22_714,
    },
    Start {
        name: "4x4, diagonal",
        board: [4, 4],
        black: &["a1", "d4"],
        white: &["a4", "d1"],
        winner: Player::Black,
        nodes: 10_661,
    },
    Start {
        name: "5 columns, 4 rows",
        board: [5, 4],
        black: &["a2", "b1", "d1", "e2"],
        white: &["a3", "b4", "d4", "e3"],
        winner: Player::Black,
        nodes: 1_286,
    },
];

fn start([columns, rows]: [usize; 2], black: &[&str], white: &[&str]) -> Position {
    let size = Size::new(columns, rows).expect("a board");
    let squares = |names: &[&str]| names.iter().map(|name| size.square_of(name).expect("a square")).collect();
    let setup = Setup { black: squares(black), white: squares(white), ..Setup::empty(size) };
    Position::new(&setup).expect("a position")
}

fn solve(c: &mut Criterion) {
    let mut group = c.benchmark_group("amazons/solve");
    group.sample_size(10);
    for Start { name, board, black, white, winner, nodes } in STARTS {
        let position = start(board, black, white);
        let mut solver = Solver::default();
        let solved = solver.solve(&position, &Limits::default()).expect("there is no limit");
        assert_eq!((solved.winner, solver.n_nodes()), (winner, nodes), "{name}");
        group.bench_function(name, |b| {
            b.iter(|| Solver::default().solve(black_box(&position), &Limits::default()));
        });
    }
    group.finish();
}

criterion_group!(benches, solve);
criterion_main!(benches);
