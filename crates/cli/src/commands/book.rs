//! `tesuji book`: the values of first moves, and opening books that the strong player builds.

mod build;
mod openings;
mod show;

use crate::status;

/// The arguments of `tesuji book`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Task,
}

/// What to do with openings.
#[derive(clap::Subcommand)]
enum Task {
    /// Grow a book: search positions, best first; can be stopped or killed, and resumed
    #[command(after_help = status::HELP)]
    Build(build::Arguments),
    /// Show what a book says about a position
    Show(show::Arguments),
    /// Draw a map of the value of each first move: the one that the players use, or one found out now
    #[command(after_help = status::HELP)]
    Openings(openings::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    match &arguments.task {
        Task::Build(arguments) => build::run(arguments),
        Task::Show(arguments) => show::run(arguments),
        Task::Openings(arguments) => openings::run(arguments),
    }
}
