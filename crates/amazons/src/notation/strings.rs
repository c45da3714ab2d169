//! Positions as programs for combinatorial games write them: `x..#|....|.#.o`, rows from the top.
//!
//! `x` is Left, Black here; `o` is Right, White here; `#` is an arrow and `.` an empty square; case does not matter.
//! Such a text does not say who is to move, so it is Black unless the user says otherwise. An arrow may also be `*`, as
//! in FEN, for places where `#` begins a remark.

use tesuji_board::Player;

use super::NotationError;
use crate::{Position, Setup, Size, Square};

/// Reads a position, with Black to move.
///
/// # Errors
///
/// If the text is something else, or a row is longer or shorter than the first.
pub fn read(text: &str) -> Result<Setup, NotationError> {
    let start = text.len() - text.trim_start().len();
    let rows: Vec<&str> = text.trim().split('|').collect();
    let size = Size::new(rows[0].chars().count(), rows.len())?;
    let mut setup = Setup::empty(size);
    let mut offset = start;
    let mut square = 0;
    for row in rows {
        for (column, letter) in row.chars().enumerate() {
            if column == usize::from(size.columns) {
                return Err(NotationError::unexpected(text, offset, "the end of a row as long as the first"));
            }
            match letter {
                'x' | 'X' => setup.black.push(square),
                'o' | 'O' => setup.white.push(square),
                '#' | '*' => setup.arrows.push(square),
                '.' => {}
                _ => return Err(NotationError::unexpected(text, offset, "`x`, `o`, `#` or `.`")),
            }
            offset += letter.len_utf8();
            square += 1;
        }
        if row.chars().count() < usize::from(size.columns) {
            return Err(NotationError::unexpected(text, offset, "a row as long as the first"));
        }
        offset += 1;
    }
    Ok(setup)
}

/// Writes a position; the player to move is lost.
#[must_use]
pub fn write(position: &Position) -> String {
    let size = position.size();
    let letter = |square| match position.at(square) {
        Square::Empty => '.',
        Square::Arrow => '#',
        Square::Amazon(Player::Black) => 'x',
        Square::Amazon(Player::White) => 'o',
    };
    let row = |row| (0..size.columns).map(|column| letter(size.square(column, row))).collect::<String>();
    (0..size.rows).map(row).collect::<Vec<_>>().join("|")
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_and_written() {
        let setup = read("x..#|....|.#.o").unwrap();
        assert_eq!((setup.size, &*setup.black, &*setup.white), (Size { columns: 4, rows: 3 }, &[0][..], &[11][..]));
        assert_eq!(setup.arrows, [3, 9]);
        assert_eq!(write(&Position::new(&setup).unwrap()), "x..#|....|.#.o");
        assert_eq!(read(" XX.|..O\n"), read("xx.|..o"));
        assert_eq!(read("x.o").unwrap().size.rows, 1);
        assert_eq!(read("x..*|....|.*.o"), Ok(setup));
    }

    #[test]
    fn faults_are_told_with_their_place() {
        for (text, message) in [
            ("", "a board has 1 to 12 columns and rows, not 0x1"),
            ("x.|..o", "line 1, column 6: expected the end of a row as long as the first, found `o`"),
            ("x..|.o", "line 1, column 7: expected a row as long as the first, found the end"),
            ("x..|.é.", "line 1, column 6: expected `x`, `o`, `#` or `.`, found `é.`"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
