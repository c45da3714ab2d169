//! Starts the command line, which is a library so that its tests need no second compilation.

use std::process::ExitCode;

fn main() -> ExitCode {
    tesuji_cli::run()
}
