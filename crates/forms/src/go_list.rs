//! Moves of Go in sequence, as people and GTP write them: `D4 Q16 pass`.
//!
//! Black begins and turns alternate. Numbers before moves (`1.`), commas and semicolons are skipped. Columns are letters
//! without `I`; rows count from below.

use tesuji_board::{BoardSpec, Player};
use tesuji_go::Move;
use tesuji_go::record::Record;

use crate::FormError;

/// The board if nobody says which.
pub(crate) const USUAL: (usize, usize) = (19, 19);

/// Reads a list on a rectangle of this size.
pub(crate) fn read(text: &str, (columns, rows): (usize, usize)) -> Result<Record, FormError> {
    let mut record = Record::new(BoardSpec::square(columns, rows))?;
    let topology = std::sync::Arc::clone(record.topology());
    for (number, line) in (1..).zip(text.lines()) {
        for word in line.split(|c: char| c.is_whitespace() || c == ',' || c == ';') {
            let n_digits = word.bytes().take_while(u8::is_ascii_digit).count();
            let word = match word[n_digits..].strip_prefix('.') {
                Some(rest) if n_digits > 0 => rest.trim_start_matches('.'),
                _ => word,
            };
            if word.is_empty() {
                continue;
            }
            let mv = match word.eq_ignore_ascii_case("pass") {
                true => Some(Move::Pass),
                false => topology.cell(&word.to_ascii_uppercase()).map(Move::Place),
            };
            let Some(mv) = mv else {
                let found: String = word.chars().take(16).collect();
                let fault =
                    format!("line {number}: `{found}` is not a point of {columns}x{rows}, such as D4, nor `pass`");
                return Err(FormError::GoText { form: "a list", fault });
            };
            let player = record.moves.last().map_or(Player::Black, |(player, _)| player.opponent());
            record.moves.push((player, mv));
        }
    }
    Ok(record)
}
