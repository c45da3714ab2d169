//! AVX-512 with VNNI: 64 products an instruction. Processors have it from Ice Lake and Zen 4 on.

use std::arch::x86_64::{
    __m512i, _mm_cvtsi32_si128, _mm512_add_epi32, _mm512_cvtepu8_epi32, _mm512_cvtsepi32_epi8, _mm512_dpbusd_epi32,
    _mm512_madd_epi16, _mm512_max_epi32, _mm512_min_epi32, _mm512_set1_epi32, _mm512_slli_epi32, _mm512_sra_epi32,
    _mm512_srai_epi32,
};

use multiversion::multiversion;
use multiversion::target::match_target;

use super::wide::{Rounding, loops};
use super::{INPUTS, LANES, Pass};
use crate::grid::Grid;
use crate::layer::PackedWeights;

/// Whether this processor has what the kernel needs.
#[multiversion(targets("x86_64+avx512f+avx512vnni"))]
pub(super) fn is_available() -> bool {
    match_target! {
        "x86_64+avx512f" => true,
        _ => false,
    }
}

/// Computes a layer on a processor for which [`is_available`] holds.
#[multiversion(targets("x86_64+avx512f+avx512vnni"))]
pub(super) fn run_layer(pass: &Pass<'_>, into: &mut Grid) {
    match_target! {
        "x86_64+avx512f" => run(pass, into),
        _ => super::plain::run(pass, into, &mut Vec::new()),
    }
}

loops!("avx512f,avx512bw,avx512vnni", 6);

type Sums = __m512i;
type Weights = __m512i;
type Inputs = __m512i;

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn start(starts: [i32; LANES]) -> Sums {
    bytemuck::cast(starts)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn load(packed: &PackedWeights) -> Weights {
    bytemuck::cast(packed.0)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn inputs(inputs: [u8; INPUTS]) -> Inputs {
    _mm512_set1_epi32(i32::from_le_bytes(inputs))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn dot(sums: Sums, inputs: Inputs, &weights: &Weights) -> Sums {
    _mm512_dpbusd_epi32(sums, inputs, weights)
}

#[derive(Clone, Copy)]
struct Activation {
    shift: u32,
    multiplier: __m512i,
    carry: __m512i,
}

impl Activation {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn new(rounding: &Rounding) -> Self {
        Self {
            shift: rounding.shift,
            multiplier: bytemuck::cast(rounding.multiplier),
            carry: _mm512_set1_epi32(rounding.carry),
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn end(sums: Sums, ending: &Activation, before: [u8; LANES]) -> [u8; LANES] {
    let half = _mm512_set1_epi32(0x4000);
    let shifted = _mm512_sra_epi32(sums, _mm_cvtsi32_si128(ending.shift as i32));
    let small = _mm512_max_epi32(_mm512_min_epi32(shifted, _mm512_set1_epi32(32767)), _mm512_set1_epi32(-32768));
    // The upper halves of the multipliers are 0, so each sum of two products is the product of numbers of 16 bits.
    let fine = _mm512_srai_epi32::<15>(_mm512_add_epi32(_mm512_madd_epi16(small, ending.multiplier), half));
    let before = _mm512_slli_epi32::<7>(_mm512_cvtepu8_epi32(bytemuck::cast(before)));
    let carried = _mm512_srai_epi32::<15>(_mm512_add_epi32(_mm512_madd_epi16(before, ending.carry), half));
    let rounded = _mm512_add_epi32(_mm512_add_epi32(fine, carried), _mm512_set1_epi32(8));
    let next = _mm512_max_epi32(_mm512_srai_epi32::<4>(rounded), _mm512_set1_epi32(0));
    // Saturates at 127.
    bytemuck::cast(_mm512_cvtsepi32_epi8(next))
}
