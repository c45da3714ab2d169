//! The pages of `--help` and `-h`: the commands in groups, what `-h` leaves out, and an example at the end of each.

use clap::CommandFactory;

use crate::status;

/// The groups in the order of the page, and the commands of each.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Browser", &["serve"]),
    ("Prove", &["prove", "solve", "openings", "check", "show", "claim", "store"]),
    ("Play", &["play", "gtp", "match", "tune"]),
    ("Study", &["review", "analyze", "life", "measure", "study"]),
    ("Boards", &["board", "convert", "maps"]),
    ("Many machines", &["work", "fit"]),
    ("The command line", &["completions", "schema"]),
];

/// The options that `-h` leaves out wherever they are; `--help` has them.
const RARE: &str = "\
    png theme pixels weights walks walk_plies patterns seed shard memory network resume band \
    brandes ratio through_edge sample alpha beta unfiltered libego seeds swap position settings \
    exploration set perturbation step threshold region paper list rules sprt overlay quiet colours";

/// An example for the end of the page of each command.
const EXAMPLES: &[(&str, &str)] = &[
    ("", "prove examples/ziggurat.toml"),
    ("serve", "serve --engine 'GNU Go=gnugo --mode gtp'"),
    ("prove", "prove examples/ziggurat.toml --certificates proofs --time 60s"),
    ("solve", "solve 'a3 c3' --board 5 --moves"),
    ("openings", "openings --board 5 --store hex.store"),
    ("openings table", "openings table --board 9"),
    ("check", "check proofs/ziggurat.cert"),
    ("show", "show 'f6 f5 swap-pieces d4' --move 2"),
    ("claim", "claim minimize examples/ziggurat.toml"),
    ("claim minimize", "claim minimize examples/ziggurat.toml --all --out smaller.toml"),
    ("claim repair", "claim repair problem.toml --cells 2 --certificates proofs"),
    ("claim split", "claim split examples/yang7.toml --out parts"),
    ("claim next", "claim next examples/d5.strategy"),
    ("claim suggest", "claim suggest examples/d5.strategy d4"),
    ("claim try", "claim try examples/d5.strategy d4 e4"),
    ("claim merge", "claim merge mine.strategy hers.strategy"),
    ("claim strategy", "claim strategy examples/yang7.strategy --certificates proofs"),
    ("claim answers", "claim answers proofs/ziggurat.cert --svg answers.svg"),
    ("claim defend", "claim defend examples/ziggurat.toml ziggurat"),
    ("claim templates", "claim templates --row 3 --width 5"),
    ("store", "store list hex.store"),
    ("store list", "store list hex.store --board 5 --winner black"),
    ("store searches", "store searches hex.store"),
    ("store check", "store check hex.store"),
    ("store export", "store export hex.store --certificates proofs"),
    ("store merge", "store merge hex.store other.store"),
    ("play", "play --game hex --board 7 --swap"),
    ("gtp", "gtp --game go --board 9 --komi 7.5 --playouts 10000"),
    ("match", "match strong uct --game hex --board 7 --games 40"),
    ("match report", "match report match.toml --html report.html"),
    ("match export", "match export match.toml --to sgf --out games"),
    ("match replay", "match replay match.toml 7"),
    ("match merge", "match merge match.toml part1.match part2.match"),
    ("tune", "tune uct:playouts=500 --param exploration=0.1..2 --game hex --board 5 --out tuned"),
    ("review", "review game.sgf --time 5m --html review.html --sgf reviewed.sgf"),
    ("analyze", "analyze testdata/go/two-points.toml --only miai --svg miai.svg"),
    ("life", "life testdata/go/life.toml --only straight-three --group B3 --moves"),
    ("measure", "measure 'd4 c5 e3 d6' --board 7"),
    ("study", "study run sato2016/table2"),
    ("study list", "study list takada2014"),
    ("study show", "study show sato2016/table2"),
    ("study run", "study run ishida2016 --html ishida.html"),
    ("study report", "study report studies --out pages"),
    ("board", "board torus:9x9 --svg torus.svg"),
    ("convert", "convert game.sgf --to hexworld"),
    ("maps", "maps show sato-1 --board 9x9"),
    ("maps show", "maps show 'V & F(H & W)' --board 9x9 --position D4,D5,E5"),
    ("maps evolve", "maps evolve --checkpoint evolution.json --board 5x5 --generations 5"),
    ("work", "work summary claims examples/ziggurat.toml --out answers"),
    ("work run", "work run claims examples/ziggurat.toml --out answers --shard 1/2"),
    ("work merge", "work merge claims examples/ziggurat.toml --out all part1 part2"),
    ("work summary", "work summary claims examples/ziggurat.toml --out answers"),
    ("fit", "fit testdata/claims/mishima2008.toml --program b"),
    ("completions", "completions bash"),
    ("completions man", "completions man man1"),
    ("schema", "schema prove"),
];

