//! `tesuji book`: what first moves are worth, and opening books that the strong player builds itself.

mod openings;

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
    /// What is each first move worth? A map of what the players go by, or of what is found out now
    Openings(openings::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    match &arguments.task {
        Task::Openings(arguments) => openings::run(arguments),
    }
}
