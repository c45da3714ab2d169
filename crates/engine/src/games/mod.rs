//! What a session needs of a game, and the one place that says which game it is.

mod go;
mod hex;
mod in_play;

pub use hex::{book, openings};
pub(crate) use in_play::AnyGame;

use crate::{GameSpec, SessionError};

/// A game that has not begun, of the kind that `spec` says: the only `match` on the game.
pub(crate) fn begin(spec: &GameSpec) -> Result<Box<dyn AnyGame>, SessionError> {
    Ok(match *spec {
        GameSpec::Hex { columns, rows, swap } => Box::new(hex::begin(columns, rows, swap)?),
        GameSpec::Go { columns, rows, komi, rules } => Box::new(go::begin(columns, rows, komi, rules)?),
    })
}
