//! Names of cells on lattice boards: column letters, then the row number from the top (`a1`).

/// Why a text does not name a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CoordinateError {
    /// Not letters followed by a number.
    #[error("`{0}` is not a cell name such as `a1`")]
    Malformed(String),
    /// A cell name, but beyond the board.
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

/// Column and row, both counted from 0, of a name such as `c2` on a board of this size. Case does not matter.
///
/// # Errors
///
/// If the text is no cell name or the cell lies outside.
pub fn parse_cell_name(name: &str, columns: usize, rows: usize) -> Result<(usize, usize), CoordinateError> {
    let malformed = || CoordinateError::Malformed(name.chars().take(32).collect());
    let n_letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = name.split_at(n_letters);
    if letters.is_empty() || letters.len() > 2 || digits.is_empty() || digits.len() > 4 {
        return Err(malformed());
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.starts_with('0') {
        return Err(malformed());
    }
    let column = letters.bytes().fold(0, |sum, byte| sum * 26 + usize::from(byte.to_ascii_lowercase() - b'a') + 1) - 1;
    let row = digits.parse::<usize>().map_err(|_| malformed())? - 1;
    if column < columns && row < rows {
        Ok((column, row))
    } else {
        Err(CoordinateError::Outside { name: name.to_owned(), columns, rows })
    }
}

#[cfg(test)]
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
        for bad in ["", "a", "1", "a0", "a-1", "a1x", "aaa1", "é1", "a99999", "a01"] {
            assert!(matches!(parse_cell_name(bad, 19, 19), Err(CoordinateError::Malformed(_))), "{bad}");
        }
        assert!(matches!(parse_cell_name("t1", 19, 19), Err(CoordinateError::Outside { .. })));
    }
}
