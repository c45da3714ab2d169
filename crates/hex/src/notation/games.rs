//! Files of many games: SGF files with all their games, or files with one game per line.
//!
//! A line is a HexWorld link or fragment, a list of moves, or a row of a [`game_list`]. A conversation in GTP has a game
//! for each time that the board is cleared.
//!
//! Empty lines, and lines that begin with `#` but not with `#` and a digit, are skipped. A list of moves continues on
//! the next line if that line begins with a move number other than 1. Lists are one game, wrapped, if they can be: no
//! line but the first begins with the number 1, no cell occurs twice, and nobody resigns before the end.

use std::collections::HashSet;

use tesuji_game::moves::{ListedMoves, gtp_games, is_gtp};

use super::sgf::Collection;
use super::{Notation, NotationError, TextPlace, detect, game_list, hexworld, move_list, read};
use crate::{Action, Record};

/// A game in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotatedGame {
    /// Its name in the file; empty if it has none.
    pub name: String,
    /// The game.
    pub record: Record,
}

/// Reads all games of a text; for SGF, their main lines. Lists of moves are on a board of `size`, or without one on the
/// smallest usual board that has all their cells.
///
/// # Errors
///
/// At the first thing that cannot be read, or if the text has a picture of a board and no game.
pub fn read_games(text: &str, size: Option<(usize, usize)>) -> Result<Vec<NotatedGame>, NotationError> {
    let nameless = |record| NotatedGame { name: String::new(), record };
    match detect(text) {
        Notation::HexGuiSgf | Notation::LittleGolemSgf => {
            let collection = Collection::read(text)?;
            let roots = collection.tree.roots.iter();
            roots.map(|&root| collection.record(collection.tree.main_leaf(root)).map(nameless)).collect()
        }
        Notation::HexWiki | Notation::Hdg => Err(no_game(text)),
        _ => {
            let items = items(text);
            // A board drawn by hand is not a list of games.
            if items.is_empty() || items.iter().all(|item| !is_game(item.text)) {
                return Err(no_game(text));
            }
            items.iter().map(|item| read_item(item, size).map_err(|error| moved(error, item.line))).collect()
        }
    }
}

/// Reads the first game of a text.
///
/// # Errors
///
/// If the game cannot be read, or there is none.
pub(super) fn read_first(text: &str) -> Result<Record, NotationError> {
    let items = items(text);
    let Some(first) = items.first() else {
        return Err(NotationError::unexpected(Notation::GameList, text, text.len(), "a game"));
    };
    let game = read_item(first, None).map_err(|error| moved(error, first.line))?;
    Ok(game.record)
}

/// The first line that is not a remark.
pub(super) fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty() && !is_remark(line))
}

/// A game with the number of its first line, counted from 0, and the byte at which it begins.
struct GameItem<'t> {
    line: usize,
    start: usize,
    text: &'t str,
}

fn items(text: &str) -> Vec<GameItem<'_>> {
    if is_gtp(text) {
        let line_of = |start: usize| text[..start].matches('\n').count();
        let item = |range: std::ops::Range<usize>| GameItem {
            line: line_of(range.start),
            start: range.start,
            text: &text[range],
        };
        return gtp_games(text).into_iter().map(item).collect();
    }
    let mut items: Vec<GameItem<'_>> = Vec::new();
    let (mut start, mut has_remarks) = (0, false);
    for (line, content) in text.split_inclusive('\n').enumerate() {
        let end = start + content.trim_end().len();
        let trimmed = content.trim();
        has_remarks |= is_remark(trimmed);
        match items.last_mut() {
            _ if trimmed.is_empty() || is_remark(trimmed) => {}
            Some(last) if goes_on(trimmed) => last.text = &text[last.start..end],
            _ => items.push(GameItem { line, start, text: &text[start..end] }),
        }
        start += content.len();
    }
    if !has_remarks && items.len() > 1 && is_wrapped(&items) {
        let whole = &text[items[0].start..];
        items[0].text = whole.trim_end();
        items.truncate(1);
    }
    items
}

/// Whether lists of moves can be one game, a part on each line.
fn is_wrapped(items: &[GameItem<'_>]) -> bool {
    let mut cells = HashSet::new();
    let (mut n_moves, mut is_over) = (0, false);
    items.iter().enumerate().all(|(number, item)| {
        let begins = number > 0 && item.text.trim_start().starts_with("1.");
        if begins
            || is_over
            || game_list::GameRow::split(item.text).is_some()
            || detect(item.text) != Notation::MoveList
        {
            return false;
        }
        let listed = ListedMoves::of(item.text);
        let is_new = listed.moves.iter().all(|mv| {
            n_moves += 1;
            let is_possible = match move_list::word(mv.text) {
                Some(Action::SwapPieces | Action::SwapSides) => {
                    cells.clear();
                    n_moves == 2
                }
                Some(_) => !is_over,
                None => cells_of(mv.text).all(|cell| cells.insert(cell.to_ascii_lowercase())),
            };
            is_over |= matches!(move_list::word(mv.text), Some(Action::Resign | Action::Forfeit));
            is_possible
        });
        is_over |= listed.winner.is_some();
        is_new
    })
}

/// The names of cells that follow each other directly.
fn cells_of(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let n_letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let n_digits = rest[n_letters..].bytes().take_while(u8::is_ascii_digit).count();
        let (cell, behind) = rest.split_at(n_letters + n_digits);
        rest = behind;
        (!cell.is_empty()).then_some(cell)
    })
}

