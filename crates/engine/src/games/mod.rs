//! The games of a session: the description of each, how each is played and written, and what only some of them have.
//!
//! This module branches on the game. docs/recipes/game.md lists the other files that do so; a tidy check keeps that list
//! complete.

mod amazons;
mod any;
mod description;
mod go;
mod hex;
mod in_play;
mod loaded;
mod overlays;
pub(crate) mod planes;
mod players;
mod spec;
mod state;

pub use amazons::AmazonsEndings;
pub(crate) use any::AnyGame;
pub use any::{AnyPosition, AnyRecord, PositionRef};
pub use description::{
    CellNames, Drawing, GameDescription, GameKind, LoadNumber, MoveForm, PlayoutKinds, SolverKinds, StrongSection,
};
pub use go::{GoTable, GoTableMut};
pub use hex::{HexAnalysis, HexTools, SelfPlaySpec, game_seed, openings};
pub(crate) use in_play::Start;
pub(crate) use loaded::Loaded;
pub use overlays::OverlayDef;
pub(crate) use overlays::{CellValue, Target};
pub(crate) use players::AnyPlayers;
pub use spec::GameSpec;
pub use state::{Judge, State};

use std::sync::LazyLock;

use crate::SessionError;

/// Whether there is an evaluator of this name, in a game that has any.
pub(crate) fn check_evaluator(name: &str) -> Result<(), SessionError> {
    amazons::check_evaluator(name).or_else(|_| hex::check_evaluator(name)).map_err(|_| SessionError::Player {
        setting: "evaluator",
        found: name.chars().take(32).collect(),
        expected: evaluator_names(),
    })
}

/// The names of all evaluators, by game.
#[must_use]
pub fn evaluator_names() -> &'static str {
    static NAMES: LazyLock<String> =
        LazyLock::new(|| format!("for Hex {}; for Amazons {}", *hex::EVALUATORS, *amazons::EVALUATORS));
    &NAMES
}

/// The root properties of a record of this game: which game, on which board, under which rules.
pub(crate) fn sgf_header(spec: &GameSpec) -> Vec<(&'static str, String)> {
    match spec {
        GameSpec::Hex { columns, rows, .. } => hex::sgf_header(*columns, *rows),
        GameSpec::Go { board, komi, rules } => tesuji_go::record::sgf::header(board, Some(*komi), Some(rules)),
        GameSpec::Amazons { columns, rows, .. } => amazons::sgf_header(*columns, *rows),
    }
}
