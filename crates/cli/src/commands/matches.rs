//! `tesuji match`: plays players against players, as a control file or arguments say, and reports the results.

mod export;
mod live;
mod merge;
mod page;
mod play;
mod replay;
mod report;
mod short;

use std::path::{Path, PathBuf};

use miette::IntoDiagnostic;
use tesuji_arena::MatchStore;

pub(super) use self::play::play_all;
pub(super) use self::report::pairing_line;
pub(super) use self::short::engine;
use crate::status;

/// The arguments of `tesuji match`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    play: play::Settings,
}

/// Task for a match that was played.
#[derive(clap::Subcommand)]
enum Task {
    /// Sum up the games: who won, by how much, how certain that is, and what went wrong
    Report(report::Arguments),
    /// Write the games as CSV or SGF
    Export(export::Arguments),
    /// Play one game again, and say whether it comes out the same
    Replay(replay::Arguments),
    /// Join the parts of a match that several machines have played; parts that do not fit are refused
    Merge(merge::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    match &arguments.task {
        None => play::run(&arguments.play),
        Some(Task::Report(arguments)) => report::run(arguments),
        Some(Task::Export(arguments)) => export::run(arguments),
        Some(Task::Replay(arguments)) => replay::run(arguments),
        Some(Task::Merge(arguments)) => merge::run(arguments),
    }
}

/// The store of a control file, which is beside it.
fn store_of(control: &Path) -> PathBuf {
    control.with_extension("match")
}

/// The name of the control file in a folder of a match.
const CONTROL: &str = "match.toml";

/// The store that an argument names: itself, the control file that it belongs to, or the folder of both.
fn open_store(path: &Path) -> miette::Result<MatchStore> {
    // `match A B` leaves its files in a folder.
    let inside = path.join(CONTROL);
    let path = if path.is_dir() && inside.exists() { inside.as_path() } else { path };
    let is_control = path.extension().is_some_and(|ending| ending == "toml");
    let path = if is_control { store_of(path) } else { path.to_owned() };
    MatchStore::open(&path).into_diagnostic()
}

/// The folder of a file. Names in the file are relative to it.
fn folder_of(path: &Path) -> PathBuf {
    path.parent().map(Path::to_owned).unwrap_or_default()
}
