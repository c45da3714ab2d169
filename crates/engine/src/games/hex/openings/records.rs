//! What became of first moves in games that people played.

use tesuji_board::Topology;

/// What became of each first move on one board, cell by cell in the order of the board. A move and the one that half a
/// turn makes of it count together, for both.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecords {
    /// How many games with a winner began so.
    pub games: Vec<u32>,
    /// In how many the second player swapped.
    pub swapped: Vec<u32>,
    /// How many were won by whoever had the first stone in the end.
    pub won: Vec<u32>,
}

/// Why a list of games cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
#[non_exhaustive]
pub struct RecordError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub fault: &'static str,
}

impl GameRecords {
    /// Reads the games on a square board of this side from a list with one game a line,
    /// `number side winner swapped end players | moves`: the winner 1 or 2, or 0 for none; swapped 0 or 1. Lines that
    /// begin with `#` are comments; games on other boards, without a winner or without a move are passed over.
    ///
    /// # Errors
    ///
    /// For the first line that is not like that.
    pub fn read(text: &str, board: &Topology) -> Result<Self, RecordError> {
        let n_cells = board.n_cells();
        let side = board.size().map_or(0, |(columns, _)| columns);
        let mut records = Self { games: vec![0; n_cells], swapped: vec![0; n_cells], won: vec![0; n_cells] };
        for (line, text) in (1..).zip(text.lines()) {
            let wrong = |fault| RecordError { line, fault };
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let (facts, moves) = text
                .split_once('|')
                .and_then(|(facts, rest)| {
                    // The players are two numbers with the same sign between them.
                    Some((facts, rest.split_once('|')?.1))
                })
                .ok_or_else(|| wrong("expected facts, two players and moves, with `|` between them"))?;
            let mut facts = facts.split_whitespace().skip(1);
            let mut next = || facts.next().unwrap_or_default();
            let (game_side, winner, swapped) = (next(), next(), next());
            let game_side: usize = game_side.parse().map_err(|_| wrong("the side of the board is no number"))?;
            let owner = match swapped {
                "0" => "1",
                "1" => "2",
                _ => return Err(wrong("swapped is neither 0 nor 1")),
            };
            match winner {
                "1" | "2" if game_side == side => {}
                "0" | "1" | "2" => continue,
                _ => return Err(wrong("the winner is none of 0, 1 and 2")),
            }
            let Some(first) = moves.split_whitespace().next() else { continue };
            let cell = board.cell(first).ok_or_else(|| wrong("the first move is no cell of the board"))?.index();
            let twin = n_cells - 1 - cell;
            for place in [cell, twin].into_iter().take(if cell == twin { 1 } else { 2 }) {
                records.games[place] += 1;
                records.swapped[place] += u32::from(owner == "2");
                records.won[place] += u32::from(owner == winner);
            }
        }
        Ok(records)
    }
}
