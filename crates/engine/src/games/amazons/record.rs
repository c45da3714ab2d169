//! Games of Amazons from records.

use tesuji_amazons::Position;
use tesuji_amazons::notation::write_move;
use tesuji_amazons::record::sgf;

use super::spec;
use crate::SessionError;
use crate::games::in_play::{AnyGame, Loaded};

/// The main line of an SGF file, up to `n_moves` moves, from its own start, whoever stands below and moves first in it.
pub(crate) fn load(text: &str, n_moves: usize) -> Result<Loaded, SessionError> {
    let wrong = |error: &dyn std::fmt::Display| SessionError::Record(error.to_string());
    let record = sgf::read(text).map_err(|error| wrong(&error))?;
    let start = Position::new(&record.setup).map_err(|error| wrong(&error))?;
    let spec = spec(&start.setup())?;
    let mut game = super::begin_at(start.clone());
    let mut moves = Vec::new();
    for (mv_idx, &mv) in record.main.moves.iter().take(n_moves).enumerate() {
        let player = game.to_move();
        let played = game.play(player, &write_move(start.size(), mv));
        moves.push((player, played.map_err(|error| wrong(&format!("move {}: {error}", mv_idx + 1)))?));
    }
    Ok(Loaded { spec, game: Box::new(game), moves })
}
