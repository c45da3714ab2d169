//! Linear equations with a few unknowns and a symmetric, positive definite matrix.

use std::ops::{Index, IndexMut};

use crate::Cholesky;

/// The sum of the products of two vectors of the same length.
#[must_use]
pub fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// `one + factor * other`, for two vectors of the same length.
#[must_use]
pub fn sum(one: &[f64], factor: f64, other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one + factor * other).collect()
}

/// A square matrix.
#[derive(Clone, Debug)]
pub struct Matrix {
    n_rows: usize,
    /// Row by row.
    entries: Vec<f64>,
}

impl Matrix {
    /// All zeros.
    #[must_use]
    pub fn zeros(n_rows: usize) -> Self {
        Self { n_rows, entries: vec![0.0; n_rows * n_rows] }
    }

    /// These numbers on the diagonal, zeros elsewhere.
    #[must_use]
    pub fn diagonal(numbers: &[f64]) -> Self {
        let mut matrix = Self::zeros(numbers.len());
        for (row, &number) in numbers.iter().enumerate() {
            matrix[(row, row)] = number;
        }
        matrix
    }

    /// The difference from a matrix of the same size.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self { n_rows: self.n_rows, entries: sum(&self.entries, -1.0, &other.entries) }
    }

    /// The product with a vector.
    #[must_use]
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
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

/// A matrix as the product of a lower triangle and its transpose, ready for any number of right-hand sides.
#[derive(Clone, Debug)]
pub struct Factor(Cholesky);

impl Factor {
    /// The factor of a symmetric matrix; only its lower triangle is read. `None` if the matrix is not positive
    /// definite, as far as its digits show. Costs n³/6 multiplications.
    #[must_use]
    pub fn new(matrix: &Matrix) -> Option<Self> {
        let mut system = Cholesky::default();
        for row in 0..matrix.n_rows {
            system.push_row(0);
            for column in 0..=row {
                *system.entry(row, column) = matrix[(row, column)];
            }
        }
        system.factor().then_some(Self(system))
    }

    /// The vector whose product with the matrix is `values`, which has one number for each row.
    #[must_use]
    pub fn solve(&mut self, values: Vec<f64>) -> Vec<f64> {
        self.0.solve_again(values)
    }

    /// The inverse of the matrix.
    #[must_use]
    pub fn inverse(mut self) -> Matrix {
        let n_rows = self.0.n_rows();
        let unit = |row| (0..n_rows).map(|column| f64::from(u8::from(row == column))).collect();
        // The inverse is symmetric, so its columns are its rows.
        Matrix { n_rows, entries: (0..n_rows).flat_map(|row| self.solve(unit(row))).collect() }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn matrix(rows: [[f64; 3]; 3]) -> Matrix {
        Matrix { n_rows: 3, entries: rows.concat() }
    }

    #[test]
    fn a_system_is_solved_and_inverted() {
        let system = matrix([[4.0, 2.0, -2.0], [2.0, 10.0, 5.0], [-2.0, 5.0, 6.0]]);
        let mut factor = Factor::new(&system).unwrap();
        // The diagonal is kept as its inverse.
        let lower = [vec![0.5], vec![1.0, 1.0 / 3.0], vec![-1.0, 2.0, 1.0]];
        for (row, column) in (0..3).flat_map(|row| (0..=row).map(move |column| (row, column))) {
            assert_eq!(*factor.0.entry(row, column), lower[row][column], "row {row}, column {column}");
        }
        // The upper triangle is never looked at.
        let mut lower_only = system.clone();
        (lower_only[(0, 1)], lower_only[(0, 2)], lower_only[(1, 2)]) = (f64::NAN, f64::NAN, f64::NAN);
        assert_eq!(factor.solve(vec![1.0, -2.0, 3.0]), Factor::new(&lower_only).unwrap().solve(vec![1.0, -2.0, 3.0]));
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
        assert!([singular, negative, endless].into_iter().all(|matrix| Factor::new(&matrix).is_none()));
    }
}
