//! Games of Go from records, in SGF or JSON.

use tesuji_go::record::{NumberedMove, Record};
use tesuji_go::{Komi, Rules};

use super::GoGame;
use crate::games::loaded::Loaded;
use crate::{GameSpec, SessionError};

fn wrong(error: &dyn std::fmt::Display) -> SessionError {
    SessionError::Record(error.to_string())
}

/// Reads SGF or JSON.
pub(crate) fn read(text: &str) -> Result<Record, SessionError> {
    Record::read(text).map_err(|error| wrong(&error))
}

/// The main line of a record, up to `n_moves` moves. `komi` and `rules` are used if the record does not state them.
pub(crate) fn replay(
    record: &Record,
    n_moves: usize,
    komi: Komi,
    rules: Rules,
) -> Result<Loaded<GoGame>, SessionError> {
    let start = record.start(rules, komi).map_err(|error| wrong(&error))?;
    let board = record.board().clone();
    let spec = GameSpec::Go { board, komi: record.komi.unwrap_or(komi), rules: record.rules.unwrap_or(rules) };
    // One stone is the first move of an even game.
    let n_handicap = if record.handicap > 1 { record.handicap } else { 0 };
    let mut game = super::begin_at(start).with_n_handicap(n_handicap);
    let mut moves = Vec::new();
    let line = record.main_line(n_moves);
    let mut notices: Vec<String> = line.notices.iter().map(ToString::to_string).collect();
    // The game begins anew where the record changes the board.
    let begins = record.edits.range(..=n_moves).next_back().map(|(&after, _)| after);
    if let Some(after) = begins {
        let position = record.position(rules, komi, after).map_err(|error| wrong(&error))?;
        game = super::begin_at(position);
        notices.push(format!("the record changes the board after move {after}: the game begins there"));
    }
    for NumberedMove { number, player, mv } in line.moves {
        if begins.is_some_and(|after| number <= after) {
            continue;
        }
        let played = game.play_move(player, mv);
        moves.push((player, played.map_err(|error| wrong(&format!("move {number}: {error}")))?));
    }
    Ok(Loaded { spec, game, moves, notices })
}
