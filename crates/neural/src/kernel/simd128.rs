//! WebAssembly with vectors of 128 bits: 8 products in two instructions.
//!
//! Activations are widened to 16 bits once a layer and weights when a net is read, because `i32x4.dot_i16x8_s`, which
//! multiplies pairs of inputs, is the only integer product of WebAssembly that adds. Its relaxed counterpart for 8 bits
//! (`i32x4.relaxed_dot_i8x16_i7x16_add_s`) would give the same sums on every machine. Machines differ only for a second
//! factor of 8 bits, and activations have 7, and for pairs of products that overflow 16 bits, which none does here. But
//! a browser without relaxed SIMD refuses a whole module that contains it.
//!
//! PERF: sums of 2 cells and 16 outputs stay in registers, of which x86 has 16. 3.6 to 5.2 times as fast as the plain
//! kernel: `web/scripts/kernels.sh time` measures it, docs/NETWORK.md has the figures.

use std::arch::wasm32::{
    i8x16_max, i8x16_narrow_i16x8, i8x16_splat, i16x8_add_sat, i16x8_extend_low_u8x16, i16x8_narrow_i32x4,
    i16x8_q15mulr_sat, i16x8_shl, i16x8_shr, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_shr, i32x4_splat,
    i64x2_extract_lane, u64x2, v128,
};

use super::{LANES, Pass};
use crate::grid::Grid;
use crate::layer::PairWeights;

/// Cells computed together.
const CELLS: usize = 2;

/// Sums of 8 outputs.
type Sums = [v128; 2];

/// Computes a layer. `pairs` is scratch space for the activations, two in each number.
pub(super) fn run(pass: &Pass<'_>, into: &mut Grid, pairs: &mut Vec<i32>) {
    pairs.clear();
    pairs.extend(pass.from.data().as_chunks().0.iter().map(|&[a, b]| i32::from(a) | i32::from(b) << 16));
    match pass.layer.n_together() {
        2 => layer::<2>(pass, pairs, into),
        _ => layer::<1>(pass, pairs, into),
    }
}

/// `B` groups of outputs at a time.
fn layer<const B: usize>(pass: &Pass<'_>, pairs: &[i32], into: &mut Grid) {
    let n_cells = into.cells().len();
    let runs: Vec<_> = pass.runs().iter().map(|&(first, n)| (first / 2, n / 2)).collect();
    let n_weights = runs.iter().map(|&(_, n)| n).sum();
    let weights = pass.layer.by_pairs.as_chunks::<B>().0;
    for (part, weights) in weights.chunks_exact(n_weights).enumerate() {
        let group = part * B;
        let starts = std::array::from_fn(|b| bytemuck::cast(pass.start.as_chunks::<LANES>().0[group + b]));
        let endings = std::array::from_fn(|b| Activation::new(pass, group + b));
        let work = KernelPass { pass, pairs, runs: &runs, weights, group, starts, endings };
        for cell in (0..n_cells).step_by(CELLS) {
            // Twice the same one if their number is odd.
            block(&work, [cell, (cell + 1).min(n_cells - 1)], into);
        }
    }
}

/// Data shared by all cells of a group of outputs and `B - 1` groups after it.
struct KernelPass<'a, const B: usize> {
    pass: &'a Pass<'a>,
    pairs: &'a [i32],
    /// [`Pass::runs`] in pairs of inputs.
    runs: &'a [(usize, usize)],
    weights: &'a [[PairWeights; B]],
    group: usize,
    starts: [Sums; B],
    endings: [Activation; B],
}

/// The outputs of these cells.
#[inline]
fn block<const B: usize>(work: &KernelPass<'_, B>, cells: [usize; CELLS], into: &mut Grid) {
    let pass = work.pass;
    let seen = cells.map(|cell| &work.pairs[pass.first(pass.from.cells()[cell]) / 2..]);
    let mut sums = [work.starts; CELLS];
    let mut rest = work.weights;
    for &(run, n) in work.runs {
        let (here, others) = rest.split_at(n);
        rest = others;
        let [first, second] = seen.map(|seen| &seen[run..run + n]);
        for ((weights, &first), &second) in here.iter().zip(first).zip(second) {
            let inputs = [i32x4_splat(first), i32x4_splat(second)];
            for b in 0..B {
                for half in 0..2 {
                    for c in 0..CELLS {
                        let products = i32x4_dot_i16x8(inputs[c], weights[b][half]);
                        sums[c][b][half] = i32x4_add(sums[c][b][half], products);
                    }
                }
            }
        }
    }
    for (cell, sums) in cells.into_iter().zip(sums) {
        for (b, sums) in sums.into_iter().enumerate() {
            let before = match pass.before {
                Some(before) => before.data()[before.cells()[cell]..].as_chunks().0[work.group + b],
                None => [0; LANES],
            };
            into.cell_of(cell).as_chunks_mut().0[work.group + b] = work.endings[b].end(sums, before);
        }
    }
}

/// Conversion of sums to activations.
#[derive(Clone, Copy)]
struct Activation {
    shift: u32,
    multiplier: v128,
    carry: v128,
}

impl Activation {
    fn new(pass: &Pass<'_>, group: usize) -> Self {
        let multiplier = pass.layer.multiplier.as_chunks::<LANES>().0[group].map(|factor| factor as i16);
        Self {
            shift: u32::from(pass.layer.shift),
            multiplier: bytemuck::cast(multiplier),
            carry: i16x8_splat(pass.layer.carry),
        }
    }

    /// The activations, with those that came into the block.
    ///
    /// No factor is negative, so no rounded product leaves 16 bits. A sum of them that does is cut off here, far above
    /// the highest activation.
    #[inline]
    fn end(&self, [low, high]: Sums, before: [u8; LANES]) -> [u8; LANES] {
        let small = i16x8_narrow_i32x4(i32x4_shr(low, self.shift), i32x4_shr(high, self.shift));
        let fine = i16x8_q15mulr_sat(small, self.multiplier);
        let before = i16x8_extend_low_u8x16(u64x2(u64::from_le_bytes(before), 0));
        let carried = i16x8_q15mulr_sat(i16x8_shl(before, 7), self.carry);
        let rounded = i16x8_add_sat(i16x8_add_sat(fine, carried), i16x8_splat(8));
        let next = i16x8_shr(rounded, 4);
        let next = i8x16_max(i8x16_narrow_i16x8(next, next), i8x16_splat(0));
        i64x2_extract_lane::<0>(next).to_le_bytes()
    }
}
