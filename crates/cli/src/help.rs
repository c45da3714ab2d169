//! The page of `tesuji --help`: the subcommands in groups, each with its line.

use clap::CommandFactory;

/// The groups in the order of the page, and the subcommands of each.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Browser", &["serve"]),
    (
        "Prove",
        &["verify", "check", "show", "answers", "defend", "strategy", "split", "minimize", "repair", "templates"],
    ),
    ("Boards", &["solve", "openings", "store", "board", "convert"]),
    ("Play", &["play", "gtp", "match", "tune"]),
    ("Study", &["review", "analyze", "measure", "trace", "maps", "study"]),
    ("Clusters", &["work"]),
    ("Data", &["fit", "completions", "man"]),
];

/// The parser of the command line, with that page.
#[must_use]
pub fn command() -> clap::Command {
    let command = taking_negatives(crate::Arguments::command());
    let groups = page(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    ))
}

/// The same command whose options take values such as `-5`, so that their own parsers say what was expected, and not that
/// there is no option `-5`.
fn taking_negatives(command: clap::Command) -> clap::Command {
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    let command = command.mut_args(|argument| {
        let takes_time = argument.get_value_names().is_some_and(|names| names.iter().any(|name| name == "TIME"));
        match argument.is_positional() || !argument.get_action().takes_values() {
            true => argument,
            // A time may have a unit: `-5s` is no number.
            false if takes_time => argument.allow_hyphen_values(true),
            false => argument.allow_negative_numbers(true),
        }
    });
    names.iter().fold(command, |command, name| command.mut_subcommand(name, taking_negatives))
}

fn page(command: &clap::Command) -> String {
    let mut page = String::new();
    for (title, names) in GROUPS {
        page += &format!("{title}:\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            page += &format!("  {name:<12}{}\n", about.map(ToString::to_string).unwrap_or_default());
        }
        page.push('\n');
    }
    page
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn every_subcommand_stands_in_one_group() {
        let command = crate::Arguments::command();
        let mut names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        names.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, names);
    }

    #[test]
    fn the_parser_is_sound() {
        command().debug_assert();
    }
}
