//! Names of cells on lattice boards: column letters, then the row number.
//!
//! Two conventions, each the one that players use on that board:
//!
//! | board | example | columns | rows |
//! | --- | --- | --- | --- |
//! | rhombus | `a1`, top left | `a`..`z`, `aa`.. | counted from the top |
//! | square lattice | `A1`, bottom left | `A`..`Z` without `I`, `AA`.. | counted from the bottom, as in GTP |
//!
//! Cells are numbered from the top left on both. Names are read in either case.

/// Error of a text that does not name a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CoordinateError {
    /// Not letters followed by a number.
    #[error("`{0}` is not a cell name such as `a1`")]
    Malformed(String),
    /// A cell name, but outside the board.
    #[error("`{name}` lies outside the {columns}x{rows} board")]
    Outside {
        /// The name as given.
        name: String,
        /// Width of the board.
        columns: usize,
        /// Height of the board.
        rows: usize,
    },
}

/// Letters of a column counted from 0: `a`..`z`, then `aa`, `ab`.. as HexGui continues them.
#[must_use]
pub fn column_name(column: usize) -> String {
    let letter = |i: usize| char::from(b'a' + i as u8);
    match column.checked_sub(26) {
        None => letter(column).to_string(),
        Some(past_z) => format!("{}{}", column_name(past_z / 26), letter(past_z % 26)),
    }
}

/// Column and row, both counted from 0, of a name such as `c2` on a rhombus of this size. Case does not matter.
///
/// # Errors
///
/// If the text is not a cell name, or the cell lies outside the board.
pub fn parse_cell_name(name: &str, columns: usize, rows: usize) -> Result<(usize, usize), CoordinateError> {
    let (column, number) = parse(name, b"abcdefghijklmnopqrstuvwxyz")?;
    if column < columns && number <= rows {
        Ok((column, number - 1))
    } else {
        Err(CoordinateError::Outside { name: name.to_owned(), columns, rows })
    }
}

/// Column letters of a square lattice, without `i`, which looks like a one.
const SQUARE_LETTERS: &[u8] = b"abcdefghjklmnopqrstuvwxyz";

/// Letters of a column of a square lattice, counted from 0: `A`..`Z` without `I`, then `AA`, `AB`..
#[must_use]
pub fn square_column_name(column: usize) -> String {
    let n_letters = SQUARE_LETTERS.len();
    let letter = |i: usize| char::from(SQUARE_LETTERS[i].to_ascii_uppercase());
    match column.checked_sub(n_letters) {
        None => letter(column).to_string(),
        Some(past_z) => format!("{}{}", square_column_name(past_z / n_letters), letter(past_z % n_letters)),
    }
}

/// Name of a cell of a square lattice with this many rows; column and row are counted from 0, from the top left.
///
/// # Panics
///
/// If `row` is not less than `rows`.
#[must_use]
pub fn square_cell_name(column: usize, row: usize, rows: usize) -> String {
    format!("{}{}", square_column_name(column), rows - row)
}

/// Column and row, both counted from 0 from the top left, of a name such as `C2` on a square lattice of this size.
/// Case does not matter.
///
/// # Errors
///
/// If the text is not a cell name, or the cell lies outside the board.
pub fn parse_square_cell_name(name: &str, columns: usize, rows: usize) -> Result<(usize, usize), CoordinateError> {
    let (column, number) = parse(name, SQUARE_LETTERS)?;
    if column < columns && number <= rows {
        Ok((column, rows - number))
    } else {
        Err(CoordinateError::Outside { name: name.to_owned(), columns, rows })
    }
}

/// The column that the letters name, counted from 0, and the number after them, at least 1.
fn parse(name: &str, alphabet: &[u8]) -> Result<(usize, usize), CoordinateError> {
    let malformed = || CoordinateError::Malformed(name.chars().take(32).collect());
    let n_letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = name.split_at(n_letters);
    if letters.is_empty() || letters.len() > 3 || digits.is_empty() || digits.len() > 4 {
        return Err(malformed());
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.starts_with('0') {
        return Err(malformed());
    }
    let mut n_columns_before = 0;
    for letter in letters.bytes() {
        let digit = alphabet.iter().position(|known| *known == letter.to_ascii_lowercase()).ok_or_else(malformed)?;
        n_columns_before = n_columns_before * alphabet.len() + digit + 1;
    }
    Ok((n_columns_before - 1, digits.parse().map_err(|_| malformed())?))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn names_and_back() {
        assert_eq!(column_name(0), "a");
        assert_eq!(column_name(25), "z");
        assert_eq!(column_name(26), "aa");
        for column in 0..700 {
            let name = format!("{}12", column_name(column));
            assert_eq!(parse_cell_name(&name, 702, 19), Ok((column, 11)));
        }
        for bad in ["", "a", "1", "a0", "a-1", "a1x", "aaaa1", "é1", "a99999", "a01"] {
            assert!(matches!(parse_cell_name(bad, 19, 19), Err(CoordinateError::Malformed(_))), "{bad}");
        }
        assert!(matches!(parse_cell_name("t1", 19, 19), Err(CoordinateError::Outside { .. })));
    }

    #[test]
    fn square_names_skip_i_and_count_from_below() {
        assert_eq!(square_cell_name(0, 18, 19), "A1");
        assert_eq!(square_cell_name(8, 0, 19), "J19");
        assert_eq!(square_cell_name(24, 0, 1), "Z1");
        assert_eq!(square_cell_name(25, 0, 1), "AA1");
        for column in 0..600 {
            let name = square_cell_name(column, 4, 19);
            assert_eq!(parse_square_cell_name(&name, 600, 19), Ok((column, 4)));
            assert_eq!(parse_square_cell_name(&name.to_lowercase(), 600, 19), Ok((column, 4)));
        }
        for bad in ["", "I5", "AI5", "A0", "A-1", "pass", "A1 ", "A05"] {
            assert!(matches!(parse_square_cell_name(bad, 19, 19), Err(CoordinateError::Malformed(_))), "{bad}");
        }
        for outside in ["A20", "U1", "AA1"] {
            assert!(matches!(parse_square_cell_name(outside, 19, 19), Err(CoordinateError::Outside { .. })));
        }
    }
}
