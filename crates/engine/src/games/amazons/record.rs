//! Games of Amazons from records.

use tesuji_amazons::Position;
use tesuji_amazons::record::{self, Record};

use super::{AmazonsGame, start};
use crate::games::in_play::Core;
use crate::games::loaded::Loaded;
use crate::{GameSpec, SessionError};

fn wrong(error: &dyn std::fmt::Display) -> SessionError {
    SessionError::Record(error.to_string())
}

/// Reads a game in any form. A list of moves without a start begins with `setup`, or the usual start of the board.
pub(crate) fn read(text: &str, columns: usize, rows: usize, setup: Option<&str>) -> Result<Record, SessionError> {
    let start = start(columns, rows, setup)?;
    if text.trim().is_empty() {
        return Err(SessionError::Record("expected a game of Amazons, found nothing".to_owned()));
    }
    record::read(text, &start).map_err(|error| wrong(&error))
}

/// The main line up to `n_moves` moves, from the start of the record. Either player may be below, and either may move
/// first.
pub(crate) fn replay(record: &Record, n_moves: usize) -> Result<Loaded<AmazonsGame>, SessionError> {
    let start = Position::new(&record.setup).map_err(|error| wrong(&error))?;
    let spec = GameSpec::of_setup(&start.setup())?;
    let mut game = super::begin_at(start);
    let mut moves = Vec::new();
    for (mv_idx, &mv) in record.main.moves.iter().take(n_moves).enumerate() {
        let player = game.to_move();
        let played = game.play_move(player, mv);
        moves.push((player, played.map_err(|error| wrong(&format!("move {}: {error}", mv_idx + 1)))?));
    }
    Ok(Loaded { spec, game, moves, notices: Vec::new() })
}
