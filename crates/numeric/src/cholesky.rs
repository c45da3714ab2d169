//! Linear equations with a matrix that is symmetric, positive definite and mostly 0 far from the diagonal.

/// Solves one system after another in the same memory.
///
/// Each row of the lower triangle is kept only from its first nonzero entry on: factorisation adds none before it.
/// The cost in multiplications is half the sum of the squares of the rows' lengths, at most n³/6.
#[derive(Clone, Debug, Default)]
pub struct Cholesky {
    rows: Vec<MatrixRow>,
    /// The rows, one after another.
    entries: Vec<f64>,
    /// The right-hand side, then the solution.
    values: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
struct MatrixRow {
    /// The column of its first entry.
    first: usize,
    /// The place of that entry.
    start: usize,
}

impl Cholesky {
    /// Begins a new system, without unknowns.
    #[inline]
    pub fn clear(&mut self) {
        self.rows.clear();
        self.entries.clear();
        self.values.clear();
    }

    /// Adds an unknown and its row, all 0. The row may have entries from column `first` on.
    #[inline]
    pub fn push_row(&mut self, first: usize) {
        let start = self.entries.len();
        self.entries.resize(start + self.rows.len() + 1 - first, 0.0);
        self.rows.push(MatrixRow { first, start });
        self.values.push(0.0);
    }

    /// Number of unknowns.
    pub(crate) fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// The entry of a row in a column from the row's first column to `row`.
    #[inline]
    pub fn entry(&mut self, row: usize, column: usize) -> &mut f64 {
        let MatrixRow { first, start } = self.rows[row];
        &mut self.entries[start + column - first]
    }

    /// The right-hand side of a row.
    #[inline]
    pub fn value(&mut self, row: usize) -> &mut f64 {
        &mut self.values[row]
    }

    /// The solution, one number for each unknown, of a system whose matrix is positive definite. The system is used up.
    ///
    /// A matrix that is not positive definite gives values that are NaN.
    pub fn solve(&mut self) -> &[f64] {
        for row in 0..self.rows.len() {
            self.factor_row(row);
            self.forward(row);
        }
        self.backward()
    }

    /// Turns the matrix into its factor, for [`Self::solve_again`]. Returns `false` if the matrix is not positive
    /// definite, as far as its digits show; the matrix is then used up.
    pub(crate) fn factor(&mut self) -> bool {
        (0..self.rows.len()).all(|row| {
            let square = self.factor_row(row);
            square > 0.0 && square.is_finite()
        })
    }

    /// The solution for these right-hand sides. The matrix must be a factor already, and remains one.
    pub(crate) fn solve_again(&mut self, values: Vec<f64>) -> Vec<f64> {
        self.values = values;
        (0..self.rows.len()).for_each(|row| self.forward(row));
        self.backward();
        std::mem::take(&mut self.values)
    }

    /// Turns a row of the matrix into a row of the factor. The rows above must be rows of the factor already. The
    /// diagonal is kept as its inverse, since it is only used to divide. Returns the square of the diagonal: above 0 if
    /// the matrix is positive definite so far.
    fn factor_row(&mut self, row: usize) -> f64 {
        let MatrixRow { first, start } = self.rows[row];
        let (above, own) = self.entries.split_at_mut(start);
        for column in first..row {
            let other = self.rows[column];
            let from = first.max(other.first);
            let other = &above[other.start + from - other.first..=other.start + column - other.first];
            let (other, diagonal) = other.split_at(column - from);
            let rest = own[column - first] - dot(&own[from - first..column - first], other);
            own[column - first] = rest * diagonal[0];
        }
        let (own, diagonal) = own.split_at_mut(row - first);
        let square = diagonal[0] - dot(own, own);
        diagonal[0] = square.sqrt().recip();
        square
    }

    /// Divides the right-hand side by the factor, row by row from the first.
    fn forward(&mut self, row: usize) {
        let MatrixRow { first, start } = self.rows[row];
        let (own, diagonal) = self.entries[start..].split_at(row - first);
        self.values[row] = (self.values[row] - dot(own, &self.values[first..row])) * diagonal[0];
    }

    /// Divides the result of [`Self::forward`] by the transpose of the factor.
    fn backward(&mut self) -> &[f64] {
        for row in (0..self.rows.len()).rev() {
            let MatrixRow { first, start } = self.rows[row];
            let (own, diagonal) = self.entries[start..].split_at(row - first);
            let value = self.values[row] * diagonal[0];
            self.values[row] = value;
            for (known, factor) in self.values[first..row].iter_mut().zip(own) {
                *known -= value * factor;
            }
        }
        &self.values
    }
}

/// The sum of the products, in an order that allows four at a time.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a_fours, a_rest) = a.as_chunks::<4>();
    let (b_fours, b_rest) = b.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (a, b) in a_fours.iter().zip(b_fours) {
        for i in 0..4 {
            sums[i] += a[i] * b[i];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(feature = "testing")]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Random entries in each row of the lower triangle, from a random first column on, and a dominant diagonal.
    fn random_matrix(rng: &mut impl Rng, n: usize) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0_f64; n]; n];
        let starts: Vec<usize> = (0..n).map(|i| rng.random_range(0..=i)).collect();
        for (i, j) in starts.into_iter().enumerate().flat_map(|(i, start)| (start..i).map(move |j| (i, j))) {
            if rng.random_bool(0.6) {
                let entry = rng.random_range(-1.0..1.0);
                (matrix[i][j], matrix[j][i]) = (entry, entry);
            }
        }
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] = 0.5 + row.iter().map(|entry| entry.abs()).sum::<f64>();
        }
        matrix
    }

    #[test]
    fn solutions_solve() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut solver = Cholesky::default();
        for n in 0..40 {
            let matrix = random_matrix(&mut rng, n);
            let wanted: Vec<f64> = (0..n).map(|_| rng.random_range(-5.0..5.0)).collect();
            solver.clear();
            for (i, row) in matrix.iter().enumerate() {
                let first = row.iter().position(|&entry| entry != 0.0).unwrap().min(i);
                solver.push_row(first);
                for (j, &entry) in row.iter().enumerate().take(i + 1).skip(first) {
                    *solver.entry(i, j) = entry;
                }
                *solver.value(i) = wanted.iter().zip(row).map(|(x, a)| x * a).sum();
            }
            let solution = solver.solve();
            assert_eq!(solution.len(), n);
            assert!(solution.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-9), "{solution:?} for {wanted:?}");
        }
    }
}
