//! Moves in sequence, as people write them in chats: `a5 swap-pieces d4`, `a5d7f3i13`.
//!
//! Black begins and turns alternate. Between moves there may be spaces, commas and move numbers (`1.`); cells may also
//! follow each other directly. Words may be in either case: `swap-pieces`, `swap` and `S` for swap-pieces;
//! `swap-sides`, `pass`, `resign`, `forfeit`.

use tesuji_board::{Cell, Player, column_name, parse_cell_name};

use super::{Inexpressible, Notation, NotationError};
use crate::{Action, Record};

/// The usual sides of boards, smallest first. [`read_unsized`] tries these.
pub const USUAL_SIDES: [usize; 5] = [11, 13, 14, 15, 19];

/// Reads moves on a board of this size.
///
/// # Errors
///
/// If the board cannot be played on, or at the first thing that is not a move on it.
pub fn read(text: &str, columns: usize, rows: usize) -> Result<Record, NotationError> {
    let mut record =
        Record::new(columns, rows).map_err(|error| NotationError::new(Notation::MoveList, text, 0, error))?;
    let mut offset = 0;
    for word in text.split_inclusive(|c: char| c.is_whitespace() || c == ',' || c == ';') {
        let start = offset;
        offset += word.len();
        let word = word.trim_end_matches(|c: char| c.is_whitespace() || c == ',' || c == ';');
        read_word(&mut record, text, start, word)?;
    }
    Ok(record)
}

/// Reads moves on the smallest square board of [`USUAL_SIDES`] that has all their cells.
///
/// # Errors
///
/// As [`read`] on the largest of these boards.
pub fn read_unsized(text: &str) -> Result<Record, NotationError> {
    let last = USUAL_SIDES.len() - 1;
    USUAL_SIDES[..last]
        .iter()
        .find_map(|&side| read(text, side, side).ok())
        .map_or_else(|| read(text, USUAL_SIDES[last], USUAL_SIDES[last]), Ok)
}

fn read_word(record: &mut Record, text: &str, start: usize, word: &str) -> Result<(), NotationError> {
    let action = match word.to_ascii_lowercase().as_str() {
        "swap-pieces" | "swap" | "s" => Action::SwapPieces,
        "swap-sides" => Action::SwapSides,
        "pass" => Action::Pass,
        "resign" => Action::Resign,
        "forfeit" => Action::Forfeit,
        _ => return read_cells(record, text, start, word),
    };
    record.push(action);
    Ok(())
}

fn read_cells(record: &mut Record, text: &str, start: usize, word: &str) -> Result<(), NotationError> {
    let (columns, rows) = record.size();
    // A move number, with or without its move directly after it.
    let number = word.bytes().take_while(u8::is_ascii_digit).count();
    let mut at = if number > 0 && word[number..].starts_with('.') {
        word[number..].bytes().take_while(|&byte| byte == b'.').count() + number
    } else {
        0
    };
    while at < word.len() {
        let n_letters = word[at..].bytes().take_while(u8::is_ascii_alphabetic).count();
        let n_digits = word[at + n_letters..].bytes().take_while(u8::is_ascii_digit).count();
        if n_letters == 0 || n_digits == 0 {
            let expected = "a cell such as `a1`, or `swap-pieces`, `swap-sides`, `pass`, `resign`, `forfeit`";
            return Err(NotationError::unexpected(Notation::MoveList, text, start + at, expected));
        }
        let name = &word[at..at + n_letters + n_digits];
        let (column, row) = parse_cell_name(name, columns, rows)
            .map_err(|error| NotationError::new(Notation::MoveList, text, start + at, error))?;
        record.push(Action::Place(Cell::new(row * columns + column)));
        at += name.len();
    }
    Ok(())
}

/// The moves with spaces between them.
///
/// # Errors
///
/// If the record has set-up stones, if White moves first, or if a move is out of turn. Names, result and remarks are
/// left out.
pub fn write(record: &Record) -> Result<String, Inexpressible> {
    let words = words(record, Notation::MoveList, |action, name| {
        Ok(match action {
            Action::Place(_) => name,
            Action::SwapPieces => "swap-pieces".to_owned(),
            Action::SwapSides => "swap-sides".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::Resign => "resign".to_owned(),
            Action::Forfeit => "forfeit".to_owned(),
        })
    })?;
    Ok(words.join(" "))
}

/// What `word` makes of each move and the name of its cell. Fails unless Black begins and turns alternate.
pub(super) fn words(
    record: &Record,
    notation: Notation,
    word: impl Fn(Action, String) -> Result<String, Inexpressible>,
) -> Result<Vec<String>, Inexpressible> {
    if record.to_move == Player::White || record.setup.iter().any(|stones| !stones.is_empty()) {
        return Err(Inexpressible::new(notation, "set-up stones, or White moving first"));
    }
    let columns = record.size().0;
    let mut turn = Player::Black;
    let mut words = Vec::with_capacity(record.moves.len());
    for mv in &record.moves {
        if mv.player != turn {
            return Err(Inexpressible::new(notation, "moves out of turn"));
        }
        turn = mv.next_turn();
        let name = match mv.action {
            Action::Place(cell) => format!("{}{}", column_name(cell.index() % columns), cell.index() / columns + 1),
            _ => String::new(),
        };
        words.push(word(mv.action, name)?);
    }
    Ok(words)
}
