//! Layers: their numbers, and the order in which kernels read them.

#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
use crate::kernel::LANES;
use crate::kernel::{INPUTS, OUTPUTS};

/// The weights of [`LANES`] outputs for [`INPUTS`] inputs, output by output. They begin where a line of the cache does.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct PackedWeights(pub(crate) [i8; LANES * INPUTS]);

/// The weights of [`LANES`] outputs for two inputs in 16 bits, output by output.
#[cfg(target_feature = "simd128")]
pub(crate) type PairWeights = [std::arch::wasm32::v128; 2];

/// A convolution on the hexagonal neighbourhood, and what makes its sums activations (`docs/NETWORK.md`).
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
    n_inputs: usize,
    n_outputs: usize,
    /// By groups of [`Self::n_together`] times [`LANES`] outputs, in them by steps, in them by [`INPUTS`] inputs.
    #[cfg(target_arch = "x86_64")]
    pub(crate) weights: Vec<PackedWeights>,
    /// By steps, in them by inputs, in them by outputs.
    pub(crate) by_inputs: Vec<[i8; OUTPUTS]>,
    /// By outputs, in them by steps, in them by inputs.
    #[cfg(any(target_arch = "aarch64", feature = "testing"))]
    pub(crate) by_outputs: Vec<i8>,
    /// By groups of [`Self::n_together`] times [`LANES`] outputs, in them by steps, in them by pairs of inputs.
    #[cfg(target_feature = "simd128")]
    pub(crate) by_pairs: Vec<PairWeights>,
    pub(crate) bias: Vec<i32>,
    pub(crate) shift: u8,
    pub(crate) multiplier: Vec<i32>,
    pub(crate) carry: i16,
    steps: Vec<(isize, isize)>,
}

/// The cells within `radius` steps: rows down and columns right, row by row.
pub(crate) fn steps(radius: usize) -> Vec<(isize, isize)> {
    let reach = radius as isize;
    let square = (-reach..=reach).flat_map(|row| (-reach..=reach).map(move |column| (row, column)));
    square.filter(|(row, column)| (row + column).abs() <= reach).collect()
}

impl Convolution {
    /// `weights` are given by outputs, in them by steps, in them by inputs. Inputs are filled up with zeros to a multiple
    /// of [`INPUTS`]; the number of outputs has to be a multiple of [`OUTPUTS`].
    pub(crate) fn new(
        radius: usize,
        n_inputs: usize,
        weights: &[i8],
        (bias, shift, multiplier, carry): (Vec<i32>, u8, Vec<i32>, i16),
    ) -> Self {
        let (steps, n_outputs) = (steps(radius), bias.len());
        let n_steps = steps.len();
        let weight = |output: usize, step: usize, input: usize| {
            let at = (output * n_steps + step) * n_inputs + input;
            if input < n_inputs && output < n_outputs { weights[at] } else { 0 }
        };
        let shape = [n_outputs, n_steps, n_inputs.next_multiple_of(INPUTS)];
        Self {
            n_inputs: shape[2],
            n_outputs,
            #[cfg(target_arch = "x86_64")]
            weights: packed(shape, weight),
            by_inputs: by_inputs(shape, weight),
            #[cfg(any(target_arch = "aarch64", feature = "testing"))]
            by_outputs: by_outputs(shape, weight),
            #[cfg(target_feature = "simd128")]
            by_pairs: by_pairs(shape, weight),
            bias,
            shift,
            multiplier,
            carry,
            steps,
        }
    }

    /// A multiple of [`INPUTS`].
    pub(crate) const fn n_inputs(&self) -> usize {
        self.n_inputs
    }

    pub(crate) const fn n_outputs(&self) -> usize {
        self.n_outputs
    }

    /// Number of groups of [`LANES`] outputs that are computed together.
    #[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
    pub(crate) const fn n_together(&self) -> usize {
        n_together(self.n_outputs)
    }

    pub(crate) fn steps(&self) -> &[(isize, isize)] {
        &self.steps
    }
}

#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
const fn n_together(n_outputs: usize) -> usize {
    if n_outputs.div_ceil(LANES).is_multiple_of(2) { 2 } else { 1 }
}

