//! The subcommands, one file each: a struct of arguments and `run`.

mod verify;

use miette::Result;

use crate::status::Status;

/// What to do.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Answer problems: does the claim hold? Writes certificates
    Verify(verify::Arguments),
}

impl Command {
    /// Does it.
    ///
    /// # Errors
    ///
    /// What makes the exit status 2.
    pub(crate) fn run(self) -> Result<Status> {
        match self {
            Self::Verify(arguments) => verify::run(&arguments),
        }
    }
}
