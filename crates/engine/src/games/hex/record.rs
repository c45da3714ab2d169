//! Games of Hex from records.

use std::sync::Arc;

use tesuji_hex::notation::sgf;
use tesuji_hex::{Action, Move, Position, Record, SetupError};

use super::HexGame;
use crate::games::in_play::Core;
use crate::games::loaded::Loaded;
use crate::{GameSpec, SessionError};

fn wrong(error: &dyn std::fmt::Display) -> SessionError {
    SessionError::Record(error.to_string())
}

/// Reads an SGF file.
pub(crate) fn read(text: &str) -> Result<Record, SessionError> {
    sgf::read(text).map_err(|error| wrong(&error))
}

/// The main line of a record, up to `n_moves` moves; with the swap rule if `swap` says so or the record has a swap.
///
/// A pass only gives the turn away, and an exchange of colours by the players leaves the board unchanged. So neither is
/// kept as a move. A resignation ends the line.
pub(crate) fn replay(record: &Record, n_moves: usize, swap: bool) -> Result<Loaded<HexGame>, SessionError> {
    let (columns, rows) = record.size();
    let has_swap = record.moves.iter().any(|mv| mv.action == Action::SwapPieces);
    let swap = (swap || has_swap) && columns == rows;
    let start = start(record, swap).map_err(|error| wrong(&error))?;
    let topology = Arc::clone(start.topology());
    let mut game = super::begin_at(start);
    let mut moves = Vec::new();
    for (mv_idx, mv) in record.moves.iter().take(n_moves).enumerate() {
        let played = match mv.action {
            Action::Place(cell) if cell.index() < topology.n_cells() => Move::Place(cell),
            Action::Place(_) => return Err(wrong(&format!("move {}: the cell is beyond the board", mv_idx + 1))),
            Action::SwapPieces => Move::Swap,
            Action::Pass => {
                game.play.set_to_move(mv.player.opponent())?;
                continue;
            }
            Action::SwapSides => continue,
            Action::Resign | Action::Forfeit => break,
        };
        let played = game.play.play_move(mv.player, played);
        moves.push((mv.player, played.map_err(|error| wrong(&format!("move {}: {error}", mv_idx + 1)))?));
    }
    Ok(Loaded { spec: GameSpec::Hex { columns, rows, swap }, game, moves, notices: Vec::new() })
}

fn start(record: &Record, swap: bool) -> Result<Position, SetupError> {
    let [black, white] = &record.setup;
    if swap && black.is_empty() && white.is_empty() {
        let mut position = Position::with_swap(record.size().0)?;
        // In records White may begin, and its move may be swapped, even if the record does not say that White begins.
        position.set_to_move(record.moves.first().map_or(record.to_move, |mv| mv.player));
        return Ok(position);
    }
    Position::setup(record.size(), black, white, record.to_move)
}
