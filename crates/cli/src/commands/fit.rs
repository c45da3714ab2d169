//! `tesuji fit`: learns weights, for our players from games and for Programs A and B from claims.

mod weights;

use std::io::Write;
use std::path::{Path, PathBuf};

use miette::miette;
use serde_json::json;
use tesuji_hex::Record;
use tesuji_hex::notation;
use tesuji_pattern::fit::{FitConfig, FitResult};
use tesuji_pattern::{Model, fit};

use crate::columns::Columns;
use crate::files;
use crate::sheet::{self, CsvOption, Objects};
use crate::status::{self, Status};
use crate::text::{complain, count, with_separators};

/// The arguments of `tesuji fit`.
#[derive(clap::Subcommand)]
pub(crate) enum Arguments {
    /// Learn how likely good players of Hex are to make a move, from the stones around it and the moves before it
    Patterns(Patterns),
    /// Find weights of the move ordering with which Program A or B needs fewer nodes for claims
    Weights(Box<weights::WeightArguments>),
}

#[derive(clap::Args)]
pub(crate) struct Patterns {
    /// Files of games: SGF, with one game or many, or lists of games, one a line
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Write the weights to this file
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// The seed that decides which games are held out, and the order of the others
    #[arg(long, value_name = "N", default_value_t = FitConfig::default().seed)]
    seed: u64,
    /// How many times to go through the games
    #[arg(long, value_name = "N", default_value_t = FitConfig::default().n_rounds)]
    rounds: u32,
    /// Learn a pattern only if at least N of the moves that were made have it
    #[arg(long, value_name = "N", default_value_t = FitConfig::default().least)]
    least: u32,
    /// Print one JSON object for the games fitted to and one for those held out, and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    csv: CsvOption,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &[&str] = &["games", "n_games", "moves", "first", "first_five", "log_likelihood"];

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    match arguments {
        Arguments::Patterns(patterns) => fit_patterns(patterns),
        Arguments::Weights(weights) => weights::run(weights),
    }
}

fn fit_patterns(arguments: &Patterns) -> status::Result {
    let mut records = Vec::new();
    for path in &arguments.games {
        read(path, &mut records)?;
    }
    let config = FitConfig {
        seed: arguments.seed,
        n_rounds: arguments.rounds,
        least: arguments.least,
        origin: origin(arguments, records.len()),
        ..FitConfig::default()
    };
    let FitResult { model, n_games, n_left_out, accuracy } = fit(&records, &config, &mut |round| {
        if round < config.n_rounds {
            complain(&format!("round {} of {}", round + 1, config.n_rounds));
        }
    });
    if n_games[0] == 0 {
        return Err(miette!("no game was played to its end, so there is nothing to fit to").into());
    }
    let text = model.to_text();
    debug_assert_eq!(Model::from_text(&text).as_ref(), Ok(&model));
    files::write_whole(&arguments.out, text.as_bytes())?;
    let mut out = anstream::stdout().lock();
    let mut rows = Objects::new(&arguments.csv, COLUMNS);
    for ((name, n_games), accuracy) in ["fitted", "held_out"].into_iter().zip(n_games).zip(&accuracy) {
        let object = json!({
            "games": name, "n_games": n_games, "moves": accuracy.n_moves, "first": accuracy.first(),
            "first_five": accuracy.first_five(), "log_likelihood": accuracy.mean_log_likelihood(),
        });
        if arguments.json {
            writeln!(out, "{}", sheet::line(&object))?;
        }
        rows.add(|| object);
    }
    rows.write()?;
    if arguments.json {
        return Ok(Status::Fine);
    }
    let [fitted, held_out] = n_games.map(|n| with_separators(n as u64));
    writeln!(out, "{fitted} games fitted to, {held_out} held out, {} left out", with_separators(n_left_out as u64))?;
    let mut table = Columns::new(["", ">moves", ">first", ">first five", ">log-likelihood"]);
    for (name, accuracy) in ["fitted to", "held out"].into_iter().zip(&accuracy) {
        let [first, first_five] =
            [accuracy.first(), accuracy.first_five()].map(|share| format!("{:.1} %", 100.0 * share));
        let likelihood = format!("{:.4}", accuracy.mean_log_likelihood());
        table.row([name, &with_separators(accuracy.n_moves), &first, &first_five, &likelihood]);
    }
    write!(out, "{table}")?;
    let n_weights = count(model.weights().len() as u64, "weight");
    writeln!(out, "{}: {n_weights}, {}", arguments.out.display(), count(text.len() as u64, "byte"))?;
    Ok(Status::Fine)
}

/// The origin that the file states: the names of the game files without their folders, and the command.
fn origin(arguments: &Patterns, n_records: usize) -> String {
    let names = arguments.games.iter().map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy());
    let Patterns { seed, rounds, least, .. } = arguments;
    format!(
        "{} in {}, by `tesuji fit patterns --seed {seed} --rounds {rounds} --least {least}`",
        count(n_records as u64, "game"),
        names.collect::<Vec<_>>().join(", ")
    )
}

/// Appends the games of a file.
fn read(path: &Path, records: &mut Vec<Record>) -> miette::Result<()> {
    let text = files::read_text(path)?.text;
    let games = notation::read_games(&text, None).map_err(|error| miette!("{}: {error}", path.display()))?;
    records.extend(games.into_iter().map(|game| game.record));
    Ok(())
}
