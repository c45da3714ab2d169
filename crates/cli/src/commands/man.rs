//! `tesuji man`: manual pages, one for the program and one for each subcommand.

use std::path::PathBuf;

use miette::{IntoDiagnostic, WrapErr};

use crate::status::{Result, Status};

/// Where to write.
#[derive(clap::Args)]
#[command(after_help = "Example: tesuji man ~/.local/share/man/man1, then: man tesuji-verify")]
pub(crate) struct Arguments {
    /// The folder for the pages; it is created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the pages.
///
/// # Errors
///
/// If the folder cannot be written to.
pub(crate) fn run(arguments: &Arguments) -> Result {
    let folder = &arguments.folder;
    let written =
        std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(crate::help::command(), folder));
    written.into_diagnostic().wrap_err_with(|| format!("cannot write manual pages to {}", folder.display()))?;
    Ok(Status::Fine)
}
