//! Lieberum's terms: who is first, and by how much.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpneq_epi64_mask,
    _mm512_madd_epi16, _mm512_mask_and_epi64, _mm512_or_si512, _mm512_popcnt_epi64, _mm512_set1_epi64,
    _mm512_slli_epi64, _mm512_srli_epi64, _mm512_ternarylogic_epi64, _mm512_xor_si512,
};

use super::super::lines::Squares;
use super::super::mobility::Workspace;
use super::super::terms::{Race, Terms};
use super::mobility::find_mobility;
use super::rays::{both, fill, start, ways};
use super::steps::{by_rows, step};
use super::{ANY, EITHER_OF, FIRST_ALONE, Pair, Wide, covers, exchanged, pair, sums};

/// All of Lieberum's terms; stores alpha of each amazon in `workspace`.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx512bitalg,gfni,bmi1,bmi2,popcnt"
)]
pub(in super::super) fn terms<const W: usize>(
    wide: &Wide<W>,
    squares: &Squares<W>,
    workspace: &mut Workspace,
) -> Terms {
    let ways = ways(wide, &squares.empty);
    let empty = pair([&squares.empty, &squares.empty]);
    let amazons = pair([&squares.amazons[0], &squares.amazons[1]]);

    let mut sources = [start(&squares.amazons[0]), start(&squares.amazons[1])];
    let mut course = RaceCourse::<4>::new(amazons);
    let (mut c1, mut weight) = (0.0, 1.0);
    loop {
        sources = [fill(&ways, &sources[0]), fill(&ways, &sources[1])];
        let next = both(&sources);
        if _mm512_cmpneq_epi64_mask(next, course.reached) == 0 {
            break;
        }
        let [own, other] = sums(_mm512_popcnt_epi64(_mm512_andnot_si512(course.reached, next)));
        c1 += weight * f64::from((own - other) as i32);
        weight *= 0.5;
        course.go_on(next, empty, 15);
        if covers(next, empty) {
            break;
        }
    }
    let all = course.reached;
    let (queens, w) = (course.race(), course.w());
    find_mobility(wide, squares, _mm512_and_si512(all, exchanged(all)), workspace);

    let (all, empty) = (by_rows(wide, all), by_rows(wide, empty));
    let mut course = RaceCourse::<3>::new(by_rows(wide, amazons));
    while _mm512_cmpneq_epi64_mask(course.reached, all) != 0 {
        course.go_on(step(course.reached, all), empty, 6);
    }
    let c2 = f64::from(course.sixths(empty)) / 6.0;
    Terms { queens, kings: course.race(), c1, c2, w }
}

/// The course of a race, round by round.
struct RaceCourse<const DIGITS: usize> {
    reached: Pair,
    /// The squares that a player reached before the other.
    first: Pair,
    /// For each square, the number of rounds after which exactly one player has reached it, in binary, the lowest digit
    /// first.
    gaps: [Pair; DIGITS],
}

impl<const DIGITS: usize> RaceCourse<DIGITS> {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(reached: Pair) -> Self {
        let none = _mm512_set1_epi64(0);
        Self { reached, first: none, gaps: [none; DIGITS] }
    }

