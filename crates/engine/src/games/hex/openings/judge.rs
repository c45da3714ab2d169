//! One opening, judged by the strong player.

use tesuji_board::{Cell, Player};
use tesuji_game::Game;
use tesuji_hex::{Move, Position};
use tesuji_search::Limits;

use super::super::strong::HexStrong;
use crate::SessionError;
use crate::player::{Strong, StrongSpec};

/// The result of searching an opening.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Opinion {
    /// The result that Black, who began there, may expect, from 0 (loss) to 1 (win): the mean of the playouts below
    /// White's best reply.
    pub value: f64,
    /// The winner, if that was proved.
    pub winner: Option<Player>,
    /// The number of playouts.
    pub n_playouts: u64,
}

/// Searches the position after Black has begun at `cell`, which must lie on the board, without the swap rule.
///
/// A new player is asked each time, so that the opinion does not depend on earlier searches.
///
/// # Errors
///
/// If the settings are out of range, the board cannot be played on, or the opening ends the game.
pub fn judge(side: usize, cell: Cell, spec: &StrongSpec, limits: &Limits, seed: u64) -> Result<Opinion, SessionError> {
    let mut position = Position::empty(side, side)?;
    if position.play(Move::Place(cell)).is_err() {
        let expected = format!("a cell of the {side}x{side} board");
        return Err(SessionError::unknown(&format!("cell {}", cell.index()), expected));
    }
    let judged = HexStrong::default().choose(spec, &position, limits, seed)?;
    let by_search = judged.report.as_ref().and_then(|report| report.moves.first()).map_or(0.5, |best| 1.0 - best.value);
    let value = match judged.winner {
        Some(winner) => f64::from(u8::from(winner == Player::Black)),
        None => by_search,
    };
    Ok(Opinion { value, winner: judged.winner, n_playouts: judged.n_playouts })
}
