//! The `tesuji` binary: it reads files, asks the library, prints.
//!
//! Never: it decides nothing about boards, proofs or answers, and no other crate imports it.
//!
//! Each subcommand is one module under `commands/` with its arguments and a `run` function; what is long has files of its
//! own in a folder of that name. What several of them need
//! lies beside this file: taking what is given (`input`), writing it in another form (`written`), drawing boards of Hex as text (`picture`), certificates on
//! disk (`files`), what is refused before anything is computed (`outputs`), running many problems under limits (`pool`), options of whoever solves whole boards (`solving`),
//! Ctrl-C (`interrupt`).
//!
//! Exit status: `Status` in the module `status`.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod columns;
mod commands;
mod files;
mod help;
mod input;
mod interrupt;
mod outputs;
mod picture;
mod pool;
mod searches;
mod sheet;
mod solving;
mod status;
mod summary;
mod text;
mod written;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{FromArgMatches, Parser};
use miette::{MietteHandlerOpts, miette};
use tesuji_neural::{Net, graph};

use crate::commands::Command;
pub use crate::commands::schema_of;
pub use crate::help::command;
use crate::status::{Failure, Status};

/// The workbench for Hex, Go on boards of any shape, and Amazons: it proves claims, solves and analyzes positions, and plays.
#[derive(Parser)]
#[command(name = "tesuji", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Weights in place of those that come with the program, for training (docs/NETWORK.md)
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    net: Option<PathBuf>,
    /// Exit with status 4 if an answer stays undecided
    #[arg(long, global = true, hide_short_help = true)]
    strict: bool,
}

/// Makes the net in this file the one that players use.
fn use_net(path: &Path) -> Result<(), Failure> {
    let bytes = tesuji_archive::files::read_at_most(path, Net::MOST_BYTES);
    let bytes = bytes.map_err(|error| miette!("{}: {error}", path.display()))?;
    let wrong = |error| miette!("{}: {error}", path.display());
    // Nothing has used a net before the command runs.
    if graph::Net::is_file(&bytes) {
        _ = graph::Net::parse(&bytes).map_err(wrong)?.replace_shipped();
    } else {
        _ = Net::parse(&bytes).map_err(wrong)?.replace_shipped();
    }
    Ok(())
}

/// Reads the arguments of this process, does what they ask, and says with which status it ends.
#[must_use]
pub fn run() -> ExitCode {
    let parser = help::command();
    let matches = parser.clone().get_matches();
    let Arguments { command, net, strict } = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    // A message that another program reads stays on its line. The hook is set once, so setting it cannot fail.
    let wrap = io::stderr().is_terminal();
    // The text of an error says its cause.
    let options = move || MietteHandlerOpts::new().wrap_lines(wrap).without_cause_chain();
    _ = miette::set_hook(Box::new(move |_| Box::new(options().build())));
    let run = || {
        outputs::check(&parser, &matches)?;
        net.as_deref().map_or(Ok(()), use_net)?;
        command.run()
    };
    let status = match run() {
        Ok(status) => status,
        // Whoever reads our output has seen enough, as `head` does.
        Err(Failure::Console(error)) if error.kind() == io::ErrorKind::BrokenPipe => Status::Fine,
        Err(Failure::Console(error)) => {
            text::complain(&format!("standard input or output fails: {error}"));
            Status::BadInput
        }
        Err(Failure::Invalid(fault)) => {
            text::complain(&fault);
            Status::No
        }
        Err(Failure::Fault(fault)) => {
            text::complain(&fault);
            Status::Fault
        }
        Err(Failure::Report(report)) => {
            text::complain(&format!("{report:?}"));
            Status::BadInput
        }
    };
    status.code(strict)
}