    /// One more round, after which the players have reached `next`. Gaps grow no further than `most`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn go_on(&mut self, next: Pair, empty: Pair, most: usize) {
        let other = exchanged(next);
        let before = _mm512_or_si512(self.reached, exchanged(self.reached));
        self.first = _mm512_or_si512(self.first, _mm512_ternarylogic_epi64::<FIRST_ALONE>(next, other, before));
        let mut carry = _mm512_ternarylogic_epi64::<EITHER_OF>(next, other, empty);
        let mut is_most = carry;
        for digit in 0..DIGITS {
            if most >> digit & 1 != 0 {
                is_most = _mm512_and_si512(is_most, self.gaps[digit]);
            }
        }
        carry = _mm512_andnot_si512(is_most, carry);
        for digit in 0..DIGITS {
            let gap = self.gaps[digit];
            self.gaps[digit] = _mm512_xor_si512(gap, carry);
            carry = _mm512_and_si512(gap, carry);
        }
        self.reached = next;
    }

    /// The squares that both have reached, in both halves.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn shared(&self) -> Pair {
        _mm512_and_si512(self.reached, exchanged(self.reached))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq")]
    fn race(&self) -> Race {
        let ties = _mm512_ternarylogic_epi64::<FIRST_ALONE>(self.shared(), self.first, exchanged(self.first));
        let counts =
            _mm512_add_epi64(_mm512_popcnt_epi64(self.first), _mm512_slli_epi64::<32>(_mm512_popcnt_epi64(ties)));
        let [own, other] = sums(counts);
        Race { lead: own as i32 - other as i32, ties: (own >> 32) as i32 }
    }
}

impl RaceCourse<3> {
    /// c2 in units of 1/6.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vpopcntdq")]
    fn sixths(&self, empty: Pair) -> i32 {
        let shared = self.shared();
        let first = _mm512_and_si512(self.first, shared);
        let alone = _mm512_popcnt_epi64(_mm512_and_si512(_mm512_andnot_si512(shared, self.reached), empty));
        let count = |digit: usize| _mm512_popcnt_epi64(_mm512_and_si512(self.gaps[digit], first));
        // Gaps of 2 and 4, and six times `alone`.
        let twos = _mm512_add_epi64(count(1), alone);
        let fours = _mm512_add_epi64(count(2), alone);
        let even = _mm512_slli_epi64::<1>(_mm512_add_epi64(twos, _mm512_slli_epi64::<1>(fours)));
        let [own, other] = sums(_mm512_add_epi64(count(0), even));
        (own - other) as i32
    }
}

impl RaceCourse<4> {
    /// The sum of 2^-gap over the squares that both have reached.
    ///
    /// 2^-gap is the product over digits of 1 - digit (1 - 2^-(value of the digit)), and the sum of a product of digits
    /// over all squares is the size of an intersection. This is computed in whole numbers, so nothing is rounded. The
    /// upper half handles gaps of 8 and more.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vpopcntdq")]
    fn w(&self) -> f64 {
        let shared = self.shared();
        let [one, two, four, eight] = self.gaps;
        let set = _mm512_mask_and_epi64(shared, 0xf0, shared, eight);
        let (a, b) = (_mm512_and_si512(set, one), _mm512_and_si512(set, two));
        let parts = [set, a, b, _mm512_and_si512(a, two)];
        let mut fours = parts;
        for part in 0..4 {
            fours[part] = _mm512_and_si512(parts[part], four);
        }
        let weights = |factor: i16| {
            let [a, b, c, d] =
                [8 * factor, -4 * factor, -6 * factor, 3 * factor].map(|part| i64::from(part.cast_unsigned()));
            _mm512_set1_epi64(a | b << 16 | c << 32 | d << 48)
        };
        let all = _mm512_madd_epi16(counted(parts), weights(16));
        let lanes = _mm512_add_epi32(all, _mm512_madd_epi16(counted(fours), weights(-15)));
        let [low, high] = sums(_mm512_add_epi32(lanes, _mm512_srli_epi64::<32>(lanes))).map(|sum| sum as i32);
        f64::from(256 * low - 255 * high) / f64::from(256 << 7)
    }
}

/// The numbers of squares of four sets, next to each other in each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn counted([a, b, c, d]: [Pair; 4]) -> __m512i {
    let low = _mm512_or_si512(_mm512_popcnt_epi64(a), _mm512_slli_epi64::<16>(_mm512_popcnt_epi64(b)));
    _mm512_ternarylogic_epi64::<ANY>(
        low,
        _mm512_slli_epi64::<32>(_mm512_popcnt_epi64(c)),
        _mm512_slli_epi64::<48>(_mm512_popcnt_epi64(d)),
    )
}
