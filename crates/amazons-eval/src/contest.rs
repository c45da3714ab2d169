//! Distances of both players to each square: the counts from which [`Learned`](super::Learned) values a position.
//!
//! A square has a class for each player by queen moves (1, 2, 3, more, never) and by king's steps (1 to 5, more,
//! never). The kernel counts the empty squares with each pair of classes. Lieberum's t1, t2, c1 and c2 are sums of such
//! counts with chosen weights; here the weights are free.

use multiversion::multiversion;
use multiversion::target::match_target;

use super::lines::{BoardLines, LONGEST_SIDE, Set, Squares};
use super::mobility::{Workspace, find_mobility};
use super::set::{common, is_empty, n_squares, squares as in_set, union, without};

/// The numbers of classes by queen moves and by king's steps. The last is "never", the one before it "more".
pub(super) const QUEENS: usize = 5;
pub(super) const KINGS: usize = 7;

/// The number of leads: one for each pair of different classes of the same kind.
pub(super) const N_LEADS: usize = QUEENS * (QUEENS - 1) / 2 + KINGS * (KINGS - 1) / 2;

/// A comparison of the classes of the empty squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareContest {
    /// For each pair of classes, the nearer class first: the number of squares where the player to move has the first
    /// class and the opponent the second, minus the number where it is the other way round. The pairs by queen moves
    /// come first, then those by king's steps: (0, 1), (0, 2) and so on.
    pub leads: [i32; N_LEADS],
    /// Entanglement of the players, in eighths of a square. This is the sum, over the squares that both reach, of
    /// 2^-|difference of the players' classes by queen moves|. It is Lieberum's w, except that distances above 4 count
    /// as 4.
    pub entangled_eighths: i32,
}

/// Counts squares by classes, and stores alpha of each amazon in `workspace`.
#[multiversion(targets("x86_64+avx512f+bmi1+bmi2+lzcnt+popcnt"))]
#[must_use]
pub fn contest<const W: usize>(
    lines: &BoardLines<W>,
    squares: &Squares<W>,
    workspace: &mut Workspace,
) -> SquareContest {
    match_target! {
        "x86_64+avx512f" => super::wide::contest(&lines.wide, squares, workspace),
        _ => plain_contest(lines, squares, workspace),
    }
}

/// `contest` for machines without AVX-512.
pub(super) fn plain_contest<const W: usize>(
    lines: &BoardLines<W>,
    squares: &Squares<W>,
    workspace: &mut Workspace,
) -> SquareContest {
    let (queens, reached) = by_queens(lines, squares);
    let kings = by_kings(lines, squares, &reached);
    find_mobility(lines, squares, &common(&reached[0], &reached[1]), workspace);
    let mut leads = [0; N_LEADS];
    let (by_queens, by_kings) = leads.split_at_mut(QUEENS * (QUEENS - 1) / 2);
    differences(&queens, by_queens);
    differences(&kings, by_kings);
    SquareContest { leads, entangled_eighths: entangled_eighths(&queens) }
}

/// The counts by queen moves, and all that each player can reach, including the player's own amazons.
#[multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn by_queens<const W: usize>(lines: &BoardLines<W>, squares: &Squares<W>) -> ([[i32; QUEENS]; QUEENS], [Set<W>; 2]) {
    let (classes, reached) = queen_classes(lines, squares);
    (pairs(&classes), reached)
}

#[inline(always)]
fn queen_classes<const W: usize>(lines: &BoardLines<W>, squares: &Squares<W>) -> ([[Set<W>; QUEENS]; 2], [Set<W>; 2]) {
    let ways = lines.ways(&squares.empty);
    let mut reached = squares.amazons;
    let mut classes = [[[0; W]; QUEENS]; 2];
    for round in 0.. {
        let next = [lines.fill(&ways, &reached[0]), lines.fill(&ways, &reached[1])];
        let new = [without(&next[0], &reached[0]), without(&next[1], &reached[1])];
        if is_empty(&union(&new[0], &new[1])) {
            break;
        }
        let class = round.min(QUEENS - 2);
        for player in 0..2 {
            classes[player][class] = union(&classes[player][class], &new[player]);
        }
        reached = next;
    }
    for player in 0..2 {
        classes[player][QUEENS - 1] = without(&squares.empty, &reached[player]);
    }
    (classes, reached)
}

