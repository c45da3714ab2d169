//! Games and positions as `tesuji show` prints them: players, result, the board, and what the rules say of it.

mod amazons;
mod data;
mod go;
mod hex;

use miette::{Result, miette};
use tesuji_engine::AnyRecord;
use tesuji_figures::{Picture, Theme};
use tesuji_forms::Reading;
use tesuji_gallery::positions;
use tesuji_game::EncodingSource;

use self::data::Game;
use super::{Arguments, Shown};
use crate::columns::Columns;
use crate::files::Text;
use crate::input::{self, Source};
use crate::sheet;
use crate::status::Status;
use crate::text::{complain, count};

/// Shows these games: a line for each of several, or the board of each after a number of moves; or all of them as data.
pub(super) fn show(arguments: &Arguments, source: &Source, mut readings: Vec<Reading>) -> Result<Shown> {
    input::name_games(source, &mut readings);
    input::keep_games(source, &mut readings, arguments.id.as_deref())?;
    input::say_notices(source, &readings);
    let (data, picture, n_moves) = (&arguments.data, &arguments.picture, arguments.n_moves);
    let games =
        readings.iter().filter(|_| data.csv.is_wanted() || data.json).map(Game::new).collect::<Result<Vec<_>>>();
    let games = match games {
        Ok(games) => games,
        Err(error) => return Ok(illegal(source, &error.to_string(), String::new())),
    };
    data.csv.write(|| {
        let mut sheet = data::sheet();
        games.iter().for_each(|game| game.rows(&mut sheet));
        sheet
    })?;
    let is_list =
        readings.len() > 1 && n_moves.is_none() && readings.iter().any(|reading| reading.record.n_moves() > 0);
    let rows = match data.json {
        true => Some(games.iter().map(|game| sheet::line(&game.json()) + "\n").collect()),
        false => is_list.then(|| table(&readings)),
    };
    if let Some(rows) = &rows
        && !picture.is_wanted()
    {
        return Ok((rows.clone(), Status::Fine));
    }
    let reports = readings.iter().map(|reading| report(reading, source, n_moves)).collect::<Result<Vec<Report>>>()?;
    let fault = reports.iter().find_map(|report| report.fault.clone());
    if fault.is_none() && picture.is_wanted() {
        let drawn = |reading: &Reading| drawn(reading, source, arguments, picture.theme());
        picture.write(readings.iter().map(drawn).collect::<Result<_>>()?)?;
    }
    let is_single = readings.len() == 1;
    let text = rows.unwrap_or_else(|| {
        let title = |reading: &Reading| if is_single { String::new() } else { format!("{}\n", reading.id) };
        let texts = readings.iter().zip(reports).map(|(reading, report)| title(reading) + &report.text);
        texts.collect::<Vec<_>>().join("\n")
    });
    Ok(match fault {
        Some(fault) => illegal(source, &fault, text),
        None => (text, Status::Fine),
    })
}

/// The text about a game, and the fault of its first move that is not allowed.
struct Report {
    text: String,
    fault: Option<String>,
}

/// The report of any game.
///
/// # Errors
///
/// If the game has fewer moves, or cannot begin.
fn report(reading: &Reading, source: &Source, n_moves: Option<usize>) -> Result<Report> {
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
fn drawn(reading: &Reading, source: &Source, arguments: &Arguments, theme: Theme) -> Result<Picture> {
    let n_moves = arguments.n_moves.unwrap_or(usize::MAX);
    let title = if reading.id.is_empty() { &source.id } else { &reading.id };
    let wrong = |error: &dyn std::fmt::Display| source.wrong_in(&reading.id, error);
    match &reading.picture {
        Some(diagram) if reading.record.n_moves() == 0 => {
            positions::diagram(title, diagram, theme).map_err(|error| wrong(&error))
        }
        _ => {
            let after = |n_moves: usize| positions::record(title, &reading.record, n_moves, theme);
            let Some(time) = arguments.animate else { return after(n_moves).map_err(|error| wrong(&error)) };
            let moments = (0..=n_moves.min(reading.record.n_moves())).map(after).collect::<Result<_, _>>();
            Ok(Picture::film(moments.map_err(|error| wrong(&error))?, time.as_secs_f64()))
        }
    }
}

/// A game with a move that is not allowed: what is shown of it, while the fault goes to standard error.
fn illegal(source: &Source, fault: &str, text: String) -> Shown {
    complain(&format!("{}: {fault}", source.name));
    (text, Status::BadInput)
}

/// A line for each game.
fn table(readings: &[Reading]) -> String {
    let players =
        |reading: &Reading| reading.record.players().map(|name| if name.is_empty() { "?".to_owned() } else { name });
    let versus = |reading: &Reading| match players(reading) {
        [black, white] if black == "?" && white == "?" => String::new(),
        [black, white] => format!("{black} - {white}"),
    };
    let are_named = readings.iter().any(|reading| !versus(reading).is_empty());
    let heads = ["game", "players", ">board", ">moves", "result"].into_iter();
    let mut text = Columns::new(heads.filter(|head| are_named || *head != "players"));
    for reading in readings {
        let (board, result) = match &reading.record {
            AnyRecord::Hex(record) => hex::line(record),
            AnyRecord::Go(record) => (record.board().to_string(), record.result.clone()),
            AnyRecord::Amazons(record) => (record.setup.size.to_string(), record.result.clone()),
        };
        let players = are_named.then(|| versus(reading));
        let numbers = [board, reading.record.n_moves().to_string(), result];
        text.row([reading.id.clone()].into_iter().chain(players).chain(numbers));
    }
    format!("{text}{}; a name or a number after the file shows one\n", count(readings.len() as u64, "game"))
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
