//! Refusals before anything is computed: files that cannot be written, and options about pictures without one.

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use miette::{IntoDiagnostic, Result, miette};

/// The options that name files to be written. Where one of these is a folder or no path, its value has another name.
const FILES: [&str; 10] = ["certificate", "svg", "png", "html", "csv", "sgf", "json", "govariants", "save", "out"];
/// Names of files in the help.
const NAMES: [&str; 2] = ["FILE", "OUT"];

/// Checks the options of the subcommand that was chosen.
///
/// # Errors
///
/// If a file that is asked for cannot be written, or an option about pictures is given and no picture is asked for.
pub(crate) fn check(mut command: &Command, mut matches: &ArgMatches) -> Result<()> {
    while let Some((name, inner)) = matches.subcommand() {
        let Some(subcommand) = command.find_subcommand(name) else { return Ok(()) };
        (command, matches) = (subcommand, inner);
    }
    let is_typed = |id: &str| {
        let is_known = command.get_arguments().any(|argument| argument.get_id() == id);
        is_known && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    for (option, needed) in [("theme", &["svg", "png", "html", "out"][..]), ("pixels", &["png"])] {
        if is_typed(option) && !needed.iter().any(|id| is_typed(id)) {
            let files = if option == "pixels" { "`--png FILE`" } else { "`--svg FILE` or `--png FILE`" };
            return Err(miette!("`--{option}` says how a picture looks, and none is asked for: expected {files}"));
        }
    }
    for argument in command.get_arguments() {
        let id = argument.get_id().as_str();
        let names = argument.get_value_names().unwrap_or_default();
        let is_file = FILES.contains(&id) && names.iter().any(|name| NAMES.contains(&name.as_str()));
        if is_file && let Ok(Some(path)) = matches.try_get_one::<PathBuf>(id) {
            tesuji_archive::files::check_writable(path).into_diagnostic()?;
        }
    }
    Ok(())
}
