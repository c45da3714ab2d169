//! What a session needs of a game, and the place where a session learns which game it is. Other files that tell games apart, such
//! as what GTP says of each, are listed in CONTRIBUTING.md, recipe "A game"; a tidy check keeps that list true.

mod amazons;
mod description;
mod go;
mod hex;
mod in_play;
mod spec;

pub use description::{CellNames, Drawing, GameDescription, GameKind, LoadNumber, MoveForm, PlayoutKinds, SolverKinds};
pub(crate) use hex::hardest_reply;
pub use hex::{book, openings};
pub(crate) use in_play::{AnyGame, Loaded, Start};
pub use spec::GameSpec;

use crate::SessionError;

/// Is there an evaluator of this name, in a game that has any?
pub(crate) fn check_evaluator(name: &str) -> Result<(), SessionError> {
    amazons::check_evaluator(name).or_else(|_| hex::check_evaluator(name)).map_err(|_| SessionError::Player {
        setting: "evaluator",
        found: name.chars().take(32).collect(),
        expected: "one of Hex (d, l, ev, ev', ev'=0.07, ev-brandes, ev'-brandes, b, resistance) or of Amazons (moves, \
            first-reach, path-interception, path-interception=0.9, average, lieberum)",
    })
}

/// The game that a record tells of, played up to `n_moves` moves; `spec` says which game it has to be.
pub(crate) fn load(spec: &GameSpec, record: &str, n_moves: usize) -> Result<Loaded, SessionError> {
    match spec {
        GameSpec::Hex { swap, .. } => hex::record::load(record, n_moves, *swap),
        GameSpec::Go { komi, rules, .. } => go::record::load(record, n_moves, *komi, *rules),
        GameSpec::Amazons { .. } => amazons::record::load(spec, record, n_moves),
    }
}

/// The root properties of a record of this game: which game, on which board, under which rules.
pub(crate) fn sgf_header(spec: &GameSpec) -> Vec<(&'static str, String)> {
    match spec {
        GameSpec::Hex { columns, rows, .. } => hex::sgf_header(*columns, *rows),
        GameSpec::Go { board, komi, rules } => tesuji_go::record::sgf::header(board, Some(*komi), Some(rules)),
        GameSpec::Amazons { columns, rows, .. } => amazons::sgf_header(*columns, *rows),
    }
}

/// A game that has not begun, of the kind that `spec` says.
pub(crate) fn begin(spec: &GameSpec) -> Result<Box<dyn AnyGame>, SessionError> {
    Ok(match spec {
        GameSpec::Hex { columns, rows, swap } => Box::new(hex::begin(*columns, *rows, *swap)?),
        GameSpec::Go { board, komi, rules } => Box::new(go::begin(board, *komi, *rules)?),
        GameSpec::Amazons { columns, rows, setup } => Box::new(amazons::begin(*columns, *rows, setup.as_deref())?),
    })
}
