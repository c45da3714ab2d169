//! FEN: rows from the top with `/` between them, and who moves.
//!
//! `Q` is White's amazon, `q` Black's, `*` an arrow, and a number (including `10`) that many empty squares.
//! PlayStrategy's forms are also read: arrows as pawns, and the pocket of pawns, where `[PPP]` says how many arrows are
//! left and has no effect. Text after the player to move, such as `- - 0 1`, means nothing in Amazons. If no player is
//! given, White moves, as White begins there.
//!
//! The writer follows Fairy-Stockfish.

use tesuji_board::Player;

use super::NotationError;
use crate::{Position, Setup, Size, Square};

/// Reads a position.
///
/// # Errors
///
/// If the text is not an Amazons FEN.
pub fn read(text: &str) -> Result<Setup, NotationError> {
    let start = text.len() - text.trim_start().len();
    let n_bytes = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
    let (board, rest) = text[start..].split_at(n_bytes);
    let (board, pocket) = board.split_at(board.find('[').unwrap_or(board.len()));
    check_pocket(text, start + board.len(), pocket)?;

    let rows: Vec<&str> = board.split('/').collect();
    let columns = count_columns(rows[0]);
    let size = Size::new(columns, rows.len())?;
    let mut setup = Setup::empty(size);
    let mut offset = start;
    for (row, row_text) in (0..).zip(rows) {
        read_row(text, offset, row_text, row, &mut setup)?;
        offset += row_text.len() + 1;
    }
    let word = rest.split_whitespace().next();
    setup.to_move = match word {
        None | Some("w" | "W") => Player::White,
        Some("b" | "B") => Player::Black,
        Some(_) => {
            let at = text.len() - rest.trim_start().len();
            return Err(NotationError::unexpected(text, at, "`w` or `b`, who moves"));
        }
    };
    Ok(setup)
}

fn check_pocket(text: &str, start: usize, pocket: &str) -> Result<(), NotationError> {
    let Some(inside) = pocket.strip_prefix('[') else { return Ok(()) };
    let is_pocket =
        inside.strip_suffix(']').is_some_and(|inside| inside.bytes().all(|byte| matches!(byte, b'p' | b'P')));
    if is_pocket { Ok(()) } else { Err(NotationError::unexpected(text, start, "a pocket of pawns such as [PPpp]")) }
}

/// The number of squares in the part of the first row that makes sense.
fn count_columns(row: &str) -> usize {
    let mut n_columns: usize = 0;
    let mut number: usize = 0;
    for byte in row.bytes() {
        if byte.is_ascii_digit() {
            number = number.saturating_mul(10).saturating_add(usize::from(byte - b'0'));
        } else {
            n_columns = n_columns.saturating_add(number).saturating_add(1);
            number = 0;
        }
    }
    n_columns.saturating_add(number)
}

fn read_row(text: &str, start: usize, row_text: &str, row: u8, setup: &mut Setup) -> Result<(), NotationError> {
    let columns = usize::from(setup.size.columns);
    let mut column = 0;
    let mut bytes = row_text.bytes().enumerate().peekable();
    while let Some((index, byte)) = bytes.next() {
        let fault = |expected| NotationError::unexpected(text, start + index, expected);
        let n_squares = if byte.is_ascii_digit() {
            let mut number = usize::from(byte - b'0');
            while let Some((_, digit)) = bytes.next_if(|(_, byte)| byte.is_ascii_digit()) {
                number = (number * 10 + usize::from(digit - b'0')).min(1000);
            }
            if number == 0 {
                return Err(fault("a number of at least 1"));
            }
            number
        } else {
            1
        };
        if column + n_squares > columns {
            return Err(fault("the end of a row as long as the first"));
        }
        let square = setup.size.square(column as u8, row);
        match byte {
            b'Q' => setup.white.push(square),
            b'q' => setup.black.push(square),
            b'*' | b'p' | b'P' => setup.arrows.push(square),
            byte if byte.is_ascii_digit() => {}
            _ => return Err(fault("`Q`, `q`, `*` or a number of empty squares")),
        }
        column += n_squares;
    }
    if column == columns {
        Ok(())
    } else {
        Err(NotationError::unexpected(text, start + row_text.len(), "a row as long as the first"))
    }
}

/// Writes a position as Fairy-Stockfish does.
#[must_use]
pub fn write(position: &Position) -> String {
    let size = position.size();
    let mut text = String::new();
    for row in 0..size.rows {
        if row > 0 {
            text.push('/');
        }
        let mut n_empty = 0;
        for column in 0..size.columns {
            let letter = match position.at(size.square(column, row)) {
                Square::Empty => {
                    n_empty += 1;
                    continue;
                }
                Square::Arrow => '*',
                Square::Amazon(Player::Black) => 'q',
                Square::Amazon(Player::White) => 'Q',
            };
            push_number(&mut text, &mut n_empty);
            text.push(letter);
        }
        push_number(&mut text, &mut n_empty);
    }
    text + if position.to_move() == Player::White { " w - - 0 1" } else { " b - - 0 1" }
}

fn push_number(text: &mut String, n_empty: &mut usize) {
    if *n_empty > 0 {
        *text += &n_empty.to_string();
    }
    *n_empty = 0;
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn written(setup: &Setup) -> String {
        write(&Position::new(setup).unwrap())
    }

    #[test]
    fn the_start_of_fairy_stockfish_is_read_and_written() {
        let fen = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";
        let setup = read(fen).unwrap();
        let mut expected = Setup::standard(10).unwrap();
        std::mem::swap(&mut expected.black, &mut expected.white);
        expected.to_move = Player::White;
        assert_eq!(setup.clone().sorted(), expected.sorted());
        assert_eq!(written(&setup), fen);
        let pocket = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3[PPPppp] w - - 0 1";
        assert_eq!(read(pocket), Ok(setup.clone()));
        assert_eq!(read(fen.split(' ').next().unwrap()), Ok(setup));
        assert_eq!(written(&read("1P1q/p2*/Q3 b").unwrap()), "1*1q/*2*/Q3 b - - 0 1");
    }

    #[test]
    fn faults_are_told_with_their_place() {
        for (text, message) in [
            ("", "a board has 1 to 12 columns and rows, not 0x1"),
            ("3q/5 w", "line 1, column 4: expected the end of a row as long as the first, found `5`"),
            ("3q/1Q w", "line 1, column 6: expected a row as long as the first, found a space"),
            ("3q/1R2 w", "line 1, column 5: expected `Q`, `q`, `*` or a number of empty squares, found `R2`"),
            ("3q/4 x", "line 1, column 6: expected `w` or `b`, who moves, found `x`"),
            ("3q/4[Q] w", "line 1, column 5: expected a pocket of pawns such as [PPpp], found `[Q]`"),
            ("99999999999999999999999 w", "a board has 1 to 12 columns and rows, not 18446744073709551615x1"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
        assert!(read("3q/0Q3 w").is_err() && read("3q/04 w").is_ok());
    }
}
