//! `tesuji completions`: the script that a shell needs to complete our command line, and the manual pages.

use std::io;
use std::path::PathBuf;

use miette::{IntoDiagnostic, WrapErr};

use crate::status::{Result, Status};

/// The arguments of `tesuji completions`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    /// The shell
    #[arg(required = true)]
    shell: Option<clap_complete::Shell>,
}

/// The other use of the command.
#[derive(clap::Subcommand)]
enum Task {
    /// Write manual pages, one for the program and one for each command
    Man {
        /// The folder for the pages; it is created if it does not exist
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// Writes the script to standard output, or the pages to a folder.
///
/// # Errors
///
/// If standard output fails, or the folder cannot be written to.
pub(crate) fn run(arguments: &Arguments) -> Result {
    if let Some(Task::Man { folder }) = &arguments.task {
        let written =
            std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(crate::help::command(), folder));
        written.into_diagnostic().wrap_err_with(|| format!("cannot write manual pages to {}", folder.display()))?;
    }
    if let Some(shell) = arguments.shell {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut crate::help::command(), "tesuji", &mut script);
        io::Write::write_all(&mut io::stdout(), &script)?;
    }
    Ok(Status::Fine)
}
