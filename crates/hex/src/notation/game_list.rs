//! Many games in one file, a line each, as collections of server games are published.
//!
//! ```text
//! # remarks, and empty lines
//! 690 13 1 0 resign 1|2 | g5 f9 d10
//! ```
//!
//! The fields are a name, the side of the board, the winner (1 for the first player, 2 for the second, 0 for nobody),
//! whether the second player swapped, how the game ended (`resign`, `connected`, anything else), the players, and after
//! ` | ` the moves as [`move_list`] has them. The winner follows the
//! colours as they are after a swap: 1 joins top and bottom.

use tesuji_board::Player;

use super::{Notation, NotationError, move_list};
use crate::{GameResult, Reason, Record};

/// Reads all games. The event of each record is its name; a game that ended neither by resignation nor on the board has
/// the reason [`Reason::Forfeit`].
///
/// # Errors
///
/// At the first line that is no game. Moves that cannot be made are found when the record is replayed.
pub fn read(text: &str) -> Result<Vec<Record>, NotationError> {
    games(text).map(|(start, line)| read_line(text, start, line)).collect()
}

/// Reads the first game.
///
/// # Errors
///
/// As [`read`]; also if there is no game.
pub fn read_first(text: &str) -> Result<Record, NotationError> {
    let (start, line) = games(text).next().unwrap_or((text.len(), ""));
    read_line(text, start, line)
}

/// The lines that are no remarks, and where they begin.
fn games(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let start = offset;
        offset += line.len();
        let content = line.trim_end();
        (!content.is_empty() && !content.starts_with('#')).then_some((start, content))
    })
}

/// Is this the form of the text? Its first line that is no remark decides.
#[must_use]
pub fn is_one(text: &str) -> bool {
    games(text).next().is_some_and(|(_, line)| fields(line).is_some())
}

/// The first five fields, and where the moves begin.
fn fields(line: &str) -> Option<([&str; 5], usize)> {
    let (head, moves) = line.split_once(" |")?;
    let mut words = head.split_whitespace();
    let found = [words.next()?, words.next()?, words.next()?, words.next()?, words.next()?];
    Some((found, line.len() - moves.len()))
}

fn read_line(text: &str, start: usize, line: &str) -> Result<Record, NotationError> {
    let unexpected = |expected: &str| NotationError::unexpected(Notation::GameList, text, start, expected);
    let Some(([name, side, winner, _, end], moves_at)) = fields(line) else {
        return Err(unexpected("a game: name, side, winner, swapped, end, players, ` | ` and moves"));
    };
    let side = side.parse().map_err(|_| unexpected("the side of the board as the second word"))?;
    let winner = match winner {
        "0" => None,
        "1" => Some(Player::Black),
        "2" => Some(Player::White),
        _ => return Err(unexpected("0, 1 or 2 for the winner as the third word")),
    };
    let mut record = move_list::read(&line[moves_at..], side, side).map_err(|error| {
        // The reader of the moves saw no more than them.
        let skipped = text[start..start + moves_at].chars().count();
        let mut place = super::Place::of(text, start);
        place.column += skipped + error.place.column - 1;
        NotationError { notation: Notation::GameList, place, fault: error.fault }
    })?;
    let reason = match end {
        "resign" => Some(Reason::Resignation),
        "connected" => None,
        _ => Some(Reason::Forfeit),
    };
    record.result = winner.map(|winner| GameResult::Win(winner, reason));
    name.clone_into(&mut record.event);
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Place;

    #[test]
    fn games_are_read_with_their_swaps_and_results() {
        let text =
            "# a remark\n\n7 11 1 1 connected 1|2 | a2 S c3\n8 13 2 0 other 3|4 |\n9 13 2 0 resign 3|4 | m13 a1\n";
        assert!(is_one(text) && !is_one("a2 c3") && !is_one("(;GM[11])"));
        let records = read(text).unwrap();
        assert_eq!(records.iter().map(Record::size).collect::<Vec<_>>(), [(11, 11), (13, 13), (13, 13)]);
        assert_eq!(records[0].result, Some(GameResult::Win(Player::Black, None)));
        assert_eq!(records[1].result, Some(GameResult::Win(Player::White, Some(Reason::Forfeit))));
        assert_eq!(records[2].result, Some(GameResult::Win(Player::White, Some(Reason::Resignation))));
        assert_eq!((records[0].event.as_str(), records[1].moves.len()), ("7", 0));
        // a2 mirrored is b1, and White's.
        let position = records[0].final_position().unwrap();
        let stone = |name| position.stone(position.topology().cell(name).unwrap());
        assert_eq!([stone("b1"), stone("c3"), stone("a2")], [Some(Player::White), Some(Player::Black), None]);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        for (line, column) in [
            ("7 11", 1),
            ("7 x 1 0 resign 1|2 | a1", 1),
            ("7 11 3 0 resign 1|2 | a1", 1),
            ("7 11 1 0 r 1|2 | a1 z9", 21),
        ] {
            let error = read(&format!("# remark\n{line}\n")).unwrap_err();
            assert_eq!(error.place, Place { line: 2, column }, "{error}");
        }
    }
}
