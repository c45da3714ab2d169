//! AVX2: 32 products an instruction.
//!
//! PERF: four inputs of a cell are multiplied with the weights of eight outputs at once. The sums of two cells and up to
//! 32 outputs stay in registers (`cargo bench -p tesuji-neural`: see docs/NETWORK.md for the figures).

use std::arch::x86_64::__m256i;
use std::array;

use pulp::x86::V3;

use super::{INPUTS, OUTPUTS, Pass};
use crate::grid::Grid;
use crate::layer::Packed;

/// A processor that has AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(V3);

impl PartialEq for Avx2 {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Avx2 {}

impl Avx2 {
    pub(super) fn new() -> Option<Self> {
        V3::try_new().map(Self)
    }

    pub(super) fn run(self, pass: &Pass<'_>, into: &mut Grid, sums: &mut Vec<i32>) {
        self.0.vectorize(Run { simd: self.0, pass, into, sums });
    }
}

struct Run<'a> {
    simd: V3,
    pass: &'a Pass<'a>,
    into: &'a mut Grid,
    sums: &'a mut Vec<i32>,
}

impl pulp::NullaryFnOnce for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { simd, pass, into, sums } = self;
        let taps = pass.taps();
        sums.resize(pass.from.columns() * pass.layer.n_outputs(), 0);
        for row in 0..into.rows() {
            match pass.layer.n_together() {
                4 => sums_of_row::<4>(simd, pass, &taps, row, sums),
                3 => sums_of_row::<3>(simd, pass, &taps, row, sums),
                2 => sums_of_row::<2>(simd, pass, &taps, row, sums),
                _ => sums_of_row::<1>(simd, pass, &taps, row, sums),
            }
            pass.finish(row, sums, into);
        }
    }
}

#[inline(always)]
fn sums_of_row<const B: usize>(simd: V3, pass: &Pass<'_>, taps: &[usize], row: usize, sums: &mut [i32]) {
    let layer = pass.layer;
    let n_outputs = layer.n_outputs();
    let weights_of_group = taps.len() * layer.n_inputs() / INPUTS * B;
    let (data, first) = (pass.from.data(), pass.first(row, 0));
    let step = pass.from.channels();
    for (group, weights) in layer.weights.chunks_exact(weights_of_group).enumerate() {
        let from = group * B * OUTPUTS;
        let start = &pass.start[from..from + B * OUTPUTS];
        let mut column = 0;
        while column + 2 <= pass.from.columns() {
            let seen = array::from_fn(|cell| &data[first + (column + cell) * step..]);
            let found = cells::<B, 2>(simd, seen, taps, weights, start, layer.n_inputs());
            for (cell, found) in found.iter().enumerate() {
                store(found, &mut sums[(column + cell) * n_outputs + from..]);
            }
            column += 2;
        }
        if column < pass.from.columns() {
            let found = cells::<B, 1>(simd, [&data[first + column * step..]], taps, weights, start, layer.n_inputs());
            store(&found[0], &mut sums[column * n_outputs + from..]);
        }
    }
}

/// The sums of `C` cells and `B` groups of outputs.
#[inline(always)]
fn cells<const B: usize, const C: usize>(
    simd: V3,
    seen: [&[u8]; C],
    taps: &[usize],
    weights: &[Packed],
    start: &[i32],
    n_inputs: usize,
) -> [[__m256i; B]; C] {
    let start: [__m256i; B] = array::from_fn(|group| {
        let numbers: [i32; OUTPUTS] = array::from_fn(|at| start[group * OUTPUTS + at]);
        bytemuck::cast(numbers)
    });
    let mut sums = [start; C];
    let ones = simd.avx._mm256_set1_epi16(1);
    let mut weights = weights.chunks_exact(B);
    for &tap in taps {
        let inputs: [&[[u8; INPUTS]]; C] = array::from_fn(|cell| seen[cell][tap..tap + n_inputs].as_chunks().0);
        for at in 0..n_inputs / INPUTS {
            let Some(weights) = weights.next() else { return sums };
            let inputs: [__m256i; C] =
                array::from_fn(|cell| simd.avx._mm256_set1_epi32(i32::from_le_bytes(inputs[cell][at])));
            for group in 0..B {
                let weights: __m256i = bytemuck::cast(weights[group]);
                for cell in 0..C {
                    let pairs = simd.avx2._mm256_maddubs_epi16(inputs[cell], weights);
                    let fours = simd.avx2._mm256_madd_epi16(pairs, ones);
                    sums[cell][group] = simd.avx2._mm256_add_epi32(sums[cell][group], fours);
                }
            }
        }
    }
    sums
}

#[inline(always)]
fn store(found: &[__m256i], sums: &mut [i32]) {
    for (&found, sums) in found.iter().zip(sums.chunks_exact_mut(OUTPUTS)) {
        let numbers: [i32; OUTPUTS] = bytemuck::cast(found);
        sums.copy_from_slice(&numbers);
    }
}
