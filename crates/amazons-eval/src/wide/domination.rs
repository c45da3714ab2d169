//! First reach and path interception, as in [`domination`](super::super::domination), for both players at once.

use std::arch::x86_64::{
    _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_or_si512, _mm512_popcnt_epi64, _mm512_set1_epi64,
    _mm512_test_epi64_mask,
};

use super::super::lines::Squares;
use super::rays::{both, fill, of_player, start, ways, ways_through};
use super::{Pair, Wide, exchanged, pair, sums};

/// The squares of the player to move minus those of the opponent, by first reach.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vpopcntdq")]
pub(in super::super) fn first_reach<const W: usize>(wide: &Wide<W>, squares: &Squares<W>) -> i32 {
    let ways = ways(wide, &squares.empty);
    let mut reached = [start(&squares.amazons[0]), start(&squares.amazons[1])];
    let mut undecided = pair([&squares.empty, &squares.empty]);
    let mut counts = _mm512_set1_epi64(0);
    loop {
        reached = [fill(&ways, &reached[0]), fill(&ways, &reached[1])];
        let (own, goes_on) = decide(&mut undecided, both(&reached));
        counts = _mm512_add_epi64(counts, _mm512_popcnt_epi64(own));
        if !goes_on {
            let [own, other] = sums(counts);
            return (own - other) as i32;
        }
    }
}

/// The squares of the player to move minus those of the opponent, by path interception. A square of round r counts
/// `decay`^(r - 1).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vpopcntdq")]
pub(in super::super) fn path_interception<const W: usize>(wide: &Wide<W>, squares: &Squares<W>, decay: f64) -> f64 {
    let (mut lead, mut weight) = (0.0, 1.0);
    let first = ways(wide, &squares.empty);
    let mut reached = [fill(&first, &start(&squares.amazons[0])), fill(&first, &start(&squares.amazons[1]))];
    let mut undecided = pair([&squares.empty, &squares.empty]);
    let mut owned = _mm512_set1_epi64(0);
    loop {
        let (own, goes_on) = decide(&mut undecided, both(&reached));
        let [n_own, n_other] = sums(_mm512_popcnt_epi64(own));
        lead += weight * f64::from((n_own - n_other) as i32);
        if !goes_on {
            return lead;
        }
        weight *= decay;
        owned = _mm512_or_si512(owned, own);
        let open = _mm512_or_si512(undecided, owned);
        reached = [
            fill(&ways_through(wide, &of_player::<W, 0>(open)), &of_player::<W, 0>(owned)),
            fill(&ways_through(wide, &of_player::<W, 1>(open)), &of_player::<W, 1>(owned)),
        ];
    }
}

/// Decides the undecided squares of what each player has reached. Returns the squares that become each player's, and
/// whether another round might decide anything.
#[inline]
#[target_feature(enable = "avx512f")]
fn decide(undecided: &mut Pair, reached: Pair) -> (Pair, bool) {
    let new = _mm512_and_si512(reached, *undecided);
    let other = exchanged(new);
    let decided = _mm512_or_si512(new, other);
    *undecided = _mm512_andnot_si512(decided, *undecided);
    let goes_on = _mm512_test_epi64_mask(decided, decided) != 0 && _mm512_test_epi64_mask(*undecided, *undecided) != 0;
    (_mm512_andnot_si512(other, new), goes_on)
}
