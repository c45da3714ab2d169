//! alpha of all amazons: 64 rays at once, eight for each of eight amazons. Each is followed square by square in a byte
//! of its own.
//!
//! If one square of a ray is reached by both players, all are, because an empty square that touches such a square is
//! also reached by both. So each ray is followed only as far as `both` goes.

use std::arch::x86_64::{
    __m256i, __m512i, _mm_cvtsi32_si128, _mm256_extract_epi32, _mm256_maskz_compress_epi32, _mm512_add_epi8,
    _mm512_add_epi64, _mm512_cmpge_epu8_mask, _mm512_cvtepi64_epi32, _mm512_gf2p8affine_epi64_epi8,
    _mm512_mask_blend_epi8, _mm512_mask_blend_epi64, _mm512_mask_expand_epi8, _mm512_mask_permutexvar_epi8,
    _mm512_maskz_add_epi8, _mm512_maskz_compress_epi8, _mm512_min_epu8, _mm512_movepi8_mask, _mm512_or_si512,
    _mm512_permutex2var_epi8, _mm512_permutexvar_epi8, _mm512_popcnt_epi8, _mm512_sad_epu8, _mm512_set1_epi8,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_sll_epi64, _mm512_xor_si512, _pext_u64,
};

use super::super::lines::Squares;
use super::super::mobility::{MOST_AMAZONS, ONE_SHIFT, Workspace};
use super::rays::{FALLING, touching};
use super::{Lanes, Pair, Wide, load, of_bytes, store};

/// The places of squares and the directions of rays, as lanes of bytes.
#[derive(Clone, Debug)]
pub(super) struct Places<const W: usize> {
    /// The row and column of each square.
    places: [[Lanes; W]; 2],
    /// Steps of square numbers along a ray, for each of the eight directions.
    steps: Lanes,
    /// For each direction, how to compute the number of rows that a ray has left from a place (those below, those
    /// above, or any number), and of columns. The row or column is combined with three masks: some bits are flipped,
    /// then a number is added, then other bits are set.
    rooms: [[Lanes; 3]; 2],
    /// The most squares of a ray.
    longest: u8,
}

/// The step in rows and columns of each of the eight directions, in the order of the lanes of rays.
const DIRECTIONS: [[i8; 2]; 8] = [[0, 1], [1, -1], [1, 0], [1, 1], [0, -1], [-1, 1], [-1, 0], [-1, -1]];

impl<const W: usize> Places<W> {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        let place = |of_square: &dyn Fn(usize) -> usize| {
            std::array::from_fn(|word| of_bytes(&std::array::from_fn(|bit| of_square(64 * word + bit) as u8)))
        };
        let by_direction = |of: &dyn Fn([i8; 2]) -> u8| of_bytes(&std::array::from_fn(|byte| of(DIRECTIONS[byte % 8])));
        let room = |axis: usize, side: usize| {
            // If the direction increases the coordinate p, the room is side - 1 - p, which is !p + side.
            [
                by_direction(&|direction| if direction[axis] > 0 { !0 } else { 0 }),
                by_direction(&|direction| if direction[axis] > 0 { side as u8 } else { 0 }),
                by_direction(&|direction| if direction[axis] == 0 { !0 } else { 0 }),
            ]
        };
        Self {
            places: [place(&|square| square / columns), place(&|square| square % columns)],
            steps: by_direction(&|[down, right]| (columns as i8 * down + right).cast_unsigned()),
            rooms: [room(0, rows), room(1, columns)],
            longest: (columns.max(rows) - 1) as u8,
        }
    }
}

/// The numbers from 0 to 63.
static NUMBERS: Lanes = numbered(8, 1);
/// Byte k of lane j is j.
static LANES: Lanes = numbered(1, 0);
/// Byte k of lane j is 8 k + j.
static ACROSS: Lanes = numbered(1, 8);

/// Byte k of lane j is `by_lane` j + `by_byte` k.
const fn numbered(by_lane: usize, by_byte: usize) -> Lanes {
    let mut bytes = [0; 64];
    let mut idx = 0;
    while idx < 64 {
        bytes[idx] = (by_lane * (idx / 8) + by_byte * (idx % 8)) as u8;
        idx += 1;
    }
    of_bytes(&bytes)
}

/// Only bit k in byte k.
const BITS: i64 = 0x8040_2010_0804_0201_u64.cast_signed();

/// Set in the byte of a square that lets rays pass.
const OPEN: i8 = i8::MIN;

