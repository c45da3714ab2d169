//! The number of squares with each pair of classes of distance.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi8, _mm512_add_epi16, _mm512_and_si512, _mm512_andnot_si512, _mm512_castsi512_si256,
    _mm512_cmpneq_epi64_mask, _mm512_cvtepi16_epi32, _mm512_cvtepu8_epi16, _mm512_extracti64x4_epi64,
    _mm512_madd_epi16, _mm512_mask_add_epi8, _mm512_or_si512, _mm512_permutex2var_epi64, _mm512_popcnt_epi64,
    _mm512_reduce_add_epi32, _mm512_set1_epi8, _mm512_set1_epi64, _mm512_slli_epi64, _mm512_sub_epi16,
    _mm512_ternarylogic_epi64, _mm512_unpackhi_epi64, _mm512_unpacklo_epi64,
};

use super::super::contest::{ClassNumbers, KINGS, N_LEADS, QUEENS, ROW_WORDS, SquareContest};
use super::super::lines::Squares;
use super::super::mobility::Workspace;
use super::mobility::find_mobility;
use super::rays::{both, fill, start, ways};
use super::steps::{by_rows, step};
use super::{ANY, Lanes, OR_BOTH, Pair, Wide, covers, exchanged, load, pair, store};

/// Counts squares by classes, and stores alpha of each amazon in `workspace`.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx512bitalg,gfni,bmi1,bmi2,popcnt"
)]
pub(in super::super) fn contest<const W: usize>(
    wide: &Wide<W>,
    squares: &Squares<W>,
    workspace: &mut Workspace,
) -> SquareContest {
    count(classes(wide, squares, workspace))
}

/// The classes of each square, and alpha of each amazon in `workspace`.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx512bitalg,gfni,bmi1,bmi2,popcnt"
)]
#[allow(clippy::needless_range_loop, reason = "iterators become calls in functions with instructions of their own")]
pub(in super::super) fn class_numbers<const W: usize>(
    wide: &Wide<W>,
    squares: &Squares<W>,
    workspace: &mut Workspace,
) -> ClassNumbers {
    let classes = classes(wide, squares, workspace);
    let mut numbers = [[_mm512_set1_epi64(0); ROW_WORDS]; 2];
    for idx in 0..QUEENS + KINGS {
        let (kind, class, n) = if idx < QUEENS { (0, idx, QUEENS) } else { (1, idx - QUEENS, KINGS) };
        let rows = store(if kind == 0 { by_rows(wide, classes[idx]) } else { classes[idx] });
        let (own, other) = (_mm512_set1_epi8((n * class) as i8), _mm512_set1_epi8(class as i8));
        for word in 0..ROW_WORDS {
            numbers[kind][word] = _mm512_mask_add_epi8(numbers[kind][word], rows[word], numbers[kind][word], own);
            numbers[kind][word] = _mm512_mask_add_epi8(numbers[kind][word], rows[4 + word], numbers[kind][word], other);
        }
    }
    let empty = store(by_rows(wide, pair([&squares.empty, &squares.empty])));
    let mut found = ClassNumbers { queens: [0; 64 * ROW_WORDS], kings: [0; 64 * ROW_WORDS], empty: [0; ROW_WORDS] };
    for word in 0..ROW_WORDS {
        found.empty[word] = empty[word];
        let [queens, kings] = [store(numbers[0][word]), store(numbers[1][word])];
        for lane in 0..8 {
            let at = 64 * word + 8 * lane;
            found.queens[at..at + 8].copy_from_slice(&queens[lane].to_le_bytes());
            found.kings[at..at + 8].copy_from_slice(&kings[lane].to_le_bytes());
        }
    }
    found
}

/// The squares of each class by queen moves, word by word, then by king's steps, row by row; the last set is empty. Stores
/// alpha of each amazon in `workspace`.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx512bitalg,gfni,bmi1,bmi2,popcnt"
)]
fn classes<const W: usize>(
    wide: &Wide<W>,
    squares: &Squares<W>,
    workspace: &mut Workspace,
) -> [Pair; QUEENS + KINGS + 1] {
    let ways = ways(wide, &squares.empty);
    let empty = pair([&squares.empty, &squares.empty]);
    let amazons = pair([&squares.amazons[0], &squares.amazons[1]]);
    let mut classes = [_mm512_set1_epi64(0); QUEENS + KINGS + 1];

    let mut sources = [start(&squares.amazons[0]), start(&squares.amazons[1])];
    let mut all = amazons;
    for round in 0.. {
        sources = [fill(&ways, &sources[0]), fill(&ways, &sources[1])];
        let next = both(&sources);
        if _mm512_cmpneq_epi64_mask(next, all) == 0 {
            break;
        }
        let class = round.min(QUEENS - 2);
        classes[class] = _mm512_or_si512(classes[class], _mm512_andnot_si512(all, next));
        all = next;
        if covers(all, empty) {
            break;
        }
    }
    classes[QUEENS - 1] = _mm512_andnot_si512(all, empty);
    find_mobility(wide, squares, _mm512_and_si512(all, exchanged(all)), workspace);

    let (all, empty) = (by_rows(wide, all), by_rows(wide, empty));
    let mut reached = by_rows(wide, amazons);
    for class in &mut classes[QUEENS..QUEENS + KINGS - 2] {
        let next = step(reached, all);
        *class = _mm512_andnot_si512(reached, next);
        reached = next;
    }
    classes[QUEENS + KINGS - 2] = _mm512_andnot_si512(reached, all);
    classes[QUEENS + KINGS - 1] = _mm512_andnot_si512(all, empty);
    classes
}

