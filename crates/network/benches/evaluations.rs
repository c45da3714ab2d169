//! The cost of an evaluation: all replies in an 11x11 position. Each takes an update of both players' connections and
//! the computation of the formula.
//!
//! The positions are the start of game 1779370 of the Little Golem records (stones are facts; swap was not used).

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_game::{Evaluation, Evaluator, Game};
use tesuji_hex::{Move, Position};
use tesuji_network::evaluation::{Formula, GAMMA_FIRST, HexEvaluator};
use tesuji_network::{Betweenness, ThroughEdge};

const MOVES: &str = "e10 g6 f8 g5 f6 f5 d6 e4 h6 i4 k4 j3";

/// The sum of the estimates of all positions after one more move.
fn evaluate_all(evaluator: &mut HexEvaluator, children: &[Position]) -> f64 {
    let value = |evaluation| match evaluation {
        Evaluation::Estimate(value) => value,
        Evaluation::Decided(_) => 0.0,
    };
    children.iter().map(|child| value(evaluator.evaluate(child))).sum()
}

fn bench_position(c: &mut Criterion, n_stones: usize, expected: [f64; 2]) {
    let mut position = Position::empty(11, 11).expect("a board");
    for name in MOVES.split(' ').take(n_stones) {
        let cell = position.topology().cell(name).expect("a cell of the board");
        position.play(Move::Place(cell)).expect("a legal move");
    }
    let child = |mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        child
    };
    let children: Vec<Position> = position.moves().into_iter().map(child).collect();
    let ev_prime = Formula::EvPrime { betweenness: Betweenness::Indicator, gamma: GAMMA_FIRST };
    let kinds = [ev_prime, Formula::Resistance];
    let mut group = c.benchmark_group(format!("evaluations/11x11/{n_stones}"));
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(children.len() as u64));
    for (formula, expected) in kinds.into_iter().zip(expected) {
        let mut evaluator = HexEvaluator::new(formula, ThroughEdge::default(), &position);
        let sum = evaluate_all(&mut evaluator, &children);
        assert!((sum - expected).abs() < 1e-3, "{n_stones} stones, {formula}: {sum}");
        group.bench_function(formula.to_string(), |b| {
            b.iter(|| black_box(evaluate_all(&mut evaluator, &children)));
        });
    }
    group.finish();
}

fn positions(c: &mut Criterion) {
    for (n_stones, expected) in [(0, [3.174016, -9.674355]), (4, [1.917354, -9.621647]), (12, [11.217326, 46.563905])] {
        bench_position(c, n_stones, expected);
    }
}

criterion_group!(benches, positions);
criterion_main!(benches);
