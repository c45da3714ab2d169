//! `tesuji record`: records of Go looked at, checked and converted.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use miette::miette;
use tesuji_board::{BoardSpec, Player};
use tesuji_go::record::{Played, Record, RecordError, json, sgf};
use tesuji_go::{Ko, Komi, Move, Position, Rules};

use crate::files;
use crate::status::{self, Status};
use crate::text::count;

/// Of `tesuji record`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A record of Go, as SGF or JSON, on a board of any shape; `-` reads standard input
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Write the record into this file, as SGF or JSON by its ending
    #[arg(value_name = "OUT")]
    out: Option<PathBuf>,
    /// The form to write in, whatever the ending; without a file to standard output, and nothing else
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<Form>,
    /// Draw the board after so many moves [default: all]
    #[arg(long = "move", value_name = "N")]
    n_moves: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    Sgf,
    Json,
}

impl Form {
    fn of_ending(path: &Path) -> Option<Self> {
        let ending = path.extension().and_then(OsStr::to_str)?;
        match ending.to_ascii_lowercase().as_str() {
            "sgf" => Some(Self::Sgf),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    fn write(self, record: &Record) -> Result<String, RecordError> {
        match self {
            Self::Sgf => sgf::write(record),
            Self::Json => json::write(record),
        }
    }
}

/// The table for `--help`.
pub(crate) const HELP: &str = "\
Written is the main line, with set-up, names, result and remarks; marks, times and variations are left out. Nothing is written
if a move is not allowed by the record's rules; where it does not tell them, ko is simple and suicide allowed.

  tesuji record game.sgf --move 50
  tesuji record game.sgf game.json

Exit status: 0 fine; 1 a move of the record is not allowed; 2 wrong usage, or no record of Go.";

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let path = &arguments.input;
    let failure = |error: &dyn std::fmt::Display| miette!("{}: {error}", path.display());
    let form = form(arguments)?;
    let text = files::read(path)?;
    let record = Record::read(&String::from_utf8_lossy(&text)).map_err(|error| match error {
        RecordError::OtherGame => miette!("{}: {error}; `tesuji show` draws records of Hex", path.display()),
        error => failure(&error),
    })?;
    let n_moves = record.moves.len();
    if let Some(number) = arguments.n_moves.filter(|&number| number > n_moves) {
        return Err(miette!("{}: --move {number}: the record has {}", path.display(), moves(n_moves)).into());
    }
    // A move that is not allowed is an answer; stones that cannot stand so are no record.
    let fault = match record.played(UNTOLD, Komi::default(), usize::MAX) {
        Ok(_) => None,
        Err(error @ RecordError::Illegal { .. }) => Some(error),
        Err(error) => return Err(failure(&error).into()),
    };
    let n_legal = match fault {
        Some(RecordError::Illegal { number, .. }) => number - 1,
        _ => n_moves,
    };
    let n_shown = arguments.n_moves.unwrap_or(n_moves).min(n_legal);
    let shown = record.played(UNTOLD, Komi::default(), n_shown).map_err(|error| failure(&error))?;
    if let (None, Some(form)) = (&fault, form) {
        let written = form.write(&record).map_err(|error| failure(&error))?;
        let Some(out) = &arguments.out else {
            // Not through `anstream`, which would look for colours in a record.
            std::io::stdout().lock().write_all(written.as_bytes())?;
            return Ok(Status::Fine);
        };
        files::write_whole(out, written.as_bytes())?;
    }
    let report = summary(&record, &shown, n_shown);
    let mut out = anstream::stdout().lock();
    out.write_all(report.as_bytes()).and_then(|()| out.flush())?;
    match fault {
        None => Ok(Status::Fine),
        Some(fault) => {
            let unwritten = if form.is_some() { "; nothing was written" } else { "" };
            anstream::eprintln!("{}: {fault}{unwritten}", path.display());
            Ok(Status::No)
        }
    }
}

/// By which rules moves are checked where a record tells none: the fewest that hold everywhere.
const UNTOLD: Rules = Rules { ko: Ko::Simple, ..Rules::TROMP_TAYLOR };

/// The form to write in, if any is asked for.
fn form(arguments: &Arguments) -> miette::Result<Option<Form>> {
    match (&arguments.out, arguments.to) {
        (_, Some(form)) => Ok(Some(form)),
        (None, None) => Ok(None),
        (Some(out), None) => match Form::of_ending(out) {
            Some(form) => Ok(Some(form)),
            None => Err(miette!("{}: expected a name that ends in .sgf or .json, or --to", out.display())),
        },
    }
}

/// What the record says, and the board after `n_moves` moves.
fn summary(record: &Record, shown: &Played, n_moves: usize) -> String {
    let mut report = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            _ = writeln!(report, "{name:<10}{value}");
        }
    };
    let n_points = count(record.topology().n_cells() as u64, "point");
    match record.board() {
        BoardSpec::Graph(_) => line("board", &format!("a graph of {n_points}")),
        board => line("board", &format!("{board}, {n_points}")),
    }
    for player in Player::BOTH {
        line(player.name(), &record.players[player.index()]);
    }
    line("event", &record.event);
    line("date", &record.date);
    line("rules", &record.rules.map_or_else(|| "not told".to_owned(), |rules| rules.to_string()));
    line("komi", &record.komi.map_or_else(|| "not told".to_owned(), |komi| komi.to_string()));
    if record.handicap > 1 {
        let for_white = record.rules.map_or(0, |rules| rules.points_for_handicap(record.handicap));
        let for_white = match for_white {
            0 => String::new(),
            points => format!("; White gets {} for it", count(points as u64, "point")),
        };
        line("handicap", &format!("{}{for_white}", count(record.handicap as u64, "stone")));
    }
    let [black, white] = record.setup.each_ref().map(tesuji_board::CellSet::len);
    if black + white > 0 {
        line("set up", &format!("{black} black, {white} white"));
    }
    line("moves", &record.moves.len().to_string());
    line("result", if record.result.is_empty() { "not told" } else { &record.result });
    report.push('\n');
    report += &shown.position.render();
    let [by_black, by_white] = shown.captured;
    let last = match n_moves.checked_sub(1).and_then(|last| record.moves.get(last)) {
        Some(&(player, mv)) => format!(", the last {player}'s {}", name(&shown.position, mv)),
        None => String::new(),
    };
    _ = writeln!(report, "\nafter {}{last}", moves(n_moves));
    _ = writeln!(report, "captured: {by_black} by black, {by_white} by white");
    let komi = if record.komi.is_some() { "with" } else { "without" };
    _ = writeln!(report, "area as it stands, {komi} komi: {}", shown.position.score());
    report
}

fn name(position: &Position, mv: Move) -> &str {
    position.move_text(mv)
}

fn moves(n_moves: usize) -> String {
    count(n_moves as u64, "move")
}
