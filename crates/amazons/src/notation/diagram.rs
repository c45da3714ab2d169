//! Positions as a drawing of several lines.
//!
//! ```text
//!    a b c d
//!  4 . W W .  4
//!  3 W . . W  3
//!  2 B . # B  2
//!  1 . B B .  1
//!    a b c d
//! black to move
//! ```
//!
//! Drawings without letters, numbers or spaces are also read, and so are, in either case, `x` and `o` for Black and
//! White, `-` for an empty square, and `*` and `S` (a spear) for an arrow. Empty lines are ignored. The last line may
//! say who moves; otherwise Black does.

use tesuji_board::{Player, column_name};

use super::NotationError;
use crate::{Position, Setup, Size, Square};

/// Reads a position.
///
/// # Errors
///
/// If the text is not such a drawing.
pub fn read(text: &str) -> Result<Setup, NotationError> {
    let mut rows: Vec<(usize, &str)> = Vec::new();
    let mut to_move = None;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset + (line.len() - line.trim_start().len());
        offset += line.len();
        let line = line.trim();
        if line.is_empty() || is_letters(line) {
            continue;
        }
        if to_move.is_some() {
            return Err(NotationError::unexpected(text, start, "nothing behind who moves"));
        }
        to_move = turn(line);
        if to_move.is_none() {
            rows.push((start, line));
        }
    }
    let n_columns = rows.first().map_or(0, |(_, line)| squares(line).count());
    if let Some((start, _)) = rows.first().filter(|_| n_columns == 0) {
        return Err(NotationError::unexpected(text, *start, "a row of squares"));
    }
    let mut setup = Setup::empty(Size::new(n_columns, rows.len())?);
    setup.to_move = to_move.unwrap_or(Player::Black);
    let n_rows = rows.len();
    for (row, (start, line)) in rows.into_iter().enumerate() {
        let number = (n_rows - row).to_string();
        let [before, _, after] = parts(line);
        if [before, after].iter().any(|label| !label.is_empty() && *label != number) {
            return Err(NotationError::unexpected(text, start, "the number of the row, counted from below"));
        }
        if squares(line).count() != n_columns {
            return Err(NotationError::unexpected(text, start, "a row as long as the first"));
        }
        for (column, (index, letter)) in squares(line).enumerate() {
            let square = setup.size.square(column as u8, row as u8);
            match letter {
                'B' | 'b' | 'x' | 'X' => setup.black.push(square),
                'W' | 'w' | 'o' | 'O' => setup.white.push(square),
                '#' | '*' | 's' | 'S' => setup.arrows.push(square),
                '.' | '-' => {}
                _ => return Err(NotationError::unexpected(text, start + index, "`B`, `W`, `#` or `.`")),
            }
        }
    }
    Ok(setup)
}

/// The signs of the squares of a row, with their places in the line: everything except spaces, and numbers at either
/// end.
fn squares(line: &str) -> impl Iterator<Item = (usize, char)> {
    let [before, body, _] = parts(line);
    let letters = body.char_indices().filter(|(_, letter)| !letter.is_whitespace());
    letters.map(move |(index, letter)| (before.len() + index, letter))
}

/// The number before a row, the row, and the number after it; a missing number is empty.
fn parts(line: &str) -> [&str; 3] {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let rest = line.trim_start_matches(is_digit);
    let body = rest.trim_end_matches(is_digit);
    [&line[..line.len() - rest.len()], body, &rest[body.len()..]]
}

/// Whether the line consists of the letters of the columns.
fn is_letters(line: &str) -> bool {
    line.starts_with(['a', 'A'])
        && line.split_whitespace().zip(0..).all(|(word, column)| word.eq_ignore_ascii_case(&column_name(column)))
}

fn turn(line: &str) -> Option<Player> {
    let line = line.to_ascii_lowercase();
    Player::BOTH.into_iter().find(|player| line == format!("{player} to move"))
}

/// Draws a position, with letters, numbers and the player to move.
#[must_use]
pub fn write(position: &Position) -> String {
    let size = position.size();
    let letters: String = (0..size.columns).map(|column| format!(" {}", column_name(column.into()))).collect();
    let mut text = format!("  {letters}\n");
    for row in 0..size.rows {
        let number = size.rows - row;
        text += &format!("{number:2}");
        for column in 0..size.columns {
            text += match position.at(size.square(column, row)) {
                Square::Empty => " .",
                Square::Arrow => " #",
                Square::Amazon(Player::Black) => " B",
                Square::Amazon(Player::White) => " W",
            };
        }
        text += &format!(" {number:2}\n");
    }
    text + &format!("  {letters}\n{} to move\n", position.to_move())
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    const DRAWING: &str =
        "   a b c d\n 4 . W W .  4\n 3 W . . W  3\n 2 B . # B  2\n 1 . B B .  1\n   a b c d\nwhite to move\n";

    #[test]
    fn drawings_are_read_and_written() {
        let mut expected = Setup::standard(4).unwrap();
        expected.arrows.push(expected.size.square_of("c2").unwrap());
        expected.to_move = Player::White;
        let setup = read(DRAWING).unwrap();
        assert_eq!(setup.clone().sorted(), expected.sorted());
        assert_eq!(write(&Position::new(&setup).unwrap()), DRAWING);
        assert_eq!(read("-ww-\nW--w\nb-Sx\n\n.XX.\nWhite to move"), Ok(setup));
    }

    #[test]
    fn faults_are_told_with_their_place() {
        for (text, message) in [
            ("", "a board has 1 to 12 columns and rows, not 0x0"),
            (". W\n. . B", "line 2, column 1: expected a row as long as the first, found `.`"),
            ("2 . W\n2 . B", "line 2, column 1: expected the number of the row, counted from below, found `2`"),
            ("1\n2", "line 1, column 1: expected a row of squares, found `1`"),
            ("B 9 W\n0 . B", "line 1, column 3: expected `B`, `W`, `#` or `.`, found `9`"),
            (". W\n. ?", "line 2, column 3: expected `B`, `W`, `#` or `.`, found `?`"),
            (". W\nblack to move\n. B", "line 3, column 1: expected nothing behind who moves, found `.`"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
