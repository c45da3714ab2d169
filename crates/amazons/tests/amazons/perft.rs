//! Counts of move sequences from the usual starts. Longer counts are in `benches/perft.rs`.

use tesuji_amazons::{Position, perft};

/// Origin: the counts that issue 7 asks for, starting at depth one.
const COUNTS: &[(usize, &[u64])] = &[
    (10, &[2_176, 4_307_152]),
    (8, &[1_232, 1_331_198]),
    (6, &[544, 238_532, 91_074_224]),
    (5, &[260, 50_422, 7_940_210]),
];

#[test]
fn bulk_counts_are_the_published_ones() {
    for &(side, counts) in COUNTS {
        let position = Position::standard(side).unwrap();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{side}x{side}, depth {depth}");
        }
    }
}

#[test]
fn moves_made_one_by_one_are_as_many() {
    for &(side, counts) in COUNTS {
        let position = Position::standard(side).unwrap();
        for (depth, &count) in (1..).zip(counts).filter(|(_, count)| **count < 10_000_000) {
            assert_eq!(tesuji_game::perft(&position, depth), count, "{side}x{side}, depth {depth}");
        }
    }
}
