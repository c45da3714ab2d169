//! Games of Amazons from records.

use tesuji_amazons::Position;
use tesuji_amazons::notation::write_move;
use tesuji_amazons::record;

use super::{read_setup, spec, usual_start};
use crate::games::in_play::{AnyGame, Loaded};
use crate::{GameSpec, SessionError};

/// The main line of a game in any form, up to `n_moves` moves, from its own start, whoever stands below and moves first in
/// it. A list of moves without a start begins as `game` does.
pub(crate) fn load(game: &GameSpec, text: &str, n_moves: usize) -> Result<Loaded, SessionError> {
    let wrong = |error: &dyn std::fmt::Display| SessionError::Record(error.to_string());
    let start = match game {
        GameSpec::Amazons { setup: Some(setup), .. } => read_setup(setup)?,
        GameSpec::Amazons { columns, rows, setup: None } => usual_start(*columns, *rows)?,
        _ => return Err(SessionError::Unsupported("records of Amazons")),
    };
    if text.trim().is_empty() {
        return Err(SessionError::Record("expected a game of Amazons, found nothing".to_owned()));
    }
    let record = record::read(text, &start).map_err(|error| wrong(&error))?;
    let start = Position::new(&record.setup).map_err(|error| wrong(&error))?;
    let spec = spec(&start.setup())?;
    let mut game = super::begin_at(start.clone());
    let mut moves = Vec::new();
    for (mv_idx, &mv) in record.main.moves.iter().take(n_moves).enumerate() {
        let player = game.to_move();
        let played = game.play(player, &write_move(start.size(), mv));
        moves.push((player, played.map_err(|error| wrong(&format!("move {}: {error}", mv_idx + 1)))?));
    }
    Ok(Loaded { spec, game: Box::new(game), moves, notices: Vec::new() })
}