fn is_remark(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a line continues the list before it: `2. a1` does; `2 11 1 0 resign 1|2 | a1`, `1. a1` and `11r9,a1` do not.
fn goes_on(line: &str) -> bool {
    let (number, rest) = line.split_at(line.bytes().take_while(u8::is_ascii_digit).count());
    rest.starts_with('.') && number != "1"
}

fn is_game(text: &str) -> bool {
    game_list::GameRow::split(text).is_some() || matches!(detect(text), Notation::MoveList | Notation::HexWorld)
}

fn read_item(item: &GameItem<'_>, size: Option<(usize, usize)>) -> Result<NotatedGame, NotationError> {
    let text = item.text;
    if let Some(row) = game_list::GameRow::split(text) {
        let record = row.read()?;
        return Ok(NotatedGame { name: record.event.clone(), record });
    }
    let record = match (detect(text), size) {
        (Notation::HexWorld, _) => hexworld::read(text)?.record,
        (_, Some((columns, rows))) => move_list::read(text, columns, rows)?,
        (_, None) => move_list::read_unsized(text)?,
    };
    Ok(NotatedGame { name: String::new(), record })
}

/// The error that the text is something other than games, or why it cannot be read at all.
fn no_game(text: &str) -> NotationError {
    let start = text.len() - text.trim_start().len();
    read(text).map_or_else(
        |error| error,
        |document| NotationError::unexpected(document.notation, text, start, "moves of a game"),
    )
}

/// The error with its place moved, for a text that began at this line.
fn moved(error: NotationError, line: usize) -> NotationError {
    NotationError { place: TextPlace { line: error.place.line + line, ..error.place }, ..error }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_board::Player;

    use super::*;
    use crate::{Action, GameResult, WinReason};

    fn n_moves(text: &str) -> Vec<usize> {
        read_games(text, None).unwrap().iter().map(|game| game.record.moves.len()).collect()
    }

    #[test]
    fn a_table() {
        let text =
            "# a remark\n690 13 1 0 resign 1|2 | g5 f9 d10\n\n7 5 2 1 connected 3|4 | a1 S b2\n8 5 0 0 other 3|4 | \n";
        let games = read_games(text, None).unwrap();
        let [first, second, third] = &games[..] else { panic!("{games:?}") };
        assert_eq!((first.name.as_str(), first.record.size(), first.record.moves.len()), ("690", (13, 13), 3));
        assert_eq!(first.record.result, Some(GameResult::Win(Player::Black, Some(WinReason::Resignation))));
        assert_eq!(first.record.players, ["1".to_owned(), "2".to_owned()]);
        assert_eq!(second.record.result, Some(GameResult::Win(Player::White, None)));
        assert_eq!(second.record.moves[1].action, Action::SwapPieces);
        assert_eq!((third.record.result, third.name.as_str()), (None, "8"));
    }

    #[test]
    fn faults_name_their_place() {
        for (text, line, column) in [
            ("7 x 2 1 resign 3|4 | a1", 1, 3),
            ("# names\n7 5 3 1 resign 3|4 | a1", 2, 5),
            ("7 5 2 1 lost 3|4 | a1", 1, 9),
            ("7 5 2 | a1", 1, 6),
            ("7 5 2 1 resign 3|4 | a1 f1", 1, 25),
            ("a1 b1\nc1 ??", 2, 4),
            ("a1\n2. b9999", 2, 4),
        ] {
            let place = read_games(text, None).unwrap_err().place;
            assert_eq!((place.line, place.column), (line, column), "{text}");
        }
        for text in ["", "# nothing\n", ". . .\n . B .\n  . . .\n", "<hexboard size=\"3x3\" contents=\"R a1\" />"] {
            assert!(read_games(text, None).is_err(), "{text:?}");
        }
    }

    #[test]
    fn one_game_a_line() {
        assert_eq!(n_moves("a1 b2 c3\na1 d4\n"), [3, 2]);
        assert_eq!(n_moves("a1 b2 resign\nc3 d4\n"), [3, 2]);
        assert_eq!(n_moves("b a1,w b2,B\nb c3,w d4,W\n"), [2, 2]);
        assert_eq!(n_moves("1. a1 b2\n2. c3 d4\n1. a1\n"), [4, 1]);
        assert_eq!(n_moves("#5r9,a1b2\nhttps://hexworld.org/board/#5,a1:sb2\n"), [2, 3]);
        assert_eq!(read_games("a1 b2", Some((3, 2))).unwrap()[0].record.size(), (3, 2));
    }

    #[test]
    fn a_list_of_several_lines_is_one_game() {
        for text in ["f6\ne5\nd4\n", "f6 e5\n\nd4", "1. f6 2.\nswap 3.d4", "1 f6\n2 e5\n3 d4", "b f6,w e5,\nb d4"] {
            assert_eq!(n_moves(text), [3], "{text}");
        }
        assert_eq!(n_moves("play b e5\nplay w d6\nclear_board\nplay b e5\n"), [2, 1]);
    }

    #[test]
    fn all_games_of_an_sgf_file() {
        let text = "(;GM[11]SZ[3];B[a1];W[b1])\n(;GM[11]SZ[4](;B[a1];W[b1];B[c1])(;B[a2]))";
        assert_eq!(n_moves(text), [2, 3]);
    }
}