/// The pairs of classes in the order of the leads. Classes by king's steps have numbers greater by [`QUEENS`]. The
/// squares that are in the same class for both players form a class of their own.
const PAIRS: [(usize, usize); 32] = {
    let mut pairs = [(QUEENS + KINGS, QUEENS + KINGS); 32];
    let mut n = 0;
    let mut own = 0;
    while own < QUEENS + KINGS {
        let end = if own < QUEENS { QUEENS } else { QUEENS + KINGS };
        let mut other = own + 1;
        while other < end {
            pairs[n] = (own, other);
            n += 1;
            other += 1;
        }
        own += 1;
    }
    assert!(n == N_LEADS);
    pairs
};

/// Entanglement of a square of each pair, in eighths, in lanes of 16 bits.
static EIGHTHS: Lanes = {
    let mut lanes = [0; 8];
    let mut idx = 0;
    while idx < 32 {
        let (own, other) = PAIRS[idx];
        let eighths = if other < QUEENS - 1 {
            8 >> (other - own)
        } else if own == other {
            // Counted for both players.
            4
        } else {
            0
        };
        lanes[idx / 4] |= eighths << (idx % 4 * 16);
        idx += 1;
    }
    lanes
};

/// The counts of the classes. A count for the player to move and its reverse are found together, one in each half.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vpopcntdq")]
fn count(mut classes: [Pair; QUEENS + KINGS + 1]) -> SquareContest {
    let mut turned = classes;
    for class in 0..QUEENS + KINGS {
        turned[class] = exchanged(classes[class]);
    }
    let mut same = _mm512_set1_epi64(0);
    for class in 0..QUEENS - 1 {
        same = _mm512_ternarylogic_epi64::<OR_BOTH>(same, classes[class], turned[class]);
    }
    (classes[QUEENS + KINGS], turned[QUEENS + KINGS]) = (same, same);
    let parts = [
        eight::<0>(&classes, &turned),
        eight::<8>(&classes, &turned),
        eight::<16>(&classes, &turned),
        eight::<24>(&classes, &turned),
    ];
    // Four lanes of each half are added up. No byte ever exceeds 255, because no board has more squares.
    let add = |a, b| _mm512_add_epi8(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
    let (a, b) = (add(parts[0], parts[1]), add(parts[2], parts[3]));
    let bytes = _mm512_add_epi8(
        _mm512_permutex2var_epi64(a, load(&[0, 1, 8, 9, 4, 5, 12, 13]), b),
        _mm512_permutex2var_epi64(a, load(&[2, 3, 10, 11, 6, 7, 14, 15]), b),
    );
    let own = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(bytes));
    let other = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(bytes));
    let entangled = _mm512_madd_epi16(_mm512_add_epi16(own, other), load(&EIGHTHS));
    let lead = _mm512_sub_epi16(own, other);
    let low = numbers(_mm512_cvtepi16_epi32(_mm512_castsi512_si256(lead)));
    let high = numbers(_mm512_cvtepi16_epi32(_mm512_extracti64x4_epi64::<1>(lead)));
    let mut leads = [0; N_LEADS];
    leads[..16].copy_from_slice(&low);
    leads[16..].copy_from_slice(&high[..15]);
    SquareContest { leads, entangled_eighths: _mm512_reduce_add_epi32(entangled) }
}

/// The counts of eight pairs of classes, starting with pair `FIRST`; each has its own byte of every lane.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn eight<const FIRST: usize>(classes: &[Pair; QUEENS + KINGS + 1], turned: &[Pair; QUEENS + KINGS + 1]) -> __m512i {
    let count = |idx: usize| {
        let (own, other) = PAIRS[FIRST + idx];
        _mm512_popcnt_epi64(_mm512_and_si512(classes[own], turned[other]))
    };
    let low =
        _mm512_ternarylogic_epi64::<ANY>(count(0), _mm512_slli_epi64::<8>(count(1)), _mm512_slli_epi64::<16>(count(2)));
    let middle =
        _mm512_ternarylogic_epi64::<ANY>(low, _mm512_slli_epi64::<24>(count(3)), _mm512_slli_epi64::<32>(count(4)));
    let high =
        _mm512_ternarylogic_epi64::<ANY>(middle, _mm512_slli_epi64::<40>(count(5)), _mm512_slli_epi64::<48>(count(6)));
    _mm512_or_si512(high, _mm512_slli_epi64::<56>(count(7)))
}

/// Sixteen numbers from a register.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn numbers(lanes: __m512i) -> [i32; 16] {
    let lanes = store(lanes);
    std::array::from_fn(|idx| (lanes[idx / 2] >> (32 * (idx % 2))) as i32)
}
