//! `tesuji book`: what first moves are worth, and opening books that the strong player builds itself.

mod build;
mod openings;
mod show;

use crate::status;

/// Of `tesuji book`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Task,
}

/// What to do with openings.
#[derive(clap::Subcommand)]
enum Task {
    /// Let a book grow: search positions, best first; can be stopped, killed and gone on with
    #[command(after_help = status::HELP)]
    Build(build::Arguments),
    /// What does a book say of a position?
    Show(show::Arguments),
    /// What is each first move worth? A map of what the players go by, or of what is found out now
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
