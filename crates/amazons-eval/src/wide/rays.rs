//! Rays of queens in all eight directions at once.
//!
//! A register has a lane for each direction, first the four in which square numbers grow. For the four in which they
//! fall, the words are in the opposite order, the last word first. So in every direction, bits that leave a word enter
//! the next one. A move is a rotation of each lane, in which the bits that went round its end are replaced by those of
//! the previous word. Bits that leave the last word enter the first one. No way lets them pass, because a ray cannot
//! enter squares from that edge.

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_mask_mov_epi64, _mm512_mask_set1_epi64, _mm512_maskz_mov_epi64, _mm512_or_si512,
    _mm512_permutex_epi64, _mm512_rolv_epi64, _mm512_set1_epi64, _mm512_shuffle_epi32, _mm512_shuffle_i64x2,
    _mm512_ternarylogic_epi64,
};

use super::super::lines::Set;
use super::{CHOOSE, HALVES, Lanes, OR_BOTH, Pair, Wide, load};

/// The lanes in which square numbers fall.
pub(super) const FALLING: u8 = 0xf0;

/// The data that moves a set of squares in all directions.
#[derive(Clone, Debug)]
pub(super) struct Turns<const W: usize> {
    /// For steps of 1, 2 and 4 squares: how far lanes are rotated to the left, and which bits did not come round the
    /// end.
    turns: [(Lanes, Lanes); 3],
    /// The squares on which a step of one square can end.
    ends: [Lanes; W],
}

impl<const W: usize> Turns<W> {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        let distances = [1, columns - 1, columns, columns + 1];
        let turns = [1, 2, 4].map(|factor| {
            let distance = |lane: usize| factor * distances[lane % 4] as u32;
            let turn = |lane| if lane < 4 { distance(lane) } else { 64 - distance(lane) };
            let stays = |lane| if lane < 4 { !0 << distance(lane) } else { !0 >> distance(lane) };
            (std::array::from_fn(|lane| u64::from(turn(lane))), std::array::from_fn(stays))
        });
        let mut ends = [[0; 8]; W];
        for square in 0..columns * rows {
            let (row, column) = (square / columns, square % columns);
            let (first, last) = ((row == 0, column == 0), (row == rows - 1, column == columns - 1));
            let beyond = [
                first.1,
                first.0 || last.1,
                first.0,
                first.0 || first.1,
                last.1,
                last.0 || first.1,
                last.0,
                last.0 || last.1,
            ];
            for (lane, _) in beyond.into_iter().enumerate().filter(|(_, beyond)| !beyond) {
                let word = if lane < 4 { square / 64 } else { W - 1 - square / 64 };
                ends[word][lane] |= 1 << (square % 64);
            }
        }
        Self { turns, ends }
    }
}

/// A set for every direction, word by word.
pub(super) type Reached<const W: usize> = [__m512i; W];

/// The squares that let rays pass. For each direction: the squares that a ray can enter from the previous one; those
/// for which the previous one can also be entered like that; and those for which the previous three can.
pub(super) struct WideWays<const W: usize> {
    ways: [Reached<W>; 3],
    turns: [[__m512i; 2]; 3],
}

/// One set for all directions.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn start<const W: usize>(set: &Set<W>) -> Reached<W> {
    let mut all = [_mm512_set1_epi64(0); W];
    for word in 0..W {
        let rising = _mm512_set1_epi64(set[word].cast_signed());
        all[word] = _mm512_mask_set1_epi64(rising, FALLING, set[W - 1 - word].cast_signed());
    }
    all
}

/// The ways through the squares `open`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn ways<const W: usize>(wide: &Wide<W>, open: &Set<W>) -> WideWays<W> {
    let open = &start(open);
    let mut turns = [[_mm512_set1_epi64(0); 2]; 3];
    for (step, (turn, stays)) in turns.iter_mut().zip(&wide.turns.turns) {
        *step = [load(turn), load(stays)];
    }
    let one = common(open, &wide.turns.ends);
    let (mut two, mut four) = (moved(&one, &turns[0]), one);
    for word in 0..W {
        two[word] = _mm512_and_si512(one[word], two[word]);
    }
    let moved = moved(&two, &turns[1]);
    for word in 0..W {
        four[word] = _mm512_and_si512(two[word], moved[word]);
    }
    WideWays { ways: [one, two, four], turns }
}

/// The squares in both.
#[inline]
#[target_feature(enable = "avx512f")]
fn common<const W: usize>(sets: &Reached<W>, others: &[Lanes; W]) -> Reached<W> {
    let mut common = *sets;
    for (word, other) in common.iter_mut().zip(others) {
        *word = _mm512_and_si512(*word, load(other));
    }
    common
}

/// Every set, moved by a step in its direction.
#[inline]
#[target_feature(enable = "avx512f")]
fn moved<const W: usize>(sets: &Reached<W>, [turn, stays]: &[__m512i; 2]) -> Reached<W> {
    let mut turned = *sets;
    for word in 0..W {
        turned[word] = _mm512_rolv_epi64(sets[word], *turn);
    }
    if W == 1 {
        return turned;
    }
    let mut moved = turned;
    for word in 0..W {
        let before = turned[if word == 0 { W - 1 } else { word - 1 }];
        moved[word] = _mm512_ternarylogic_epi64::<CHOOSE>(*stays, turned[word], before);
    }
    moved
}

/// For each direction, the squares from which a step in it leads to one of `set`. So a square is in as many lanes as
/// squares of `set` touch it.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn touching<const W: usize>(wide: &Wide<W>, set: &Set<W>) -> Reached<W> {
    let (turn, stays) = &wide.turns.turns[0];
    common(&moved(&start(set), &[load(turn), load(stays)]), &wide.turns.ends)
}

/// `sources` and every square to which a queen on one of them can move.
///
/// Rays double their length with each step (Kogge and Stone): after steps of 1, 2, 4 and 4 squares they are 11 long.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn fill<const W: usize>(ways: &WideWays<W>, sources: &Reached<W>) -> Reached<W> {
    let mut rays = *sources;
    for step in [0, 1, 2, 2] {
        let moved = moved(&rays, &ways.turns[step]);
        for word in 0..W {
            rays[word] = _mm512_ternarylogic_epi64::<OR_BOTH>(rays[word], moved[word], ways.ways[step][word]);
        }
    }
    let mut reached = rays;
    for word in 0..W.div_ceil(2) {
        // The other half of a word is in the register of the word at the same distance from the other end.
        let other = rays[W - 1 - word];
        let eight = _mm512_or_si512(rays[word], _mm512_shuffle_i64x2::<HALVES>(other, other));
        let four = _mm512_or_si512(eight, _mm512_permutex_epi64::<HALVES>(eight));
        reached[word] = _mm512_or_si512(four, _mm512_shuffle_epi32::<HALVES>(four));
        if W - 1 - word != word {
            reached[W - 1 - word] = _mm512_shuffle_i64x2::<HALVES>(reached[word], reached[word]);
        }
    }
    reached
}

/// The squares that each player has reached.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn both<const W: usize>([own, other]: &[Reached<W>; 2]) -> Pair {
    let mut pair = _mm512_maskz_mov_epi64(1, own[0]);
    for word in 0..W {
        pair = _mm512_mask_mov_epi64(pair, 1 << word, own[word]);
        pair = _mm512_mask_mov_epi64(pair, 16 << word, other[W - 1 - word]);
    }
    pair
}
