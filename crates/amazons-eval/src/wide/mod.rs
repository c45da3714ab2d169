//! Rays, steps, counts and alphas as in `rays`, with the instructions of AVX-512, available from Ice Lake and Zen 4 on.
//!
//! PERF: from plain Rust the compiler makes vectors of two or four words here, if any. Written out, a queen's fill
//! takes 12 instructions per word instead of 40, and alpha of all amazons 200 instead of 1,200; the terms and counts of
//! a position take less than half the time. The bench `amazons` measures them.
//!
//! Every function declares the instructions that it needs, and none takes a pointer. So they are safe to call if the
//! machine is known to have these instructions: in the arm `x86_64+avx512f` of a `match_target!`, which `multiversion`
//! takes for everything that the named processors have in common. Results are the same as those of the plain functions,
//! bit for bit.

mod classes;
mod mobility;
mod rays;
mod steps;

use std::arch::x86_64::{
    __m128i, __m512i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm512_andnot_si512, _mm512_castsi512_si128,
    _mm512_extracti64x2_epi64, _mm512_set_epi64, _mm512_shuffle_i64x2, _mm512_test_epi64_mask,
};

pub(super) use classes::{class_numbers, contest};

use super::lines::Set;
use mobility::Places;
use rays::Turns;
use steps::RowCuts;

/// The lanes of a register.
type Lanes = [u64; 8];

/// A set for each player: the player to move in the lower half of a register, the opponent in the upper half.
type Pair = __m512i;

/// The bits that at least one of three has.
const ANY: i32 = 0xfe;
/// Each bit from the second if the first has a 1 there, otherwise from the third.
const CHOOSE: i32 = 0xca;
/// The bits of the first, and those that the second and third have in common.
const OR_BOTH: i32 = 0xf8;

/// Rotates each half of a register by half of its length: lanes 2, 3, 0, 1.
const HALVES: i32 = 0b0100_1110;

/// Data that depends only on the size of a board, prepared for these instructions.
#[derive(Clone, Debug)]
pub(super) struct Wide<const W: usize> {
    turns: Turns<W>,
    places: Places<W>,
    cuts: RowCuts,
}

impl<const W: usize> Wide<W> {
    /// The data of a board that fits.
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        Self { turns: Turns::new(columns, rows), places: Places::new(columns, rows), cuts: RowCuts::new(columns, rows) }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(lanes: &Lanes) -> __m512i {
    let [a, b, c, d, e, f, g, h] = *lanes;
    _mm512_set_epi64(h as i64, g as i64, f as i64, e as i64, d as i64, c as i64, b as i64, a as i64)
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn store(lanes: __m512i) -> Lanes {
    // Written out: an array's `map` would be a call here, with all lanes passed in memory.
    let [a, b] = [_mm512_castsi512_si128(lanes), _mm512_extracti64x2_epi64::<1>(lanes)];
    let [c, d] = [_mm512_extracti64x2_epi64::<2>(lanes), _mm512_extracti64x2_epi64::<3>(lanes)];
    [low(a), high(a), low(b), high(b), low(c), high(c), low(d), high(d)]
}

#[inline]
#[target_feature(enable = "sse2")]
fn low(part: __m128i) -> u64 {
    _mm_cvtsi128_si64(part).cast_unsigned()
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn high(part: __m128i) -> u64 {
    _mm_extract_epi64::<1>(part).cast_unsigned()
}

/// A set for each player.
#[inline]
#[target_feature(enable = "avx512f")]
fn pair<const W: usize>(sets: [&Set<W>; 2]) -> Pair {
    let mut lanes = [0; 8];
    lanes[..W].copy_from_slice(sets[0]);
    lanes[4..4 + W].copy_from_slice(sets[1]);
    load(&lanes)
}

/// The sets with the players exchanged.
#[inline]
#[target_feature(enable = "avx512f")]
fn exchanged(sets: Pair) -> Pair {
    _mm512_shuffle_i64x2::<HALVES>(sets, sets)
}

/// Whether each player has all of `empty`. PERF: if so, no round can follow, which saves the last, idle round.
#[inline]
#[target_feature(enable = "avx512f")]
fn covers(sets: Pair, empty: Pair) -> bool {
    _mm512_test_epi64_mask(_mm512_andnot_si512(sets, empty), empty) == 0
}

/// Bytes as the lanes of a register.
const fn of_bytes(bytes: &[u8; 64]) -> Lanes {
    let mut lanes = [0; 8];
    let mut idx = 0;
    while idx < 64 {
        lanes[idx / 8] |= (bytes[idx] as u64) << (idx % 8 * 8);
        idx += 1;
    }
    lanes
}
