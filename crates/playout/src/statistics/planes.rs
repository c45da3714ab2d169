//! Turns playouts into words that have one bit for each of 64 playouts, and counts them by comparing and intersecting
//! such words.
//!
//! For each slot and each 64 playouts there is one word for every bit of the rank, one for "Black was first here" and
//! one for "White was". Ranks are compared bit by bit, in 64 playouts at once, to find which of two slots was played
//! first. The kinds of playouts are intersections.
//!
//! PERF: the loops go over arrays of a fixed length without branches or closures, so that the compiler uses the widest
//! instructions there are. The program finds out at run time which these are (`multiversion`): with AVX-512 one
//! instruction handles eight slots. The counts are the same everywhere.

use multiversion::multiversion;

use super::tally::{N_KINDS, PairCounts, kind};

/// Number of slots stored side by side.
pub(super) const LANES: usize = 16;

/// One word for each of [`LANES`] slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Tile(pub(super) [u64; LANES]);

impl Tile {
    pub(super) const ZERO: Self = Self([0; LANES]);
}

/// This many words are counted at a time, so that the planes of a tile stay in the first-level cache.
pub(super) const MOST_WORDS: usize = 24;

/// Number of words of a slot for 64 playouts if ranks have this many bits: as y, and as x.
pub(super) const fn n_words_y(n_bits: usize) -> usize {
    n_bits + 2
}

/// See [`n_words_y`].
pub(super) const fn n_words_x(n_bits: usize) -> usize {
    n_bits + 4
}

/// Transposes words of four times 16 bits: afterwards bit b of word w, within each 16 bits, is what bit w of word b
/// was.
#[multiversion(targets(
    "x86_64+avx+avx2+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
pub(super) fn turn(words: &mut [Tile; 16]) {
    // Squares of 8, 4, 2 and 1 bits are exchanged across the diagonal.
    for (side, low) in [
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555_u64),
    ] {
        for above in 0..16 {
            if above & side != 0 {
                continue;
            }
            for lane in 0..LANES {
                let (a, b) = (words[above].0[lane], words[above + side].0[lane]);
                let changed = ((a >> side) ^ b) & low;
                words[above].0[lane] = a ^ (changed << side);
                words[above + side].0[lane] = b ^ changed;
            }
        }
    }
}

/// Counts the playouts of each kind for all pairs of slots x < y. Adds the counts to `counts`, ordered as in
/// [`PlayoutTally`](super::tally::PlayoutTally), or stores them there if they are the first.
///
/// `tiles`: for each tile of slots y and each of [`MOST_WORDS`] words, the planes of the rank, highest last, and the
/// planes of who was first. `columns`: for each slot x and word, the planes of the rank, then where Black was first and
/// Black won, where Black was first and White won, and the same for White. The first `n_words` words are counted.
#[multiversion(targets(
    "x86_64+avx+avx2+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
pub(super) fn count_pairs<const N_BITS: usize>(
    tiles: &[Tile],
    columns: &[u64],
    n_words: usize,
    counts: &mut [PairCounts],
    is_first: bool,
) {
    let mut counts = counts.iter_mut();
    for (tile, ys) in tiles.chunks_exact(MOST_WORDS * n_words_y(N_BITS)).enumerate() {
        let columns = columns.chunks_exact(MOST_WORDS * n_words_x(N_BITS)).take((tile + 1) * LANES);
        for (xs, counts) in columns.zip(counts.by_ref()) {
            let mut sums = [Tile::ZERO; N_KINDS];
            let words = ys.chunks_exact(n_words_y(N_BITS)).zip(xs.chunks_exact(n_words_x(N_BITS)));
            for (y, x) in words.take(n_words) {
                for lane in 0..LANES {
                    // The highest bit that differs decides.
                    let mut is_x_earlier = 0;
                    for bit in 0..N_BITS {
                        let (x, y) = (x[bit], y[bit].0[lane]);
                        is_x_earlier ^= (x ^ y) & (is_x_earlier ^ y);
                    }
                    let on_y = [y[N_BITS].0[lane], y[N_BITS + 1].0[lane]];
                    for on_x in 0..2 {
                        for winner in 0..2 {
                            let x = x[N_BITS + 2 * on_x + winner];
                            for y in 0..2 {
                                let [earlier, later] = [on_y[y] & is_x_earlier, on_y[y] & !is_x_earlier];
                                sums[kind(on_x, winner, false, y)].0[lane] += u64::from((x & earlier).count_ones());
                                sums[kind(on_x, winner, true, y)].0[lane] += u64::from((x & later).count_ones());
                            }
                        }
                    }
                }
            }
            if is_first {
                // PERF: memory that is written before it is read need not be cleared first.
                *counts = [[0; LANES]; N_KINDS];
            }
            for (counts, sums) in counts.iter_mut().zip(sums) {
                for (count, sum) in counts.iter_mut().zip(sums.0) {
                    *count += sum as u32;
                }
            }
        }
    }
}
