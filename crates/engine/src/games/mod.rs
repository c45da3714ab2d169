//! What a session needs of a game, and the one place that says which game it is.

mod go;
mod hex;
mod table;

pub(crate) use table::Table;

use crate::{GameSpec, SessionError};

/// The table at which `spec` is played: the only `match` on the game.
pub(crate) fn any_table(spec: &GameSpec) -> Result<Box<dyn Table>, SessionError> {
    Ok(match *spec {
        GameSpec::Hex { columns, rows, swap } => Box::new(hex::table(columns, rows, swap)?),
        GameSpec::Go { columns, rows, komi, rules } => Box::new(go::table(columns, rows, komi, rules)?),
    })
}
