//! Fill-in and inferior moves of random 8x8 positions, from scratch and after one more stone. They should cost far less
//! than the connections of a position.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{Bits, Player, Topology};
use tesuji_connection::inferior::{Filled, Inferior, Surroundings};

const SIZE: usize = 8;
const N_POSITIONS: usize = 1000;

fn random_position(rng: &mut impl Rng, n_stones: usize) -> [Bits<1>; 2] {
    let mut stones = [Bits::EMPTY; 2];
    for i in 0..n_stones {
        let free = Bits::first_n(SIZE * SIZE) - stones[0] - stones[1];
        let cell = free.iter().nth(rng.random_range(0..free.len())).expect("a board of few stones");
        stones[i % 2].insert(cell);
    }
    stones
}

/// Numbers of filled cells, vulnerable moves and dominated moves. Both players' moves count.
fn counts(surroundings: &Surroundings<1>, positions: &[[Bits<1>; 2]]) -> [usize; 3] {
    let (mut filled, mut inferior) = (Filled::default(), Inferior::default());
    let mut counts = [0; 3];
    for stones in positions {
        surroundings.fill_in(*stones, &mut filled);
        counts[0] += filled.steps.iter().map(|step| step.cells.len()).sum::<usize>();
        for mover in Player::BOTH {
            surroundings.inferior_moves(&filled, mover, &mut inferior);
            counts[1] += inferior.vulnerable.len();
            counts[2] += inferior.dominated.len();
        }
    }
    counts
}

fn inferior_cells(criterion: &mut Criterion) {
    let surroundings = Surroundings::<1>::new(&Topology::rhombus(SIZE, SIZE).unwrap()).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut group = criterion.benchmark_group("inferior 8x8");
    group.throughput(Throughput::Elements(N_POSITIONS as u64));
    for (n_stones, expected) in [(10, [10161, 19022, 21726]), (15, [16558, 18067, 17989]), (20, [23622, 14116, 12395])]
    {
        let positions: Vec<_> = (0..N_POSITIONS).map(|_| random_position(&mut rng, n_stones)).collect();
        assert_eq!(counts(&surroundings, &positions), expected, "another inference must not be timed as this one");
        let (mut filled, mut inferior) = (Filled::default(), Inferior::default());
        group.bench_function(format!("{n_stones} stones"), |bencher| {
            bencher.iter(|| {
                for stones in &positions {
                    surroundings.fill_in(*stones, &mut filled);
                    surroundings.inferior_moves(&filled, Player::Black, &mut inferior);
                    black_box(&inferior);
                }
            });
        });
        // One more stone on the first empty cell, as a search plays it.
        let moves: Vec<(Filled<1>, [Bits<1>; 2])> = positions
            .iter()
            .map(|&stones| {
                let mut before = Filled::default();
                surroundings.fill_in(stones, &mut before);
                let mut stones = before.stones;
                let empty = Bits::first_n(SIZE * SIZE) - before.occupied();
                empty.first().into_iter().for_each(|cell| stones[0].insert(cell));
                (before, stones)
            })
            .collect();
        group.bench_function(format!("{n_stones} stones and one more"), |bencher| {
            bencher.iter(|| {
                for (before, stones) in &moves {
                    surroundings.fill_in_after(before, *stones, &mut filled);
                    surroundings.inferior_moves(&filled, Player::White, &mut inferior);
                    black_box(&inferior);
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, inferior_cells);
criterion_main!(benches);