/// The counts by king's steps, if each player can reach `all`.
#[multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn by_kings<const W: usize>(lines: &BoardLines<W>, squares: &Squares<W>, all: &[Set<W>; 2]) -> [[i32; KINGS]; KINGS] {
    pairs(&king_classes(lines, squares, all))
}

#[inline(always)]
fn king_classes<const W: usize>(
    lines: &BoardLines<W>,
    squares: &Squares<W>,
    all: &[Set<W>; 2],
) -> [[Set<W>; KINGS]; 2] {
    let mut classes = [[[0; W]; KINGS]; 2];
    for player in 0..2 {
        let mut reached = squares.amazons[player];
        for class in &mut classes[player][..KINGS - 2] {
            let next = common(&lines.touch(&reached), &all[player]);
            *class = without(&next, &reached);
            reached = next;
        }
        classes[player][KINGS - 2] = without(&all[player], &reached);
        classes[player][KINGS - 1] = without(&squares.empty, &all[player]);
    }
    classes
}

/// Words of a set with 16 bits for each row.
pub(super) const ROW_WORDS: usize = LONGEST_SIDE / 4;

/// The classes of each empty square. Squares are numbered here with 16 for each row.
pub(super) struct ClassNumbers {
    /// By queen moves: the class of the player to move times [`QUEENS`], plus the opponent's.
    pub(super) queens: [u8; 64 * ROW_WORDS],
    /// By king's steps: likewise, with [`KINGS`].
    pub(super) kings: [u8; 64 * ROW_WORDS],
    /// The empty squares.
    pub(super) empty: [u64; ROW_WORDS],
}

/// Finds the classes of each square, and stores alpha of each amazon in `workspace`; without AVX-512.
#[multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(super) fn plain_class_numbers<const W: usize>(
    lines: &BoardLines<W>,
    squares: &Squares<W>,
    workspace: &mut Workspace,
) -> ClassNumbers {
    let (queens, reached) = queen_classes(lines, squares);
    let kings = king_classes(lines, squares, &reached);
    find_mobility(lines, squares, &common(&reached[0], &reached[1]), workspace);
    let mut empty = [0; ROW_WORDS];
    for (row, bits) in lines.by_rows(&squares.empty).into_iter().enumerate() {
        empty[row / 4] |= u64::from(bits) << (row % 4 * 16);
    }
    ClassNumbers { queens: numbers(lines, &queens), kings: numbers(lines, &kings), empty }
}

#[inline(always)]
fn numbers<const W: usize, const N: usize>(lines: &BoardLines<W>, classes: &[[Set<W>; N]; 2]) -> [u8; 64 * ROW_WORDS] {
    let mut numbers = [0; 64 * ROW_WORDS];
    for (sets, unit) in classes.iter().zip([N, 1]) {
        for (class, set) in sets.iter().enumerate() {
            for square in in_set(set) {
                let [row, column] = lines.place(square);
                numbers[16 * row + column] += (unit * class) as u8;
            }
        }
    }
    numbers
}

#[inline(always)]
fn pairs<const W: usize, const N: usize>(classes: &[[Set<W>; N]; 2]) -> [[i32; N]; N] {
    let mut counts = [[0; N]; N];
    for (own, row) in counts.iter_mut().enumerate() {
        for (other, count) in row.iter_mut().enumerate() {
            *count = n_squares(&common(&classes[0][own], &classes[1][other]));
        }
    }
    counts
}

#[inline(always)]
fn differences<const N: usize>(counts: &[[i32; N]; N], into: &mut [i32]) {
    let pairs = (0..N).flat_map(|own| (own + 1..N).map(move |other| (own, other)));
    for (lead, (own, other)) in into.iter_mut().zip(pairs) {
        *lead = counts[own][other] - counts[other][own];
    }
}

#[inline(always)]
fn entangled_eighths(counts: &[[i32; QUEENS]; QUEENS]) -> i32 {
    let row = |(own, row): (usize, &[i32; QUEENS])| -> i32 {
        (0..QUEENS - 1).map(|other| row[other] * (8 >> own.abs_diff(other))).sum()
    };
    counts[..QUEENS - 1].iter().enumerate().map(row).sum()
}