/// Finds alpha, given that `both` are the squares that both players reach.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,gfni,bmi1,bmi2,popcnt"
)]
pub(super) fn find_mobility<const W: usize>(
    wide: &Wide<W>,
    squares: &Squares<W>,
    both: Pair,
    workspace: &mut Workspace,
) {
    let lanes = store(both);
    let both = std::array::from_fn(|word| lanes[word]);
    let neighbours = neighbours(wide, squares, &both);
    let Places { places: [rows, columns], steps, rooms, longest } = &wide.places;
    let (list, opponents, n_amazons) = amazons(&squares.amazons);
    workspace.mobility.n_amazons = [0; 2];
    let step = load(steps);
    for batch in 0..n_amazons.div_ceil(8).min(8) {
        let which = _mm512_add_epi8(load(&LANES), _mm512_set1_epi8((8 * batch) as i8));
        let mut at = _mm512_permutexvar_epi8(which, list);
        let room = _mm512_min_epu8(room(rows, at, &rooms[0]), room(columns, at, &rooms[1]));
        let mut goes_on = !0;
        let mut units = _mm512_setzero_si512();
        for distance in 1..=*longest {
            at = _mm512_add_epi8(at, step);
            let seen = look_up(&neighbours, at);
            goes_on &=
                _mm512_cmpge_epu8_mask(room, _mm512_set1_epi8(distance.cast_signed())) & _mm512_movepi8_mask(seen);
            let open = _mm512_set1_epi8(OPEN);
            let sum = _mm512_sad_epu8(_mm512_mask_blend_epi8(goes_on, open, seen), open);
            units = _mm512_add_epi64(_mm512_add_epi64(units, units), sum);
        }
        let more = ONE_SHIFT as i32 + 1 - i32::from(*longest);
        let units = _mm512_cvtepi64_epi32(_mm512_sll_epi64(units, _mm_cvtsi32_si128(more)));
        let present = ((1_u32 << (n_amazons - 8 * batch).min(8)) - 1) as u8;
        let opponents = (opponents >> (8 * batch)) as u8;
        for (side, of_side) in [(0, present & !opponents), (1, present & opponents)] {
            let mobility = &mut workspace.mobility;
            let n = mobility.n_amazons[side];
            mobility.units[side][n..n + 8].copy_from_slice(&numbers(_mm256_maskz_compress_epi32(of_side, units)));
            mobility.n_amazons[side] = (n + of_side.count_ones() as usize).min(MOST_AMAZONS);
        }
    }
}

/// For each square of `both`, how many empty squares touch it, and [`OPEN`]; 0 for other squares.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,gfni")]
fn neighbours<const W: usize>(wide: &Wide<W>, squares: &Squares<W>, both: &[u64; W]) -> [__m512i; W] {
    let touching = touching(wide, &squares.empty);
    let mut neighbours = touching;
    for word in 0..W {
        let directions = _mm512_mask_blend_epi64(FALLING, touching[word], touching[W - 1 - word]);
        // Lane k now takes byte k of each direction: a transposition of eight squares by eight directions.
        let eights = _mm512_permutexvar_epi8(load(&ACROSS), directions);
        let by_square = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(BITS), eights);
        neighbours[word] = _mm512_maskz_add_epi8(both[word], _mm512_popcnt_epi8(by_square), _mm512_set1_epi8(OPEN));
    }
    neighbours
}

/// The squares of up to 64 amazons, ascending, in a byte each; which of them are the opponent's; how many there are.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi2,popcnt")]
fn amazons<const W: usize>(amazons: &[[u64; W]; 2]) -> (__m512i, u64, usize) {
    let (mut list, mut opponents, mut n) = (_mm512_setzero_si512(), 0_u64, 0);
    for word in (0..W).rev() {
        let all = amazons[0][word] | amazons[1][word];
        let numbers = _mm512_add_epi8(load(&NUMBERS), _mm512_set1_epi8((64 * word) as i8));
        let here = all.count_ones();
        let squares = _mm512_maskz_compress_epi8(all, numbers);
        list = _mm512_mask_expand_epi8(squares, u64::MAX.unbounded_shl(here), list);
        opponents = opponents.unbounded_shl(here) | _pext_u64(amazons[1][word], all);
        n += here as usize;
    }
    (list, opponents, n)
}

/// The bytes with these numbers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn look_up<const W: usize>(bytes: &[__m512i; W], numbers: __m512i) -> __m512i {
    match W {
        1 => _mm512_permutexvar_epi8(numbers, bytes[0]),
        2 => _mm512_permutex2var_epi8(bytes[0], numbers, bytes[1]),
        _ => {
            let low = _mm512_permutex2var_epi8(bytes[0], numbers, bytes[1]);
            _mm512_mask_permutexvar_epi8(low, _mm512_movepi8_mask(numbers), numbers, bytes[2])
        }
    }
}

/// The number of rows or columns that are left from each square on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn room<const W: usize>(places: &[Lanes; W], squares: __m512i, [turned, more, any]: &[Lanes; 3]) -> __m512i {
    let mut bytes = [_mm512_setzero_si512(); W];
    for word in 0..W {
        bytes[word] = load(&places[word]);
    }
    let place = _mm512_xor_si512(look_up(&bytes, squares), load(turned));
    _mm512_or_si512(_mm512_add_epi8(place, load(more)), load(any))
}

/// Eight numbers from a register.
#[inline]
#[target_feature(enable = "avx2")]
fn numbers(lanes: __m256i) -> [u32; 8] {
    [
        _mm256_extract_epi32::<0>(lanes),
        _mm256_extract_epi32::<1>(lanes),
        _mm256_extract_epi32::<2>(lanes),
        _mm256_extract_epi32::<3>(lanes),
        _mm256_extract_epi32::<4>(lanes),
        _mm256_extract_epi32::<5>(lanes),
        _mm256_extract_epi32::<6>(lanes),
        _mm256_extract_epi32::<7>(lanes),
    ]
    .map(i32::cast_unsigned)
}
