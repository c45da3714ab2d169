//! Registers of 256 bits: 32 products in three instructions of AVX2, or in one where there is VNNI for AVX (from Alder
//! Lake and Zen 5 on).

/// Writes a kernel whose products `dot_half` adds up, in one half of the outputs.
macro_rules! kernel {
    ($features:literal, $target:literal, $cells:literal) => {
        use std::arch::x86_64::{
            __m128i, __m256i, _mm_cvtsi32_si128, _mm_max_epi8, _mm_packs_epi16, _mm_setzero_si128, _mm_srli_si128,
            _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepu8_epi32, _mm256_extracti128_si256,
            _mm256_madd_epi16, _mm256_max_epi32, _mm256_min_epi32, _mm256_packs_epi32, _mm256_permute4x64_epi64,
            _mm256_set1_epi32, _mm256_slli_epi32, _mm256_sra_epi32, _mm256_srai_epi32,
        };

        use multiversion::multiversion;
        use multiversion::target::match_target;

        use super::super::wide::{Rounding, loops};
        use super::super::{INPUTS, LANES, Pass};
        use crate::grid::Grid;
        use crate::layer::PackedWeights;

        /// Whether this processor has what the kernel needs.
        #[multiversion(targets($target))]
        pub(in super::super) fn is_available() -> bool {
            match_target! {
                $target => true,
                _ => false,
            }
        }

        /// Computes a layer on a processor for which [`is_available`] holds.
        #[multiversion(targets($target))]
        pub(in super::super) fn run_layer(pass: &Pass<'_>, into: &mut Grid) {
            match_target! {
                $target => run(pass, into),
                _ => super::super::plain::run(pass, into, &mut Vec::new()),
            }
        }

        loops!($features, $cells);

        type Sums = [__m256i; 2];
        type Weights = [__m256i; 2];
        type Inputs = __m256i;

        #[inline]
        #[target_feature(enable = $features)]
        fn start(starts: [i32; LANES]) -> Sums {
            bytemuck::cast(starts)
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn load(packed: &PackedWeights) -> Weights {
            bytemuck::cast(packed.0)
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn inputs(inputs: [u8; INPUTS]) -> Inputs {
            _mm256_set1_epi32(i32::from_le_bytes(inputs))
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn dot([low, high]: Sums, inputs: Inputs, weights: &Weights) -> Sums {
            [dot_half(low, inputs, weights[0]), dot_half(high, inputs, weights[1])]
        }

        #[derive(Clone, Copy)]
        struct Activation {
            shift: __m128i,
            multiplier: [__m256i; 2],
            carry: __m256i,
        }

        impl Activation {
            #[inline]
            #[target_feature(enable = $features)]
            fn new(rounding: &Rounding) -> Self {
                Self {
                    shift: _mm_cvtsi32_si128(rounding.shift as i32),
                    multiplier: bytemuck::cast(rounding.multiplier),
                    carry: _mm256_set1_epi32(rounding.carry),
                }
            }
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn end([low, high]: Sums, ending: &Activation, before: [u8; LANES]) -> [u8; LANES] {
            let before: __m128i = bytemuck::cast(before);
            let low = end_half(low, ending, ending.multiplier[0], before);
            let high = end_half(high, ending, ending.multiplier[1], _mm_srli_si128::<8>(before));
            // Packing goes by halves of a register.
            let next = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(low, high));
            let next = _mm_packs_epi16(_mm256_castsi256_si128(next), _mm256_extracti128_si256::<1>(next));
            bytemuck::cast(_mm_max_epi8(next, _mm_setzero_si128()))
        }

        /// The activations before they are clamped, from the sums of 8 outputs.
        #[inline]
        #[target_feature(enable = $features)]
        fn end_half(sums: __m256i, ending: &Activation, multiplier: __m256i, before: __m128i) -> __m256i {
            let half = _mm256_set1_epi32(0x4000);
            let shifted = _mm256_sra_epi32(sums, ending.shift);
            let small =
                _mm256_max_epi32(_mm256_min_epi32(shifted, _mm256_set1_epi32(32767)), _mm256_set1_epi32(-32768));
            // The upper halves of the factors are 0, so each sum of two products is one product of 16 bits.
            let fine = _mm256_srai_epi32::<15>(_mm256_add_epi32(_mm256_madd_epi16(small, multiplier), half));
            let before = _mm256_slli_epi32::<7>(_mm256_cvtepu8_epi32(before));
            let carried = _mm256_srai_epi32::<15>(_mm256_add_epi32(_mm256_madd_epi16(before, ending.carry), half));
            let rounded = _mm256_add_epi32(_mm256_add_epi32(fine, carried), _mm256_set1_epi32(8));
            _mm256_srai_epi32::<4>(rounded)
        }
    };
}

/// AVX2 alone.
pub(super) mod pairs {
    use std::arch::x86_64::{_mm256_maddubs_epi16, _mm256_set1_epi16};

    kernel!("avx2", "x86_64+avx2", 2);

    #[inline]
    #[target_feature(enable = "avx2")]
    fn dot_half(sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
        let pairs = _mm256_maddubs_epi16(inputs, weights);
        _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
    }
}

/// With VNNI.
pub(super) mod fours {
    use std::arch::x86_64::_mm256_dpbusd_avx_epi32;

    kernel!("avx2,avxvnni", "x86_64+avx2+avxvnni", 2);

    #[inline]
    #[target_feature(enable = "avx2,avxvnni")]
    fn dot_half(sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
        _mm256_dpbusd_avx_epi32(sums, inputs, weights)
    }
}