/// The order of [`Convolution::weights`]. A shape is the number of outputs, steps and inputs.
#[cfg(target_arch = "x86_64")]
fn packed(
    [n_outputs, n_steps, n_inputs]: [usize; 3],
    weight: impl Fn(usize, usize, usize) -> i8,
) -> Vec<PackedWeights> {
    let together = n_together(n_outputs);
    let filled = n_outputs.next_multiple_of(LANES);
    let mut packed = Vec::with_capacity(filled * n_steps * n_inputs / size_of::<PackedWeights>());
    for first in (0..n_outputs).step_by(together * LANES) {
        for step in 0..n_steps {
            for input in (0..n_inputs).step_by(INPUTS) {
                for group in 0..together {
                    packed.push(PackedWeights(std::array::from_fn(|at| {
                        weight(first + group * LANES + at / INPUTS, step, input + at % INPUTS)
                    })));
                }
            }
        }
    }
    packed
}

/// The order of [`Convolution::by_inputs`].
fn by_inputs(
    [n_outputs, n_steps, n_inputs]: [usize; 3],
    weight: impl Fn(usize, usize, usize) -> i8,
) -> Vec<[i8; OUTPUTS]> {
    let mut found = Vec::with_capacity(n_steps * n_inputs * n_outputs / OUTPUTS);
    for step in 0..n_steps {
        for input in 0..n_inputs {
            let groups = (0..n_outputs).step_by(OUTPUTS);
            found.extend(groups.map(|first| std::array::from_fn(|at| weight(first + at, step, input))));
        }
    }
    found
}

/// The order of [`Convolution::by_outputs`].
#[cfg(any(target_arch = "aarch64", feature = "testing"))]
fn by_outputs([n_outputs, n_steps, n_inputs]: [usize; 3], weight: impl Fn(usize, usize, usize) -> i8) -> Vec<i8> {
    let mut found = Vec::with_capacity(n_outputs * n_steps * n_inputs);
    for output in 0..n_outputs {
        for step in 0..n_steps {
            found.extend((0..n_inputs).map(|input| weight(output, step, input)));
        }
    }
    found
}

/// The order of [`Convolution::by_pairs`].
#[cfg(target_feature = "simd128")]
fn by_pairs(
    [n_outputs, n_steps, n_inputs]: [usize; 3],
    weight: impl Fn(usize, usize, usize) -> i8,
) -> Vec<PairWeights> {
    let together = n_together(n_outputs);
    let mut found = Vec::with_capacity(n_outputs / LANES * n_steps * n_inputs / 2);
    for first in (0..n_outputs).step_by(together * LANES) {
        for step in 0..n_steps {
            for input in (0..n_inputs).step_by(2) {
                for first in (first..).step_by(LANES).take(together) {
                    let weights: [i16; 2 * LANES] =
                        std::array::from_fn(|at| i16::from(weight(first + at / 2, step, input + at % 2)));
                    found.push(bytemuck::cast(weights));
                }
            }
        }
    }
    found
}

/// From what the whole board looks like to a number for each output.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    /// By outputs, in them by means and then maxima of the channels.
    pub(crate) weights: Vec<i8>,
    pub(crate) gain: Vec<i32>,
    /// Times the number of columns.
    pub(crate) size: Vec<i64>,
    pub(crate) bias: Vec<i64>,
}

impl Whole {
    /// The numbers of all outputs, of which `bits` are a fraction that is rounded away.
    pub(crate) fn of<'a>(&'a self, pooled: &'a [i32], columns: usize, bits: u32) -> impl Iterator<Item = i64> + 'a {
        let rows = self.weights.chunks_exact(pooled.len());
        let numbers = self.gain.iter().zip(&self.size).zip(&self.bias);
        rows.zip(numbers).map(move |(weights, ((&gain, &size), &bias))| {
            let products = weights.iter().zip(pooled).map(|(&w, &x)| i64::from(w) * i64::from(x));
            let sum = products.sum::<i64>().wrapping_mul(i64::from(gain));
            let sum = sum.wrapping_add(size.wrapping_mul(columns as i64)).wrapping_add(bias);
            sum.wrapping_add(1 << (bits - 1)) >> bits
        })
    }
}
