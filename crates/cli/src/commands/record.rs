//! `tesuji record`: shows, checks and converts records of all games.

mod amazons;
mod data;
mod go;
mod hex;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use miette::{Result, miette};
use tesuji_engine::AnyRecord;
use tesuji_figures::{Picture, Theme};
use tesuji_forms::{FormError, Reading, read_games};
use tesuji_gallery::positions;
use tesuji_game::EncodingSource;

use self::data::Game;
use crate::files::Text;
use crate::input::{self, HintOptions, Source};
use crate::picture::PictureArguments;
use crate::sheet::CsvOption;
use crate::status::{self, Status};
use crate::text::{complain, count};
use crate::written::TargetOptions;

/// The arguments of `tesuji record`.
#[derive(clap::Args)]
#[command(mut_arg("out", |out| out.help("Write the record to this file, in the form of its ending")))]
#[command(mut_arg("to", |to| to.help(
    "Write in this form, whatever the ending; without OUT, print it to standard output, and nothing else"
)))]
pub(crate) struct Arguments {
    /// A record or a position of Hex, Go or Amazons in any form: a file, `-` for standard input, a link, or the text
    /// itself
    #[arg(value_name = "GAME|FILE")]
    input: PathBuf,
    #[command(flatten)]
    target: TargetOptions,
    /// Draw the board after N moves [default: all]
    #[arg(long = "move", value_name = "N")]
    n_moves: Option<usize>,
    /// Of several games, only those whose name or number matches; `*` is any text, `?` any character
    #[arg(long, value_name = "GLOB")]
    only: Option<String>,
    #[command(flatten)]
    hints: HintOptions,
    /// Amazons: exchange the colours, so that a game in which White starts below becomes one in which Black does
    #[arg(long)]
    exchange: bool,
    /// Print one JSON object a game instead: players, result and moves; of Amazons with the number of moves of both sides
    #[arg(long, conflicts_with = "to")]
    json: bool,
    #[command(flatten)]
    picture: PictureArguments,
    #[command(flatten)]
    csv: CsvOption,
}

/// The table for `--help`.
pub(crate) const HELP: &str = "\
The report has players, result, the board, and what the rules say of it. Of Amazons it also says what exact counts show
about the ending: from which move on who had won, and which moves gave a win away.
A file of several games gets a line for each.
If a record of Go does not state the rules, ko is simple and suicide is allowed.
Nothing is written if a move is not allowed. What a form cannot hold is named on standard error.

  tesuji record game.sgf --move 20
  tesuji record \"f6 f5 swap-pieces d4\" --to hexworld
  tesuji record game.sgf game.json
  tesuji record amazons.sgf --to fen --move 20

Exit status: 0 fine; 2 wrong usage, no record, or a move of the record that is not allowed.";

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let target = arguments.target.target()?;
    let source = input::source(&arguments.input)?;
    let hints = arguments.hints.hints();
    let mut readings = match read_games(&source.text.text, &hints) {
        Ok(readings) => readings,
        Err(FormError::Amazons(error @ tesuji_amazons::record::RecordError::Illegal { .. })) => {
            return Ok(illegal(&source, &error.to_string(), target.is_wanted()));
        }
        Err(error) => return Err(source.wrong(&error).into()),
    };
    input::name_games(&source, &mut readings);
    input::keep_games(&source, &mut readings, arguments.only.as_deref())?;
    if arguments.exchange {
        readings.iter_mut().try_for_each(exchange)?;
    }
    input::say_notices(&source, &readings);
    let is_data = arguments.csv.is_wanted() || arguments.json;
    let games: Result<Vec<Game<'_>>> = readings.iter().filter(|_| is_data).map(Game::new).collect();
    let games = match games {
        Ok(games) => games,
        Err(error) => return Ok(illegal(&source, &error.to_string(), true)),
    };
    arguments.csv.write(|| {
        let mut sheet = data::sheet();
        games.iter().for_each(|game| game.rows(&mut sheet));
        sheet
    })?;
    if readings.len() > 1 && arguments.json && !arguments.picture.is_wanted() {
        games.iter().try_for_each(|game| print(&format!("{}\n", game.json())))?;
        return Ok(Status::Fine);
    }
    if readings.len() > 1 && !target.is_wanted() {
        print(&table(&readings))?;
        return Ok(Status::Fine);
    }
    let reports: Vec<Report> =
        readings.iter().map(|reading| report(reading, &source, arguments.n_moves)).collect::<Result<_>>()?;
    let fault = reports.iter().find_map(|report| report.fault.as_ref());
    if fault.is_none() && arguments.picture.is_wanted() {
        let drawn = |reading: &Reading| drawn(reading, &source, arguments.n_moves, arguments.picture.theme());
        arguments.picture.write(readings.iter().map(drawn).collect::<Result<_>>()?)?;
    }
    if fault.is_none() && target.is_wanted() && target.put(&source, &readings, arguments.n_moves)? {
        return Ok(Status::Fine);
    }
    if arguments.json {
        games.iter().try_for_each(|game| print(&format!("{}\n", game.json())))?;
        return Ok(Status::Fine);
    }
    for report in reports.iter().filter(|_| readings.len() == 1) {
        print(&report.text)?;
    }
    Ok(fault.map_or(Status::Fine, |fault| illegal(&source, fault, target.is_wanted())))
}

