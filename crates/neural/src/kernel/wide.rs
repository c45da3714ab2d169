//! Common parts of the kernels with wide registers: their view of a layer, and their loops.
//!
//! Such a kernel is a module that says in a few functions what is done with its registers. Each function declares the
//! instructions that it needs, so it is safe to call where a processor is known to have them. Functions of a trait
//! cannot declare any. So the loops are a macro.
//!
//! PERF: sums of several cells and up to 32 outputs stay in registers, from the bias to the activation of the next
//! layer. `cargo bench -p tesuji-neural` measures it; docs/NETWORK.md has the figures.

use super::{LANES, Pass};
use crate::grid::Grid;

/// Rounding of the sums of [`LANES`] outputs to activations. The factors are from 0 to 32,767.
pub(super) struct Rounding {
    pub(super) shift: u32,
    pub(super) multiplier: [i32; LANES],
    pub(super) carry: i32,
}

impl Pass<'_> {
    /// With what the sums of a group of outputs begin. Outputs that the layer does not have begin with 0.
    pub(super) fn starts(&self, group: usize) -> [i32; LANES] {
        lanes(&self.start[group * LANES..])
    }

    pub(super) fn rounding(&self, group: usize) -> Rounding {
        Rounding {
            shift: u32::from(self.layer.shift),
            multiplier: lanes(&self.layer.multiplier[group * LANES..]),
            carry: i32::from(self.layer.carry),
        }
    }

    /// The activations that came into the block, of a group of outputs of a cell.
    #[inline(always)]
    pub(super) fn before(&self, (group, cell): (usize, usize)) -> [u8; LANES] {
        let Some(before) = self.before else { return [0; LANES] };
        let before = &before.data()[before.cells()[cell] + group * LANES..][..self.width(group)];
        match before.as_array() {
            Some(before) => *before,
            None => lanes(before),
        }
    }

    /// Stores the activations of a group of outputs of a cell.
    #[inline(always)]
    pub(super) fn store(&self, outputs: [u8; LANES], (group, cell): (usize, usize), into: &mut Grid) {
        let out = &mut into.cell_of(cell)[group * LANES..][..self.width(group)];
        match out.as_mut_array() {
            Some(out) => *out = outputs,
            None => out.copy_from_slice(&outputs[..out.len()]),
        }
    }

    /// Number of outputs of a group.
    #[inline(always)]
    fn width(&self, group: usize) -> usize {
        LANES.min(self.layer.n_outputs() - group * LANES)
    }
}

/// The first numbers, filled up with zeros.
fn lanes<T: Copy + Default>(numbers: &[T]) -> [T; LANES] {
    let mut lanes = [T::default(); LANES];
    lanes.iter_mut().zip(numbers).for_each(|(lane, &number)| *lane = number);
    lanes
}

/// Writes `run`, which computes a layer with `$cells` cells at a time by these functions of the module:
///
/// ```text
/// start([i32; 16]) -> Sums              sums of 16 outputs to begin with
/// load(&Packed) -> Weights              weights of 16 outputs for 4 inputs
/// inputs([u8; 4]) -> Inputs             4 inputs, as often as there are outputs
/// dot(Sums, Inputs, &Weights) -> Sums   adds the products
/// Ending::new(&Rounding) -> Ending      what `Rounding` says, in registers
/// end(Sums, &Ending, [u8; 16]) -> [u8; 16]   the activations, with those that came into the block
/// ```
macro_rules! loops {
    ($features:literal, $cells:literal) => {
        #[target_feature(enable = $features)]
        pub(super) fn run(pass: &Pass<'_>, into: &mut Grid) {
            match pass.layer.n_together() {
                2 => layer::<2>(pass, into),
                _ => layer::<1>(pass, into),
            }
        }

        /// `B` groups of outputs at a time.
        #[target_feature(enable = $features)]
        fn layer<const B: usize>(pass: &Pass<'_>, into: &mut Grid) {
            let (runs, n_cells) = (pass.runs(), into.cells().len());
            let n_weights = runs.iter().map(|&(_, n)| n / INPUTS * B).sum();
            for (part, weights) in pass.layer.weights.chunks_exact(n_weights).enumerate() {
                let group = part * B;
                let mut starts = [start(pass.starts(group)); B];
                let mut endings = [Activation::new(&pass.rounding(group)); B];
                for b in 1..B {
                    starts[b] = start(pass.starts(group + b));
                    endings[b] = Activation::new(&pass.rounding(group + b));
                }
                let work = KernelPass { pass, runs: &runs, weights, group, starts, endings };
                if n_cells < $cells {
                    for cell in 0..n_cells {
                        block::<B, 1>(&work, cell, into);
                    }
                    continue;
                }
                for cell in (0..n_cells).step_by($cells) {
                    // At the end some are computed a second time.
                    block::<B, $cells>(&work, cell.min(n_cells - $cells), into);
                }
            }
        }

        /// Data shared by all cells of a group of outputs and `B - 1` groups after it.
        struct KernelPass<'a, const B: usize> {
            pass: &'a Pass<'a>,
            runs: &'a [(usize, usize)],
            weights: &'a [PackedWeights],
            group: usize,
            starts: [Sums; B],
            endings: [Activation; B],
        }

        /// The outputs of `C` cells from `cell` on.
        #[inline]
        #[target_feature(enable = $features)]
        fn block<const B: usize, const C: usize>(work: &KernelPass<'_, B>, cell: usize, into: &mut Grid) {
            let pass = work.pass;
            let mut seen: [&[u8]; C] = [&[]; C];
            for (seen, &at) in seen.iter_mut().zip(&pass.from.cells()[cell..]) {
                *seen = &pass.from.data()[pass.first(at)..];
            }
            let mut sums = [work.starts; C];
            let mut rest = work.weights;
            for &(run, n) in work.runs {
                let mut now: [&[[u8; INPUTS]]; C] = [&[]; C];
                for (now, seen) in now.iter_mut().zip(&seen) {
                    *now = seen[run..run + n].as_chunks().0;
                }
                let n = n / INPUTS;
                let (here, others) = rest.split_at(n * B);
                rest = others;
                for (at, packed) in here.as_chunks::<B>().0[..n].iter().enumerate() {
                    for c in 0..C {
                        let inputs = inputs(now[c][at]);
                        for b in 0..B {
                            sums[c][b] = dot(sums[c][b], inputs, &load(&packed[b]));
                        }
                    }
                }
            }
            for (c, sums) in sums.iter().enumerate() {
                for b in 0..B {
                    let place = (work.group + b, cell + c);
                    pass.store(end(sums[b], &work.endings[b], pass.before(place)), place, into);
                }
            }
        }
    };
}

pub(super) use loops;
