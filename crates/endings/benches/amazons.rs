//! The cost of solving small starts of Amazons. Winners and nodes are asserted first: node counts tell a change of
//! behaviour from a change of speed.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tesuji_amazons::{Position, Setup, Size};
use tesuji_board::Player;
use tesuji_endings::EndingSolver;
use tesuji_search::Limits;

/// A start with Black to move: its name, columns and rows, the amazons of Black and White, the winner, and the nodes of
/// the search.
type Start = (&'static str, [usize; 2], [&'static str; 2], Player, u64);

const STARTS: [Start; 4] = [
    ("4x4", [4, 4], ["a2 b1 c1 d2", "a3 b4 c4 d3"], Player::White, 944),
    ("4x4, corners", [4, 4], ["a1 d1", "a4 d4"], Player::Black, 22_714),
    ("4x4, diagonal", [4, 4], ["a1 d4", "a4 d1"], Player::Black, 10_661),
    ("5 columns, 4 rows", [5, 4], ["a2 b1 d1 e2", "a3 b4 d4 e3"], Player::Black, 1_286),
];

fn start([columns, rows]: [usize; 2], [black, white]: [&str; 2]) -> Position {
    let size = Size::new(columns, rows).expect("a board");
    let squares = |names: &str| names.split(' ').map(|name| size.square_of(name).expect("a square")).collect();
    let setup = Setup { black: squares(black), white: squares(white), ..Setup::empty(size) };
    Position::new(&setup).expect("a position")
}

fn solve(c: &mut Criterion) {
    let mut group = c.benchmark_group("amazons/solve");
    group.sample_size(10);
    for (name, board, amazons, winner, nodes) in STARTS {
        let position = start(board, amazons);
        let mut solver = EndingSolver::default();
        let solved = solver.solve(&position, &Limits::default()).expect("there is no limit");
        assert_eq!((solved.winner, solver.n_nodes()), (winner, nodes), "{name}");
        group.bench_function(name, |b| {
            b.iter(|| EndingSolver::default().solve(black_box(&position), &Limits::default()));
        });
    }
    group.finish();
}

criterion_group!(benches, solve);
criterion_main!(benches);
