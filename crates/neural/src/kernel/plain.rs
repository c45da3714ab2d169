//! Plain Rust, for any machine.
//!
//! PERF: an activation is multiplied with the weights of all outputs in turn, which compilers turn into the
//! instructions for four or eight numbers that a target has. About half of all activations are 0 and cost nothing.

use super::{OUTPUTS, Pass};
use crate::grid::Grid;

pub(super) fn run(pass: &Pass<'_>, into: &mut Grid, sums: &mut Vec<i32>) {
    let taps = pass.taps();
    sums.resize(pass.from.columns() * pass.layer.n_outputs(), 0);
    for row in 0..into.rows() {
        match pass.layer.n_outputs() / OUTPUTS {
            4 => sums_of_row::<4>(pass, &taps, row, sums),
            3 => sums_of_row::<3>(pass, &taps, row, sums),
            2 => sums_of_row::<2>(pass, &taps, row, sums),
            _ => sums_of_row::<1>(pass, &taps, row, sums),
        }
        pass.finish(row, sums, into);
    }
}

/// The sums of a row, `B` groups of outputs at a time.
fn sums_of_row<const B: usize>(pass: &Pass<'_>, taps: &[usize], row: usize, sums: &mut [i32]) {
    let layer = pass.layer;
    let (n_inputs, n_outputs) = (layer.n_inputs(), layer.n_outputs());
    let n_groups = n_outputs / OUTPUTS;
    for (column, sums) in sums.chunks_exact_mut(n_outputs).enumerate() {
        let seen = &pass.from.data()[pass.first(pass.from.at(row as isize, column as isize))..];
        for (part, sums) in sums.chunks_exact_mut(B * OUTPUTS).enumerate() {
            let start = &pass.start[part * B * OUTPUTS..];
            let mut found: [[i32; OUTPUTS]; B] =
                std::array::from_fn(|group| std::array::from_fn(|at| start[group * OUTPUTS + at]));
            for (&tap, weights) in taps.iter().zip(layer.by_inputs.chunks_exact(n_inputs * n_groups)) {
                for (&input, weights) in seen[tap..tap + n_inputs].iter().zip(weights.chunks_exact(n_groups)) {
                    if input == 0 {
                        continue;
                    }
                    let input = i16::from(input);
                    for (found, weights) in found.iter_mut().zip(&weights[part * B..]) {
                        for (sum, &weight) in found.iter_mut().zip(weights) {
                            // A product of 7 bits and 8 with a sign has room in 16.
                            *sum = sum.wrapping_add(i32::from(i16::from(weight).wrapping_mul(input)));
                        }
                    }
                }
            }
            for (sums, found) in sums.chunks_exact_mut(OUTPUTS).zip(&found) {
                sums.copy_from_slice(found);
            }
        }
    }
}
