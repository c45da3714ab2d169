//! Plain Rust, for any machine.

use super::{INPUTS, OUTPUTS, Pass};
use crate::grid::Grid;

pub(super) fn run(pass: &Pass<'_>, into: &mut Grid, sums: &mut Vec<i32>) {
    let layer = pass.layer;
    let (n_inputs, n_outputs) = (layer.n_inputs(), layer.n_outputs());
    let taps = pass.taps();
    sums.resize(pass.from.columns() * n_outputs, 0);
    for row in 0..into.rows() {
        for (column, sums) in sums.chunks_exact_mut(n_outputs).enumerate() {
            sums.copy_from_slice(pass.start);
            let seen = &pass.from.data()[pass.first(row, column)..];
            let mut weights = layer.weights.iter();
            for group in sums.chunks_mut(layer.n_together() * OUTPUTS) {
                for &tap in &taps {
                    for inputs in seen[tap..tap + n_inputs].chunks_exact(INPUTS) {
                        for sums in group.chunks_exact_mut(OUTPUTS) {
                            let Some(weights) = weights.next() else { return };
                            for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(INPUTS)) {
                                let products = weights.iter().zip(inputs);
                                let more: i32 = products.map(|(&w, &x)| i32::from(w) * i32::from(x)).sum();
                                *sum = sum.wrapping_add(more);
                            }
                        }
                    }
                }
            }
        }
        pass.finish(row, sums, into);
    }
}
