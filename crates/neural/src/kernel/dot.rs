//! For ARM with `dotprod`: plain Rust that compilers turn into scalar products, 16 products an instruction (`sdot`). Apple's
//! processors and most others of 64 bits since 2018 have it. Tests run the same loops everywhere.
//!
//! PERF: the weights of an output lie in the order in which a cell sees its inputs, so each row of them is one product of two
//! vectors. Four outputs share what they read. The functions of NEON in the library, which lack `sdot`, take three times the
//! instructions.

use multiversion::multiversion;
use multiversion::target::match_target;

use super::Pass;
use crate::grid::Grid;

/// Outputs that are computed together. The number of outputs of a layer is a multiple of it.
const TOGETHER: usize = 4;

/// Whether the loops are quick on this processor. In tests they always count.
#[multiversion(targets("aarch64+neon+dotprod"))]
pub(super) fn is_available() -> bool {
    match_target! {
        "aarch64+dotprod" => true,
        _ => cfg!(feature = "testing"),
    }
}

#[multiversion(targets("aarch64+neon+dotprod"))]
pub(super) fn run(pass: &Pass<'_>, into: &mut Grid, sums: &mut Vec<i32>) {
    let layer = pass.layer;
    let runs = pass.runs();
    let (columns, n_outputs) = (pass.from.columns(), layer.n_outputs());
    let n_seen = layer.n_inputs() * layer.steps().len();
    sums.resize(columns * n_outputs, 0);
    for row in 0..into.rows() {
        for (column, sums) in sums.chunks_exact_mut(n_outputs).enumerate() {
            let seen = &pass.from.data()[pass.first(pass.from.at(row as isize, column as isize))..];
            let outputs = layer.by_outputs.chunks_exact(TOGETHER * n_seen).zip(pass.start.as_chunks::<TOGETHER>().0);
            for ((weights, start), sums) in outputs.zip(sums.as_chunks_mut::<TOGETHER>().0) {
                let mut found = *start;
                let mut at = 0;
                for &(run, n) in &runs {
                    let weights = std::array::from_fn(|output| &weights[output * n_seen + at..][..n]);
                    let products = products(&seen[run..run + n], weights);
                    for (found, product) in found.iter_mut().zip(products) {
                        *found = found.wrapping_add(product);
                    }
                    at += n;
                }
                *sums = found;
            }
        }
        pass.finish(row, sums, into);
    }
}

/// The scalar product of what is seen with the weights of each output.
#[inline(always)]
fn products(seen: &[u8], [a, b, c, d]: [&[i8]; TOGETHER]) -> [i32; TOGETHER] {
    let n = seen.len();
    let (a, b, c, d) = (&a[..n], &b[..n], &c[..n], &d[..n]);
    let mut sums = [0; TOGETHER];
    for at in 0..n {
        // Activations are below 128, so they are the same with a sign.
        let seen = i32::from(seen[at] as i8);
        sums[0] += seen * i32::from(a[at]);
        sums[1] += seen * i32::from(b[at]);
        sums[2] += seen * i32::from(c[at]);
        sums[3] += seen * i32::from(d[at]);
    }
    sums
}
