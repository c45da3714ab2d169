//! Tables of games, as collections of games from servers are published: one game per line, read by [`super::games`].
//!
//! ```text
//! # remarks, and empty lines
//! 690 13 1 0 resign 1|2 | g5 f9 d10
//! 690 13 1 resign | g5 f9 d10
//! ```
//!
//! The columns are a name, the side of the board, the winner (1 Black, 2 White, 0 nobody), whether the second player
//! swapped, how the game ended (`resign`, `connected` or `other`), the players, and after ` | ` the moves as in
//! [`move_list`]. The winner is given by colours as they are after a swap. A row may leave out the players, and the
//! swap column, which the moves make redundant.

use tesuji_board::Player;

use super::{Notation, NotationError, games, move_list};
use crate::{GameResult, Record, WinReason};

/// Whether the first line that is not a remark is a row of a table.
pub(super) fn is_one(text: &str) -> bool {
    let row = games::first_line(text).and_then(GameRow::split);
    row.is_some_and(|row| words(row.columns).nth(3).is_some())
}

/// A game of a table.
pub(super) struct GameRow<'t> {
    text: &'t str,
    columns: &'t str,
    moves: &'t str,
}

impl<'t> GameRow<'t> {
    /// Cuts a line at the bar before the moves. The bar between the players has no space before it. `None` if the line
    /// has no such bar.
    pub(super) fn split(text: &'t str) -> Option<Self> {
        let parts = text.split_once(" | ").or_else(|| text.strip_suffix(" |").map(|columns| (columns, "")));
        parts.map(|(columns, moves)| Self { text, columns, moves })
    }

    /// Reads the game. Its name becomes the event of its record. A game that ended neither on the board nor by
    /// resignation gets the reason [`WinReason::Forfeit`].
    pub(super) fn read(&self) -> Result<Record, NotationError> {
        let unexpected = |(offset, _): (usize, &str), expected: &str| {
            NotationError::unexpected(Notation::GameList, self.text, offset, expected)
        };
        let missing = (self.columns.len(), "");
        let mut found = words(self.columns);
        let columns: [_; 6] = std::array::from_fn(|_| found.next().unwrap_or(missing));
        let [name, side, winner, end, players] = match columns {
            [name, side, winner, end, (_, ""), _] => [name, side, winner, end, missing],
            [name, side, winner, _swapped, end, players] => [name, side, winner, end, players],
        };
        let n_cells = side.1.parse().map_err(|_| unexpected(side, "the side of the board"))?;
        let reason = match end.1 {
            "resign" => Some(WinReason::Resignation),
            "connected" => None,
            "other" => Some(WinReason::Forfeit),
            _ => return Err(unexpected(end, "how the game ended: `resign`, `connected` or `other`")),
        };
        let result = match winner.1 {
            "0" => None,
            "1" => Some(GameResult::Win(Player::Black, reason)),
            "2" => Some(GameResult::Win(Player::White, reason)),
            _ => return Err(unexpected(winner, "the winner: 1, 2 or 0")),
        };
        // Blanks in place of the columns, so that places in errors are places in the line.
        let padded = format!("{}{}", " ".repeat(self.text.len() - self.moves.len()), self.moves);
        let mut record = move_list::read(&padded, n_cells, n_cells)
            .map_err(|error| NotationError { notation: Notation::GameList, ..error })?;
        record.result = result;
        name.1.clone_into(&mut record.event);
        if let Some((black, white)) = players.1.split_once('|') {
            record.players = [black, white].map(str::to_owned);
        }
        Ok(record)
    }
}

/// The words of a line, each with the byte at which it begins.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let words = line.split_inclusive(char::is_whitespace).map(move |word| {
        let start = end;
        end += word.len();
        (start, word.trim_end())
    });
    words.filter(|(_, word)| !word.is_empty())
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_its_swap_and_its_result() {
        let read = |row| GameRow::split(row).unwrap().read().unwrap();
        let swapped = read("7 11 1 1 connected 1|2 | a2 S c3");
        assert_eq!(swapped.result, Some(GameResult::Win(Player::Black, None)));
        assert_eq!((swapped.event.as_str(), swapped.size()), ("7", (11, 11)));
        // a2 mirrored is b1, and the stone is White's.
        let position = swapped.final_position().unwrap();
        let stone = |name| position.stone(position.topology().cell(name).unwrap());
        assert_eq!([stone("b1"), stone("c3"), stone("a2")], [Some(Player::White), Some(Player::Black), None]);
        // Without the optional columns.
        let short = read("7 11 1 connected | a2 S c3");
        assert_eq!((short.result, &short.moves), (swapped.result, &swapped.moves));
        assert_eq!((short.event.as_str(), &short.players), ("7", &[String::new(), String::new()]));
        let forfeit = read("8 13 2 0 other 3|4 |");
        assert_eq!(forfeit.result, Some(GameResult::Win(Player::White, Some(WinReason::Forfeit))));
        assert_eq!(forfeit.moves.len(), 0);
    }

    #[test]
    fn a_table_is_told_by_its_first_row() {
        assert!(is_one("# a remark\n\n7 11 1 1 connected 1|2 | a2 S c3\n"));
        assert!(is_one("7 11 1 connected | a2 S c3"));
        assert!(!is_one("a2 c3") && !is_one("(;GM[11])") && !is_one("") && !is_one(". | .\n"));
    }
}
