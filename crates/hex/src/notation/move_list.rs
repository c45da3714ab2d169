//! Moves in sequence, as people write them in chats: `a5 swap-pieces d4`, `a5d7f3i13`.
//!
//! Black begins and turns alternate, unless the moves name their players. [`tesuji_game::moves`] says which numbers,
//! colours and lines of GTP may stand around the moves; cells may also follow each other directly. Words may be in
//! either case: `swap-pieces`, `swap` and `S` for swap-pieces; `swap-sides`, `pass`, `resign`, `forfeit`.

use tesuji_board::{Cell, MAX_CELLS, Player, column_name, parse_cell_name};
use tesuji_game::moves::{ListedMove, ListedMoves};

use super::{Inexpressible, Notation, NotationError, sgf};
use crate::{Action, GameResult, Record, RecordMove, WinReason};

/// The usual sides of boards, smallest first. [`read_unsized`] tries these.
pub const USUAL_SIDES: [usize; 5] = [11, 13, 14, 15, 19];

/// Reads moves on a board of this size.
///
/// # Errors
///
/// If there is no such board, or at the first thing that is not a move on it.
pub fn read(text: &str, columns: usize, rows: usize) -> Result<Record, NotationError> {
    read_listed(text, &ListedMoves::of(text), columns, rows)
}

/// Reads moves on the board that the text states, as GTP does. Otherwise on the smallest square board of
/// [`USUAL_SIDES`] that has all their cells, or the smallest of all if these are too small.
///
/// # Errors
///
/// As [`read`] on the largest of the usual boards.
pub fn read_unsized(text: &str) -> Result<Record, NotationError> {
    let listed = ListedMoves::of(text);
    if let Some((columns, rows)) = listed.size {
        return read_listed(text, &listed, columns, rows);
    }
    let last = USUAL_SIDES.len() - 1;
    let read = |side: usize| read_listed(text, &listed, side, side);
    let larger = USUAL_SIDES[last] + 1..=MAX_CELLS.isqrt();
    USUAL_SIDES.into_iter().chain(larger).find_map(|side| read(side).ok()).map_or_else(|| read(USUAL_SIDES[last]), Ok)
}

fn read_listed(text: &str, listed: &ListedMoves<'_>, columns: usize, rows: usize) -> Result<Record, NotationError> {
    let mut record =
        Record::new(columns, rows).map_err(|error| NotationError::new(Notation::MoveList, text, 0, error))?;
    if let Some(player) = listed.moves.first().and_then(|mv| mv.player) {
        record.to_move = player;
    }
    for mv in &listed.moves {
        read_move(&mut record, text, mv)?;
    }
    if listed.has_players() {
        sgf::settle_swaps(&mut record, false);
    }
    if let Some(winner) = listed.winner {
        let resigned = record.moves.last().is_some_and(|mv| mv.action == Action::Resign);
        record.result = Some(GameResult::Win(winner, resigned.then_some(WinReason::Resignation)));
    }
    Ok(record)
}

/// Adds what one move of a list says: a word, a cell, or cells that follow each other directly.
fn read_move(record: &mut Record, text: &str, mv: &ListedMove<'_>) -> Result<(), NotationError> {
    let Some(action) = word(mv.text) else { return read_cells(record, text, mv) };
    let player = mv.player.unwrap_or_else(|| record.turn());
    record.moves.push(RecordMove { player, action });
    Ok(())
}

/// The action that a word means.
pub(super) fn word(text: &str) -> Option<Action> {
    Some(match text.to_ascii_lowercase().replace(['_', ' '], "-").as_str() {
        "swap-pieces" | "swap" | "s" => Action::SwapPieces,
        "swap-sides" | "swap-colours" | "swap-colors" => Action::SwapSides,
        "pass" => Action::Pass,
        "resign" | "resigns" | "resigned" => Action::Resign,
        "forfeit" => Action::Forfeit,
        _ => return None,
    })
}

fn read_cells(record: &mut Record, text: &str, mv: &ListedMove<'_>) -> Result<(), NotationError> {
    let (columns, rows) = record.size();
    let (word, start) = (mv.text, mv.at);
    let mut player = mv.player;
    let mut at = 0;
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
        let player = player.take().unwrap_or_else(|| record.turn());
        record.moves.push(RecordMove { player, action: Action::Place(Cell::new(row * columns + column)) });
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

/// Text of each move by `word`, and the name of its cell. Fails unless Black begins and turns alternate.
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
