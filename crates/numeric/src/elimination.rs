//! Linear equations by elimination.

/// Diagonal cells processed between two checks of the interrupt.
const PIVOTS: usize = 32;

/// Solves a system of linear equations by elimination without pivoting, which is safe for diagonally dominant matrices.
/// The matrix is given row by row and is used up. The solution replaces `values`.
///
/// [`Cholesky`](crate::Cholesky) takes half the time but needs a symmetric matrix. This function is for callers that
/// order moves by the solution. Its last digits decide which of two similar moves is tried first, and so how many nodes
/// a search takes.
///
/// Large systems take long: `is_over` is asked in between, and the values mean nothing once it has returned true.
pub fn eliminate(matrix: &mut [f64], values: &mut [f64], is_over: impl Fn() -> bool) {
    let n = values.len();
    for pivot in 0..n {
        if pivot % PIVOTS == PIVOTS - 1 && is_over() {
            return;
        }
        let (head, tail) = matrix.split_at_mut((pivot + 1) * n);
        let row = &head[pivot * n..];
        let scale = 1.0 / row[pivot];
        for (below, target) in tail.chunks_exact_mut(n).enumerate() {
            let factor = target[pivot] * scale;
            if factor != 0.0 {
                for k in pivot..n {
                    target[k] -= factor * row[k];
                }
                values[pivot + 1 + below] -= factor * values[pivot];
            }
        }
    }
    for pivot in (0..n).rev() {
        let row = &matrix[pivot * n..(pivot + 1) * n];
        let known: f64 = (pivot + 1..n).map(|k| row[k] * values[k]).sum();
        values[pivot] = (values[pivot] - known) / row[pivot];
    }
}

#[cfg(feature = "testing")]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn solutions_solve() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for n in 0..20 {
            let mut matrix: Vec<f64> = (0..n * n).map(|_| rng.random_range(-1.0..1.0)).collect();
            for row in 0..n {
                matrix[row * n + row] = 1.0 + n as f64;
            }
            let wanted: Vec<f64> = (0..n).map(|_| rng.random_range(-5.0..5.0)).collect();
            let row = |row: usize| &matrix[row * n..(row + 1) * n];
            let product = |(a, b): (&f64, &f64)| a * b;
            let mut values: Vec<f64> = (0..n).map(|i| row(i).iter().zip(&wanted).map(product).sum()).collect();
            eliminate(&mut matrix, &mut values, || false);
            assert!(values.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-9), "{values:?} for {wanted:?}");
        }
    }
}
