//! Steps of kings of both players at once, with sixteen bits for each row of the board. Bits after the last row or
//! column stay empty.

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_permutexvar_epi16, _mm512_shrdv_epi16, _mm512_slli_epi16, _mm512_srli_epi16,
    _mm512_ternarylogic_epi64,
};

use super::{ANY, Lanes, Pair, Wide, load};

/// Shifts and masks that extract rows from the words of a [`Pair`] and move them.
#[derive(Clone, Debug)]
pub(super) struct RowCuts {
    /// The 16-bit part of a register in which a row begins, and the one after it.
    parts: [Lanes; 2],
    /// The bit of the first part at which the row begins.
    shifts: Lanes,
    /// A bit for each square of a row.
    whole: Lanes,
}

impl RowCuts {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        let begin = |row: usize| if row < rows { columns * row } else { 0 };
        // The opponent's words are in the upper half, which is 16 parts further on.
        let part = |lane: usize| (begin(lane % 16) / 16 + lane / 16 * 16) as u16;
        Self {
            parts: [0, 1].map(|more| of_sixteens(&|lane| part(lane) + more)),
            shifts: of_sixteens(&|lane| (begin(lane % 16) % 16) as u16),
            whole: of_sixteens(&|lane| if lane % 16 < rows { (1 << columns) - 1 } else { 0 }),
        }
    }
}

fn of_sixteens(of_lane: &dyn Fn(usize) -> u16) -> Lanes {
    std::array::from_fn(|word| (0..4).map(|part| u64::from(of_lane(4 * word + part)) << (16 * part)).sum())
}

/// The numbers of the lane before and the lane after, alternately.
const fn neighbours(more: u16) -> Lanes {
    let mut lanes = [0; 8];
    let mut lane = 0;
    while lane < 32 {
        let other = (lane & 16) | (lane + more) & 15;
        lanes[lane as usize / 4] |= (other as u64) << (lane % 4 * 16);
        lane += 1;
    }
    lanes
}

static BEFORE: Lanes = neighbours(15);
static AFTER: Lanes = neighbours(1);

/// The sets row by row.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
pub(super) fn by_rows<const W: usize>(wide: &Wide<W>, sets: Pair) -> Pair {
    let RowCuts { parts: [first, second], shifts, whole } = &wide.cuts;
    let (first, second) = (_mm512_permutexvar_epi16(load(first), sets), _mm512_permutexvar_epi16(load(second), sets));
    _mm512_and_si512(_mm512_shrdv_epi16(first, second, load(shifts)), load(whole))
}

/// For sets given by rows: the squares of `all` that are in the set or touch one of its squares.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn step(sets: Pair, all: Pair) -> Pair {
    let (right, left) = (_mm512_slli_epi16::<1>(sets), _mm512_srli_epi16::<1>(sets));
    let rows: __m512i = _mm512_ternarylogic_epi64::<ANY>(sets, right, left);
    let (below, above) = (_mm512_permutexvar_epi16(load(&BEFORE), rows), _mm512_permutexvar_epi16(load(&AFTER), rows));
    _mm512_and_si512(_mm512_ternarylogic_epi64::<ANY>(rows, below, above), all)
}