/// Further text at the end of a page.
const NOTES: [(&str, &str); 4] = [
    (
        "show",
        "Of a game: players, result, the board, and what the rules say of it. Of Amazons also what exact counts show \
         about the ending: from which move on who had won, and which moves gave a win away. Of several games: a line \
         for each. If a record of Go does not state the rules, ko is simple and suicide is allowed.",
    ),
    (
        "review",
        "Proved things are certain; estimates have an interval, which says how much the search varies, not how right \
         it is. Of several games, --out writes a page, a record and data for each, and a summary. A game whose data \
         are there already from a run with the same settings is not reviewed again.",
    ),
    (
        "convert",
        "Games of Hex: sgf, little-golem, hexworld, hexwiki, diagram, moves. Go: sgf, json, diagram, moves. Amazons: \
         sgf, moves, fen, diagram, string, botzone, answer. Claims: toml, json, headers, hexwiki, hdg. Nothing is \
         written if a move is not allowed. What a form cannot hold is named on standard error.",
    ),
    (
        "serve",
        "Prints the address on standard output and runs until Ctrl-C. Jobs that were running go on at the next start. \
         With `--address 0.0.0.0` other machines can open it too; the address that is printed has a token.",
    ),
];

/// The parser of the command line, with its pages.
#[must_use]
pub fn command() -> clap::Command {
    let command = finished(crate::Arguments::command(), "").max_term_width(120);
    let groups = groups(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    ))
}

/// The command with the end of its page and without rare options in `-h`, and so its own commands. Its options take values
/// such as `-5`, so that their own parsers say what was expected, and not that there is no option `-5`.
fn finished(command: clap::Command, path: &str) -> clap::Command {
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    let of_path = |table: &[(&str, &'static str)]| table.iter().find(|(name, _)| *name == path).map(|&(_, text)| text);
    let example = of_path(EXAMPLES).map_or(String::new(), |line| format!("Example: tesuji {line}"));
    let note = of_path(&NOTES).map_or(String::new(), |note| format!("{note}\n\n"));
    let command = command.after_help(example.clone()).after_long_help(format!("{note}{}\n\n{example}", status::HELP));
    let command = command.mut_args(|argument| {
        let takes_time = argument.get_value_names().is_some_and(|names| names.iter().any(|name| name == "TIME"));
        let is_rare = RARE.split(' ').any(|id| argument.get_id() == id) && !argument.is_required_set();
        let argument = if is_rare { argument.hide_short_help(true) } else { argument };
        match argument.is_positional() || !argument.get_action().takes_values() {
            true => argument,
            // A time may have a unit: `-5s` is no number.
            false if takes_time => argument.allow_hyphen_values(true),
            false => argument.allow_negative_numbers(true),
        }
    });
    names.iter().fold(command, |command, name| {
        let path = format!("{path} {name}");
        command.mut_subcommand(name, |inner| finished(inner, path.trim()))
    })
}

fn groups(command: &clap::Command) -> String {
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

    /// All commands and their own, each with its path.
    fn all(command: &clap::Command, path: &str) -> Vec<(String, clap::Command)> {
        let below =
            command.get_subcommands().flat_map(|inner| all(inner, format!("{path} {}", inner.get_name()).trim()));
        below.chain([(path.to_owned(), command.clone())]).collect()
    }

    #[test]
    fn each_page_ends_with_an_example_that_is_understood() {
        let parser = command();
        let commands = all(&parser, "");
        assert_eq!(commands.len(), EXAMPLES.len());
        for (path, mut command) in commands {
            let page = command.render_long_help().to_string();
            let line =
                page.lines().last().unwrap().strip_prefix("Example: ").unwrap_or_else(|| panic!("{path}: {page}"));
            let parts = line.split('\'').enumerate();
            let words = parts.flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().collect::<Vec<_>>(),
                _ => vec![part],
            });
            let understood = parser.clone().try_get_matches_from(words);
            assert!(line.starts_with(&format!("tesuji {path}")) && understood.is_ok(), "{line}: {understood:?}");
        }
    }

    #[test]
    fn a_short_page_fits_a_screen() {
        for (path, command) in all(&command(), "") {
            let page = command.term_width(100).render_help().to_string();
            let widest = page.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(
                page.lines().count() <= 50 && widest <= 100,
                "{path}: {} lines of {widest}\n{page}",
                page.lines().count()
            );
        }
    }
}
