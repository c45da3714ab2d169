//! What a session needs of a game, and the one place that says which game it is.

mod go;
mod hex;
mod in_play;

pub(crate) use hex::hardest_reply;
pub use hex::{book, openings};
pub(crate) use in_play::{AnyGame, Loaded};

use crate::{GameSpec, SessionError};

/// Is there an evaluator of this name, in a game that has any?
pub(crate) fn check_evaluator(name: &str) -> Result<(), SessionError> {
    hex::formula(name).map(|_| ())
}

/// The game that a record tells of, played up to `n_moves` moves; `spec` says which game it has to be.
pub(crate) fn load(spec: &GameSpec, record: &str, n_moves: usize) -> Result<Loaded, SessionError> {
    match spec {
        GameSpec::Hex { swap, .. } => hex::record::load(record, n_moves, *swap),
        GameSpec::Go { .. } => Err(SessionError::Unsupported("reading records")),
    }
}

/// A game that has not begun, of the kind that `spec` says: the only `match` on the game.
pub(crate) fn begin(spec: &GameSpec) -> Result<Box<dyn AnyGame>, SessionError> {
    Ok(match *spec {
        GameSpec::Hex { columns, rows, swap } => Box::new(hex::begin(columns, rows, swap)?),
        GameSpec::Go { columns, rows, komi, rules } => Box::new(go::begin(columns, rows, komi, rules)?),
    })
}
