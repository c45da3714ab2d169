//! `tesuji completions`: the script that a shell needs to complete our command line.

use std::io;

use crate::status::{Result, Status};

/// What to write.
#[derive(clap::Args)]
#[command(
    after_help = "Example, for bash: tesuji completions bash > ~/.local/share/bash-completion/completions/tesuji"
)]
pub(crate) struct Arguments {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Writes the script to standard output.
///
/// # Errors
///
/// If standard output fails.
pub(crate) fn run(arguments: &Arguments) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::help::command(), "tesuji", &mut script);
    io::Write::write_all(&mut io::stdout(), &script)?;
    Ok(Status::Fine)
}
