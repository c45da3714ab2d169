//! Lists of moves. The start comes before them, unless it is the default one.
//!
//! ```text
//! 1Q2Q1/Q4Q/6/6/q4q/1q2q1 b - - 0 1
//! 1. b1-b4/d4 e6-e3/d3
//! 2. a2-b3/a2
//! ```
//!
//! The start consists of all lines before the first one that begins like a move. It is a position in any notation, or a
//! size such as `8x8`, which means the usual start of that board. Moves may have any usual spelling, and numbers before
//! them. The writer always gives the start as FEN, so that nothing is left to guess.

use super::{Record, RecordError, play};
use crate::notation::{fen, read_moves, read_setup, write_move};
use crate::{Position, Setup, Size};

/// Reads a list of moves; `start` is used if the text has none.
///
/// # Errors
///
/// If the start is not a position, something is not a move, or a move is not legal.
pub fn read(text: &str, start: &Setup) -> Result<Record, RecordError> {
    let text = text.trim_start_matches('\u{feff}');
    let n_bytes = text.split_inclusive('\n').take_while(|line| !begins_as_move(line)).map(str::len).sum();
    let (before, moves) = text.split_at(n_bytes);
    let setup = if before.trim().is_empty() { start.clone() } else { read_start(before)? };
    let mut position = Position::new(&setup)?;
    let mut record = Record::new(setup.sorted());
    // Faults name the line in the whole text.
    let moves = "\n".repeat(before.matches('\n').count()) + moves;
    for (mv, number) in read_moves(position.size(), &moves)?.into_iter().zip(1..) {
        play(&mut position, mv, number)?;
        record.main.moves.push(mv);
    }
    Ok(record)
}

/// Writes the start and the main line, two moves per line.
///
/// # Errors
///
/// If the start is not a position.
pub fn write(record: &Record) -> Result<String, RecordError> {
    let start = Position::new(&record.setup)?;
    let mut text = fen::write(&start) + "\n";
    for (moves, number) in record.main.moves.chunks(2).zip(1..) {
        let moves: Vec<String> = moves.iter().map(|&mv| write_move(start.size(), mv)).collect();
        text += &format!("{number}. {}\n", moves.join(" "));
    }
    Ok(text)
}

/// Whether the text has a line that begins like a move. No position has one.
pub(super) fn has_moves(text: &str) -> bool {
    text.lines().any(begins_as_move)
}

/// Whether the line begins with two squares, optionally after a move number, with at most a few signs between them.
fn begins_as_move(line: &str) -> bool {
    let line = line.trim_start();
    let behind = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let line = if behind.len() < line.len() && behind.starts_with('.') { behind } else { line };
    let after_square = |text: &str| {
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let n_digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        (letter.to_ascii_lowercase() <= b'l' && n_digits > 0).then_some(1 + n_digits)
    };
    let line = line.trim_start_matches(['.', ' ', '\t']);
    let Some(n_bytes) = after_square(line) else { return false };
    let rest = &line[n_bytes..];
    let next = rest.trim_start_matches(|letter: char| !letter.is_alphanumeric() && letter != '/');
    after_square(next).is_some()
}

fn read_start(text: &str) -> Result<Setup, RecordError> {
    let sides = text.trim().split_once(['x', 'X']).map(|(columns, rows)| (columns.parse(), rows.parse()));
    let Some((Ok(columns), Ok(rows))) = sides else { return Ok(read_setup(text)?) };
    // An impossible size is reported as such.
    let size = Size::new(columns, rows)?;
    match Setup::standard(columns) {
        Ok(setup) if columns == rows => Ok(setup),
        _ => Err(RecordError::NoStart(size)),
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::notation::write_uci_move;

    #[test]
    fn lists_are_read_with_their_start() {
        let usual = Setup::standard(6).unwrap();
        let moves = "1. b1-b4/d4 e6-e3/d3\n2. a2-b3/a2\n";
        let fen = "1Q2Q1/Q4Q/6/6/q4q/1q2q1 b - - 0 1\n";
        let diagram = "\n   a b c d e f\n 6 . W . . W .\n 5 W . . . . W\n 4 . . . . . .\n 3 . . . . . .\n 2 B . . . . B\n \
                       1 . B . . B .\nblack to move\n\n";
        let expected = read(moves, &usual).unwrap();
        assert_eq!((expected.main.moves.len(), &expected.setup), (3, &usual.clone().sorted()));
        let far = Setup::standard(10).unwrap();
        for start in [fen, diagram, "6x6\n", "\u{feff}6x6\r\n"] {
            assert_eq!(read(&format!("{start}{moves}"), &far).as_ref(), Ok(&expected), "{start}");
            assert_eq!(read(start, &far), Ok(Record::new(usual.clone().sorted())), "{start}: no move at all");
        }
        assert_eq!(write(&expected).unwrap(), format!("{fen}{moves}"));
        let size = usual.size;
        let uci: Vec<String> = expected.main.moves.iter().map(|&mv| write_uci_move(size, mv)).collect();
        assert_eq!(read(&uci.join(" "), &usual).as_ref(), Ok(&expected));
    }

    #[test]
    fn positions_are_no_moves() {
        for text in ["q2Q/*3 b", "a b c d\n4 B . . W", "B2q/4 w", "x..*|....", "b b\nw w", "6x6", "d1", "4b..w\n3...."]
        {
            assert!(!has_moves(text), "{text}");
        }
        for text in ["d1-d7/g7", " 12. D1 - D7 (G7)", "3...d1d7,d7g7", "q2Q/*3 b\na2b2,b2a2", "d1=d7"] {
            assert!(has_moves(text), "{text}");
        }
    }

    #[test]
    fn faults_are_told_with_their_line() {
        let usual = Setup::standard(10).unwrap();
        for (text, message) in [
            ("q2Q/*3 b\n1. a2-b2/a2\n2. c9", "line 3, column 4: `c9` lies outside the 4x2 board"),
            ("d1-d7/g7 d1-d6/d7", "move 2, d1-d6/d7, is not legal for white: white has no amazon on d1"),
            ("7x7\nd1-d7/g7", "no usual start is known for 7x7; expected a position before the moves"),
            ("8x6\nd1-d7/g7", "no usual start is known for 8x6; expected a position before the moves"),
            ("13x13\n", "a board has 1 to 12 columns and rows, not 13x13"),
            ("d1=d7", "line 1, column 3: expected a square such as d1, found `=d7`"),
            ("x.y", "line 1, column 3: expected `x`, `o`, `#` or `.`, found `y`"),
        ] {
            assert_eq!(read(text, &usual).unwrap_err().to_string(), message, "{text}");
        }
    }
}
