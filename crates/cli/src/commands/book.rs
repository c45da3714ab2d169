//! `tesuji book`: the values of first moves, and opening books that the strong player builds.

mod build;
mod openings;
mod show;

use crate::status;

/// The arguments of `tesuji book`.
#[derive(clap::Subcommand)]
pub(crate) enum Arguments {
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
    match arguments {
        Arguments::Build(arguments) => build::run(arguments),
        Arguments::Show(arguments) => show::run(arguments),
        Arguments::Openings(arguments) => openings::run(arguments),
    }
}
