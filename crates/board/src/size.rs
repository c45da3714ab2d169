//! Limits on columns and rows.

/// Error of a board size that a game does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board has 1 to {most} columns and rows, not {columns}x{rows}")]
pub struct SizeError {
    /// The requested width.
    pub columns: usize,
    /// The requested height.
    pub rows: usize,
    /// The longest side.
    pub most: usize,
}

/// Checks that a board has at least one column and row, and at most `most` of each.
///
/// # Errors
///
/// [`SizeError`].
pub fn check_size(columns: usize, rows: usize, most: usize) -> Result<(), SizeError> {
    let is_side = |n: usize| (1..=most).contains(&n);
    if is_side(columns) && is_side(rows) { Ok(()) } else { Err(SizeError { columns, rows, most }) }
}