/// What is printed of a game, and the move of it that is not allowed.
pub(super) struct Report {
    pub(super) text: String,
    pub(super) fault: Option<String>,
}

/// The report of any game.
///
/// # Errors
///
/// If the game has fewer moves, or cannot begin.
pub(super) fn report(reading: &Reading, source: &Source, n_moves: Option<usize>) -> Result<Report> {
    let n_recorded = reading.record.n_moves();
    if let Some(number) = n_moves.filter(|&number| number > n_recorded) {
        return Err(miette!("{}: --move {number}: the record has {}", source.name, moves(n_recorded)));
    }
    let report = match &reading.record {
        AnyRecord::Hex(record) => hex::report(record, reading.picture.as_ref(), &source.text, n_moves),
        AnyRecord::Go(record) => go::report(record, &source.text, n_moves),
        AnyRecord::Amazons(record) => amazons::report(record, &source.text, n_moves),
    };
    report.map_err(|error| source.wrong(&error))
}

/// The picture of any game after its first `n_moves` moves or after all. A picture that was read is drawn as it is.
///
/// # Errors
///
/// If a move cannot be made.
pub(super) fn drawn(reading: &Reading, source: &Source, n_moves: Option<usize>, theme: Theme) -> Result<Picture> {
    let title = if reading.id.is_empty() { &source.id } else { &reading.id };
    let wrong = |error: &dyn std::fmt::Display| source.wrong_in(&reading.id, error);
    match &reading.picture {
        Some(diagram) if reading.record.n_moves() == 0 => {
            positions::diagram(title, diagram, theme).map_err(|error| wrong(&error))
        }
        _ => positions::record(title, &reading.record, n_moves.unwrap_or(usize::MAX), theme)
            .map_err(|error| wrong(&error)),
    }
}

fn illegal(source: &Source, fault: &str, is_written: bool) -> Status {
    let unwritten = if is_written { "; nothing was written" } else { "" };
    complain(&format!("{}: {fault}{unwritten}", source.name));
    Status::BadInput
}

fn exchange(reading: &mut Reading) -> Result<()> {
    match &mut reading.record {
        AnyRecord::Amazons(record) => *record = record.clone().with_colours_exchanged(),
        _ => return Err(miette!("`--exchange` is for Amazons, and this is not a record of Amazons")),
    }
    Ok(())
}

/// A line for each game.
fn table(readings: &[Reading]) -> String {
    let width = readings.iter().map(|reading| reading.id.chars().count()).max().unwrap_or(0).max(4);
    let players =
        |reading: &Reading| reading.record.players().map(|name| if name.is_empty() { "?".to_owned() } else { name });
    let versus = |reading: &Reading| match players(reading) {
        [black, white] if black == "?" && white == "?" => String::new(),
        [black, white] => format!("{black} - {white}"),
    };
    let wide = readings.iter().map(|reading| versus(reading).chars().count()).max().unwrap_or(0);
    let wide = if wide == 0 { 0 } else { wide.max("players".len()) };
    let gap = if wide == 0 { "" } else { "  " };
    let heading = if wide == 0 { "" } else { "players" };
    let mut text = format!("{:<width$}  {heading:<wide$}{gap}{:>7}  {:>5}  result\n", "game", "board", "moves");
    for reading in readings {
        let (board, result) = match &reading.record {
            AnyRecord::Hex(record) => hex::line(record),
            AnyRecord::Go(record) => (record.board().to_string(), record.result.clone()),
            AnyRecord::Amazons(record) => (record.setup.size.to_string(), record.result.clone()),
        };
        // Writing to a string cannot fail.
        let (players, n_moves) = (versus(reading), reading.record.n_moves());
        _ = writeln!(text, "{:<width$}  {players:<wide$}{gap}{board:>7}  {n_moves:>5}  {result}", reading.id);
    }
    text + &format!("{}; `--only NAME` or its number shows one\n", count(readings.len() as u64, "game"))
}

fn print(text: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The encoding in which a record was read, and how it is known; empty if there was no choice.
fn encoding(source: &Text) -> String {
    match source.source {
        EncodingSource::Certain => String::new(),
        EncodingSource::Mark => format!("{}, by its byte order mark", source.encoding),
        EncodingSource::Property => format!("{}, as CA says", source.encoding),
        _ => format!("{}, a guess", source.encoding),
    }
}

fn moves(n_moves: usize) -> String {
    count(n_moves as u64, "move")
}
