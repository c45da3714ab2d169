//! Linear equations with a few unknowns and a symmetric, positive definite matrix.

use std::ops::{Index, IndexMut};

/// The sum of the products of two vectors of the same length.
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// `one + factor * other`, for two vectors of the same length.
pub(super) fn sum(one: &[f64], factor: f64, other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one + factor * other).collect()
}

/// A square matrix.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    n_rows: usize,
    /// Row by row.
    entries: Vec<f64>,
}

impl Matrix {
    /// All zeros.
    pub(super) fn zeros(n_rows: usize) -> Self {
        Self { n_rows, entries: vec![0.0; n_rows * n_rows] }
    }

    /// These numbers on the diagonal, zeros elsewhere.
    pub(super) fn diagonal(numbers: &[f64]) -> Self {
        let mut matrix = Self::zeros(numbers.len());
        for (row, &number) in numbers.iter().enumerate() {
            matrix[(row, row)] = number;
        }
        matrix
    }

    /// The difference from a matrix of the same size.
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self { n_rows: self.n_rows, entries: sum(&self.entries, -1.0, &other.entries) }
    }

    /// The product with a vector.
    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.n_rows).map(|row| dot(self.row(row), vector)).collect()
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.n_rows..][..self.n_rows]
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.entries[row * self.n_rows + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.entries[row * self.n_rows + column]
    }
}

/// A matrix as the product of a lower triangle and its transpose. Costs n³/6 multiplications.
pub(super) struct Cholesky(Matrix);

impl Cholesky {
    /// Factors a symmetric matrix; `None` if it is not positive definite within rounding.
    pub(super) fn new(mut matrix: Matrix) -> Option<Self> {
        for row in 0..matrix.n_rows {
            for column in 0..=row {
                let known = dot(&matrix.row(row)[..column], &matrix.row(column)[..column]);
                let rest = matrix[(row, column)] - known;
                matrix[(row, column)] = match column == row {
                    false => rest / matrix[(column, column)],
                    true if rest > 0.0 && rest.is_finite() => rest.sqrt(),
                    true => return None,
                };
            }
        }
        Some(Self(matrix))
    }

    /// The vector whose product with the matrix is `values`.
    pub(super) fn solve(&self, mut values: Vec<f64>) -> Vec<f64> {
        let Self(lower) = self;
        for row in 0..lower.n_rows {
            let known = dot(&lower.row(row)[..row], &values[..row]);
            values[row] = (values[row] - known) / lower[(row, row)];
        }
        for row in (0..lower.n_rows).rev() {
            let value = values[row] / lower[(row, row)];
            values[row] = value;
            for (above, factor) in values[..row].iter_mut().zip(lower.row(row)) {
                *above -= value * factor;
            }
        }
        values
    }

    /// The inverse of the matrix.
    pub(super) fn inverse(&self) -> Matrix {
        let n_rows = self.0.n_rows;
        let unit = |row| (0..n_rows).map(|column| f64::from(u8::from(row == column))).collect();
        // It is symmetric, so its columns are its rows.
        Matrix { n_rows, entries: (0..n_rows).flat_map(|row| self.solve(unit(row))).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: [[f64; 3]; 3]) -> Matrix {
        Matrix { n_rows: 3, entries: rows.concat() }
    }

    #[test]
    fn a_system_is_solved_and_inverted() {
        let system = matrix([[4.0, 2.0, -2.0], [2.0, 10.0, 5.0], [-2.0, 5.0, 6.0]]);
        let factor = Cholesky::new(system.clone()).unwrap();
        // The upper triangle is left unchanged and never read.
        let expected = [[2.0, 2.0, -2.0], [1.0, 3.0, 5.0], [-1.0, 2.0, 1.0]];
        assert_eq!(factor.0.entries, expected.concat());
        let product = system.times(&factor.solve(vec![1.0, -2.0, 3.0]));
        assert!(sum(&product, -1.0, &[1.0, -2.0, 3.0]).iter().all(|error| error.abs() < 1e-12), "{product:?}");
        let inverse = factor.inverse();
        for (row, unit) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].iter().enumerate() {
            let product = system.times(inverse.row(row));
            assert!(sum(&product, -1.0, unit).iter().all(|error| error.abs() < 1e-12), "{product:?}");
        }
    }

    #[test]
    fn what_is_not_positive_definite_has_no_factor() {
        let singular = matrix([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        let negative = matrix([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        let endless = matrix([[f64::INFINITY, 0.0, 0.0], [0.0, f64::NAN, 0.0], [0.0, 0.0, 1.0]]);
        assert!([singular, negative, endless].into_iter().all(|matrix| Cholesky::new(matrix).is_none()));
    }
}
