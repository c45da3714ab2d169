//! Boards: their columns and rows, and how squares are numbered and named.

use std::fmt;

use tesuji_board::{CoordinateError, check_size, column_name, parse_cell_name};

use crate::SetupError;

/// The most columns, and the most rows, of a board.
pub const MAX_SIDE: u8 = 12;

/// Columns and rows of a board, each from 1 to [`MAX_SIDE`].
///
/// Squares are numbered from the top left, row by row. They are named by column and by row counted from below, as in
/// chess: `a1` is the bottom left, and no letter is left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    /// Width.
    pub columns: u8,
    /// Height.
    pub rows: u8,
}

impl Size {
    /// A board of this width and height.
    ///
    /// # Errors
    ///
    /// [`SetupError::Size`] if one of them is 0 or more than [`MAX_SIDE`].
    pub fn new(columns: usize, rows: usize) -> Result<Self, SetupError> {
        check_size(columns, rows, usize::from(MAX_SIDE))?;
        Ok(Self { columns: columns as u8, rows: rows as u8 })
    }

    /// The checks of [`Size::new`], because the fields are public.
    pub(crate) fn check(self) -> Result<(), SetupError> {
        Self::new(usize::from(self.columns), usize::from(self.rows)).map(|_| ())
    }

    /// The number of squares.
    #[must_use]
    pub const fn n_squares(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The number of the square in this column and row, both counted from 0 from the top left.
    #[must_use]
    pub const fn square(self, column: u8, row: u8) -> u8 {
        row * self.columns + column
    }

    /// The column of a square, counted from 0 from the left.
    #[must_use]
    pub const fn column_of(self, square: u8) -> u8 {
        square % self.columns
    }

    /// The row of a square, counted from 0 from the top.
    #[must_use]
    pub const fn row_of(self, square: u8) -> u8 {
        square / self.columns
    }

    /// The name of a square of the board, as `d1`.
    #[must_use]
    pub fn name_of(self, square: u8) -> String {
        let from_below = self.rows.saturating_sub(self.row_of(square));
        format!("{}{from_below}", column_name(usize::from(self.column_of(square))))
    }

    /// The square with this name, in either case.
    ///
    /// # Errors
    ///
    /// If the text is not a name, or names no square of this board.
    pub fn square_of(self, name: &str) -> Result<u8, CoordinateError> {
        let (column, from_below) = parse_cell_name(name, usize::from(self.columns), usize::from(self.rows))?;
        Ok(self.square(column as u8, self.rows - 1 - from_below as u8))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_board::SizeError;

    use super::*;

    #[test]
    fn names_and_back() {
        let size = Size::new(10, 10).unwrap();
        assert_eq!(size.name_of(0), "a10");
        assert_eq!(size.square_of("j1"), Ok(99));
        assert_eq!(size.square_of("I10"), Ok(8));
        for (columns, rows) in [(1, 1), (12, 12), (4, 7)] {
            let size = Size::new(columns, rows).unwrap();
            for square in 0..size.n_squares() as u8 {
                assert_eq!(size.square_of(&size.name_of(square)), Ok(square));
                assert_eq!(size.square(size.column_of(square), size.row_of(square)), square);
            }
        }
        assert!(size.square_of("k1").is_err() && size.square_of("a11").is_err() && size.square_of("a0").is_err());
        for (columns, rows) in [(0, 4), (4, 0), (13, 4), (4, 13), (260, 4)] {
            assert_eq!(Size::new(columns, rows), Err(SetupError::Size(SizeError { columns, rows, most: 12 })));
        }
    }
}
