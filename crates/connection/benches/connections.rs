//! H-search on whole boards: connections built from scratch, and one stone played and taken back.
//!
//! The 11x11 position is the start of game 1779370 of the Little Golem records (stones are facts; swap was not used).
//! The smaller positions are made up, with the stones of both sides near each other. One update places one stone and
//! brings the connections of one player up to date. It is averaged over every empty cell, both colours of the stone and
//! both players.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_board::{BOTTOM, Bits, CellSet, LEFT, Player, RIGHT, TOP, Topology};
use tesuji_connection::vc::{Connections, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

/// Black and White alternate.
const MOVES_11: &str = "e10 g6 f8 g5 f6 f5 d6 e4 h6 i4 k4 j3";
const MOVES_8: &str = "d5 e4 c6 f3 d3 e6 b7 g2";
const MOVES_7: &str = "d4 c5 e3 d6 b5 c3";

/// An empty board as one player links it.
fn region<const W: usize>(size: usize, owner: Player) -> Region<W> {
    let topology = Arc::new(Topology::rhombus(size, size).expect("a board"));
    let edges = match owner {
        Player::Black => [TOP, BOTTOM],
        Player::White => [LEFT, RIGHT],
    };
    let claim = Claim {
        carrier: topology.cells().collect(),
        topology,
        owner,
        stones: CellSet::new(),
        goal: Goal::new(vec![vec![edges.map(Terminal::Edge).to_vec()]]).expect("two edges are a goal"),
        to_move: Mover::Owner,
    };
    Region::new(&claim).expect("wide enough")
}

/// The stones of Black and White after `n_stones` moves.
fn stones<const W: usize>(size: usize, moves: &str, n_stones: usize) -> [Bits<W>; 2] {
    let mut stones = [Bits::EMPTY; 2];
    for (i, name) in moves.split(' ').take(n_stones).enumerate() {
        let column = usize::from(name.as_bytes()[0] - b'a');
        let row: usize = name[1..].parse().expect("a row");
        stones[i % 2].insert((row - 1) * size + column);
    }
    stones
}

/// Plays and takes back a stone of either colour on every empty cell, for both players.
fn update_all<const W: usize>(regions: &[Region<W>; 2], connections: &mut [Connections<W>; 2]) {
    for cell in connections[0].empties().iter() {
        for (own, other) in [(Bits::single(cell), Bits::EMPTY), (Bits::EMPTY, Bits::single(cell))] {
            for (region, connections) in regions.iter().zip(&mut *connections) {
                connections.play(region, own, other);
                black_box(&*connections);
                connections.undo();
            }
        }
    }
}

/// `n_links`: connections and semi-connections of both players together.
fn bench_position<const W: usize>(c: &mut Criterion, size: usize, moves: &str, n_stones: usize, n_links: usize) {
    let regions = [Player::Black, Player::White].map(|owner| region::<W>(size, owner));
    let stones = stones(size, moves, n_stones);
    let build = || {
        [0, 1]
            .map(|p| Connections::with_stones(&regions[p], Side::Owner, VcConfig::default(), stones[p], stones[1 - p]))
    };
    let mut built = build();
    let count = |built: &[Connections<W>; 2]| -> usize { built.iter().map(Connections::n_links).sum() };
    assert_eq!(count(&built), n_links, "{size}x{size}, {n_stones} stones: connections");
    let mut group = c.benchmark_group(format!("connections/{size}x{size}/{n_stones}"));
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(2));
    group.bench_function("build", |b| b.iter(|| black_box(build())));
    group.throughput(Throughput::Elements(4 * built[0].empties().len() as u64));
    group.bench_function("update", |b| b.iter(|| update_all(&regions, &mut built)));
    group.finish();
    assert_eq!(count(&built), n_links, "{size}x{size}, {n_stones} stones: taken back");
}

fn whole_boards(c: &mut Criterion) {
    for (n_stones, n_links) in [(1, 2162), (4, 2711), (6, 2304)] {
        bench_position::<1>(c, 7, MOVES_7, n_stones, n_links);
    }
    for (n_stones, n_links) in [(2, 2856), (4, 3854), (8, 5810)] {
        bench_position::<1>(c, 8, MOVES_8, n_stones, n_links);
    }
    for (n_stones, n_links) in [(4, 8455), (8, 9040), (12, 10_975)] {
        bench_position::<2>(c, 11, MOVES_11, n_stones, n_links);
    }
}

criterion_group!(benches, whole_boards);
criterion_main!(benches);
