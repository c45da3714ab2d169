//! The sums of a convolution, row by row: once in plain Rust, once in the instructions of a family of processors.
//!
//! All kernels give the same numbers. Sums are of 32 bits, and products of a number up to 127 with one from -127 to 127
//! never overflow 16 bits when two of them are added.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(any(target_arch = "aarch64", feature = "testing"))]
mod dot;
mod plain;
#[cfg(target_feature = "simd128")]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod wide;

use crate::grid::Grid;
use crate::layer::Convolution;

/// Implementation of the sums. All give the same result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernel(KernelKind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KernelKind {
    Plain,
    #[cfg(any(target_arch = "aarch64", feature = "testing"))]
    Dot,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    AvxVnni,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_feature = "simd128")]
    Simd128,
}

/// The number of outputs of a layer is a multiple of this. The plain kernel computes them in groups of this many.
pub(crate) const OUTPUTS: usize = 8;
/// The kernels with wide registers compute outputs in groups of this many.
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
pub(crate) const LANES: usize = if cfg!(target_arch = "x86_64") { 16 } else { 8 };
/// The number of inputs is filled up to a multiple of this. Those kernels read inputs in groups of this many.
pub(crate) const INPUTS: usize = 4;

impl Kernel {
    /// The kernel that needs nothing.
    pub const PLAIN: Self = Self(KernelKind::Plain);

    /// The kernels that this processor has, the quickest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let candidates = [
            #[cfg(target_arch = "x86_64")]
            (avx512::is_available(), KernelKind::Avx512),
            #[cfg(target_arch = "x86_64")]
            (avx2::fours::is_available(), KernelKind::AvxVnni),
            #[cfg(target_arch = "x86_64")]
            (avx2::pairs::is_available(), KernelKind::Avx2),
            #[cfg(target_feature = "simd128")]
            (true, KernelKind::Simd128),
            #[cfg(any(target_arch = "aarch64", feature = "testing"))]
            (dot::is_available(), KernelKind::Dot),
            (true, KernelKind::Plain),
        ];
        candidates.into_iter().filter_map(|(is_available, kind)| is_available.then_some(Self(kind))).collect()
    }

    /// The quickest kernel that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::available()[0]
    }

    /// Its name, for reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            KernelKind::Plain => "plain",
            #[cfg(any(target_arch = "aarch64", feature = "testing"))]
            KernelKind::Dot => "dotprod",
            #[cfg(target_arch = "x86_64")]
            KernelKind::Avx512 => "avx512-vnni",
            #[cfg(target_arch = "x86_64")]
            KernelKind::AvxVnni => "avx-vnni",
            #[cfg(target_arch = "x86_64")]
            KernelKind::Avx2 => "avx2",
            #[cfg(target_feature = "simd128")]
            KernelKind::Simd128 => "simd128",
        }
    }

    /// Computes a layer: the activations `into` of its outputs from the activations `from` of its inputs. `extra` is
    /// added to the sum of each output; `before` are the activations that came into the block, if the layer carries
    /// them on.
    pub(crate) fn run(
        self,
        layer: &Convolution,
        from: &Grid,
        extra: Option<&[i32]>,
        before: Option<&Grid>,
        into: &mut Grid,
        sums: &mut Vec<i32>,
    ) {
        let pass = Pass { layer, from, start: extra.unwrap_or(&layer.bias), before };
        match self.0 {
            KernelKind::Plain => plain::run(&pass, into, sums),
            #[cfg(any(target_arch = "aarch64", feature = "testing"))]
            KernelKind::Dot => dot::run(&pass, into, sums),
            #[cfg(target_arch = "x86_64")]
            KernelKind::Avx512 => avx512::run_layer(&pass, into),
            #[cfg(target_arch = "x86_64")]
            KernelKind::AvxVnni => avx2::fours::run_layer(&pass, into),
            #[cfg(target_arch = "x86_64")]
            KernelKind::Avx2 => avx2::pairs::run_layer(&pass, into),
            #[cfg(target_feature = "simd128")]
            KernelKind::Simd128 => simd128::run(&pass, into, sums),
        }
    }
}

/// One layer at work.
pub(crate) struct Pass<'a> {
    pub(crate) layer: &'a Convolution,
    pub(crate) from: &'a Grid,
    /// With what the sum of each output begins.
    pub(crate) start: &'a [i32],
    pub(crate) before: Option<&'a Grid>,
}

impl Pass<'_> {
    /// Distance from a cell to each tap of the layer, in bytes, when the cell is counted from the first tap.
    pub(crate) fn taps(&self) -> Vec<usize> {
        let (row_step, channels) = (self.from.row_step() as isize, self.from.channels() as isize);
        let steps = self.layer.steps();
        let offsets = steps.iter().map(|&(row, column)| row * row_step + column * channels);
        let first = offsets.clone().next().unwrap_or(0);
        offsets.map(|offset| (offset - first) as usize).collect()
    }

    /// Input of a cell, as pieces of memory: the offset of each from the first tap, and its length, in bytes.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128", feature = "testing"))]
    pub(crate) fn runs(&self) -> Vec<(usize, usize)> {
        let n = self.layer.n_inputs();
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for tap in self.taps() {
            match runs.last_mut() {
                Some((first, length)) if *first + *length == tap => *length += n,
                _ => runs.push((tap, n)),
            }
        }
        runs
    }

    /// Place of the first tap of a cell, of which the numbers begin at `cell`.
    #[inline(always)]
    pub(crate) fn first(&self, cell: usize) -> usize {
        let (down, right) = self.layer.steps()[0];
        let step = down * self.from.row_step() as isize + right * self.from.channels() as isize;
        cell.wrapping_add_signed(step)
    }

    /// From the sums of a row to the activations of the next layer.
    #[inline(always)]
    pub(crate) fn finish(&self, row: usize, sums: &[i32], into: &mut Grid) {
        let layer = self.layer;
        let n = layer.n_outputs();
        let (shift, carry) = (u32::from(layer.shift), i32::from(layer.carry));
        let out = into.row_mut(row);
        match self.before {
            None => {
                for (out, sums) in out.chunks_exact_mut(n).zip(sums.chunks_exact(n)) {
                    for ((out, &sum), &multiplier) in out.iter_mut().zip(sums).zip(&layer.multiplier) {
                        *out = next(fine(sum, shift, multiplier));
                    }
                }
            }
            Some(before) => {
                let before = before.row(row).chunks_exact(n);
                for ((out, sums), before) in out.chunks_exact_mut(n).zip(sums.chunks_exact(n)).zip(before) {
                    let rows = out.iter_mut().zip(sums).zip(&layer.multiplier).zip(before);
                    for (((out, &sum), &multiplier), &before) in rows {
                        let carried = (i32::from(before) * 128 * carry + 0x4000) >> 15;
                        *out = next(fine(sum, shift, multiplier) + carried);
                    }
                }
            }
        }
    }
}

/// Sixteenths of the next scale.
#[inline(always)]
fn fine(sum: i32, shift: u32, multiplier: i32) -> i32 {
    let small = (sum >> shift).clamp(-32768, 32767);
    (small * multiplier + 0x4000) >> 15
}

#[inline(always)]
fn next(fine: i32) -> u8 {
    ((fine + 8) >> 4).clamp(0, 127) as u8
}
