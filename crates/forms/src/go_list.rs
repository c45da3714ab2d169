//! Moves of Go in sequence, as people and GTP write them: `D4 Q16 pass`, `B D4`, `play b D4`.
//!
//! Black begins and turns alternate, unless the moves name their players. [`tesuji_game::moves`] says which numbers and
//! colours may stand around the moves. Columns are letters without `I`; rows count from below.

use tesuji_board::{BoardSpec, Player};
use tesuji_game::moves::ListedMoves;
use tesuji_go::Move;
use tesuji_go::record::Record;

use crate::FormError;

/// The board if nobody says which.
pub(crate) const USUAL: (usize, usize) = (19, 19);

/// Reads a list on a rectangle of this size, and whether the text states it.
pub(crate) fn read(text: &str, size: Option<(usize, usize)>) -> Result<(Record, bool), FormError> {
    let listed = ListedMoves::of(text);
    let stated = size.or(listed.size);
    let (columns, rows) = stated.unwrap_or(USUAL);
    let mut record = Record::new(BoardSpec::square(columns, rows))?;
    let topology = std::sync::Arc::clone(record.topology());
    record.komi = listed.komi.and_then(|komi| komi.parse().ok());
    let mut loser = None;
    for item in &listed.moves {
        let turn = record.moves.last().map_or(Player::Black, |(player, _)| player.opponent());
        let player = item.player.unwrap_or(turn);
        if item.text.eq_ignore_ascii_case("resign") {
            loser = Some(player);
            continue;
        }
        let mv = match item.text.eq_ignore_ascii_case("pass") {
            true => Some(Move::Pass),
            false => topology.cell(&item.text.to_ascii_uppercase()).map(Move::Place),
        };
        let Some(mv) = mv else {
            let number = text[..item.at].matches('\n').count() + 1;
            let found: String = item.text.chars().take(16).collect();
            let fault = format!("line {number}: `{found}` is not a point of {columns}x{rows}, such as D4, nor `pass`");
            return Err(FormError::GoText { form: "a list", fault });
        };
        record.moves.push((player, mv));
    }
    let resigned = if loser.is_some() { "R" } else { "" };
    if let Some(winner) = listed.winner.or_else(|| loser.map(Player::opponent)) {
        record.result = format!("{}+{resigned}", if winner == Player::Black { "B" } else { "W" });
    }
    Ok((record, stated.is_some()))
}
