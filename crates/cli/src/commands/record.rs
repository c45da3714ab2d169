//! `tesuji record`: shows, checks and converts records of Go and Amazons.

mod amazons;

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use tesuji_board::{BoardSpec, Player};
use tesuji_engine::AnyRecord;
use tesuji_gallery::positions;
use tesuji_game::EncodingSource;
use tesuji_go::record::{Played, Record, RecordError, json, sgf};
use tesuji_go::{Ko, Komi, Move, Position, Rules};

use crate::files::{self, Text};
use crate::picture::{PictureArguments, title_of};
use crate::status::{self, Failure, Status};
use crate::text::{complain, count};

/// The arguments of `tesuji record`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A record of Go, as SGF or JSON, on a board of any shape; or one of Amazons, as SGF, in the form of Botzone or of
    /// the CCGC, or as a list of moves; `-` reads standard input
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Write the record to this file, in the form of its ending: `.sgf`; Go also `.json`; Amazons also `.fen`
    #[arg(value_name = "OUT")]
    out: Option<PathBuf>,
    /// Write in this form, whatever the ending; without OUT, print it to standard output, and nothing else
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<Form>,
    /// Draw the board after N moves [default: all]
    #[arg(long = "move", value_name = "N")]
    n_moves: Option<usize>,
    /// Which game it is [default: as the record says]
    #[arg(long, value_enum)]
    game: Option<Game>,
    /// Amazons: the size of the usual start from which a list of moves begins if it names no start [default: 10x10]
    #[arg(long, value_name = "SIZE", value_parser = crate::text::parse_board)]
    size: Option<(usize, usize)>,
    /// Amazons: exchange the colours, so that a game in which White starts below becomes one in which Black does
    #[arg(long)]
    exchange: bool,
    #[command(flatten)]
    picture: PictureArguments,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Game {
    Go,
    Amazons,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// The whole record
    Sgf,
    /// Go: the whole record
    Json,
    /// Amazons: the position after `--move`
    Fen,
    /// Amazons: the same position as a drawing
    Diagram,
    /// Amazons: the same position in the form of programs for combinatorial games
    String,
    /// Amazons: the start and the main line, up to `--move`
    Moves,
    /// Amazons: the same moves as Botzone sends them to the player to move
    Botzone,
    /// Amazons: the last of these moves, as a program answers Botzone
    Answer,
}

impl Form {
    fn of_ending(path: &Path) -> Option<Self> {
        let ending = path.extension().and_then(OsStr::to_str)?;
        match ending.to_ascii_lowercase().as_str() {
            "sgf" => Some(Self::Sgf),
            "json" => Some(Self::Json),
            "fen" => Some(Self::Fen),
            _ => None,
        }
    }

    fn write(self, record: &Record) -> miette::Result<String> {
        match self {
            Self::Sgf => sgf::write(record).into_diagnostic(),
            Self::Json => json::write(record).into_diagnostic(),
            _ => Err(miette!("records of Go are written as `sgf` and `json`")),
        }
    }
}

/// The table for `--help`.
pub(crate) const HELP: &str = "\
Go: the file gets the main line, with set-up, names, result and remarks; marks, times and variations are left out.
If the record does not state the rules, ko is simple and suicide is allowed.
Amazons: SGF keeps variations and remarks. The report also says what exact counts show about the ending: from which
move on who had won, and which moves gave a win away.
Nothing is written if a move is not allowed.

  tesuji record game.sgf --move 50
  tesuji record game.sgf game.json
  tesuji record amazons.sgf --to fen --move 20

Exit status: 0 fine; 1 a move of the record is not allowed; 2 wrong usage, or no record.";

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let path = &arguments.input;
    let failure = |error: &dyn std::fmt::Display| miette!("{}: {error}", path.display());
    let form = form(arguments)?;
    let source = files::read_text(path)?;
    let text = &source.text;
    let is_amazons = arguments.game.map_or_else(|| amazons::is_meant(text), |game| game == Game::Amazons);
    if is_amazons {
        return amazons::run(arguments, &source, form);
    }
    if let Some(option) = arguments.of_amazons() {
        return Err(miette!("`{option}` is for Amazons, and this is not a record of Amazons").into());
    }
    let record = Record::read(text).map_err(|error| match error {
        RecordError::OtherGame => miette!("{}: {error}; `tesuji show` draws records of Hex", path.display()),
        error => failure(&error),
    })?;
    let n_moves = record.moves.len();
    if let Some(number) = arguments.n_moves.filter(|&number| number > n_moves) {
        return Err(miette!("{}: --move {number}: the record has {}", path.display(), moves(n_moves)).into());
    }
    // A move that is not allowed is an answer. A set-up that is not possible is an error: the file is not a record.
    let fault = match record.played(UNTOLD, Komi::default(), usize::MAX) {
        Ok(_) => None,
        Err(error @ RecordError::Illegal { .. }) => Some(error),
        Err(error) => return Err(failure(&error).into()),
    };
    for notice in record.main_line(usize::MAX).notices {
        complain(&format!("{}: {notice}", files::name(path)));
    }
    let n_legal = match fault {
        Some(RecordError::Illegal { number, .. }) => number - 1,
        _ => n_moves,
    };
    let n_shown = arguments.n_moves.unwrap_or(n_moves).min(n_legal);
    let shown = record.played(UNTOLD, Komi::default(), n_shown).map_err(|error| failure(&error))?;
    arguments.draw(&record.clone().into(), n_shown)?;
    if let (None, Some(form)) = (&fault, form) {
        let written = form.write(&record).map_err(|error| failure(&error))?;
        if arguments.put(&written)? {
            return Ok(Status::Fine);
        }
    }
    let report = summary(&record, &source, &shown, n_shown);
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

/// The rules by which moves are checked if a record states none: the loosest rules in use.
const UNTOLD: Rules = Rules { ko: Ko::Simple, ..Rules::TROMP_TAYLOR };

/// The form to write in, if any is requested.
fn form(arguments: &Arguments) -> miette::Result<Option<Form>> {
    match (&arguments.out, arguments.to) {
        (_, Some(form)) => Ok(Some(form)),
        (None, None) => Ok(None),
        (Some(out), None) => match Form::of_ending(out) {
            Some(form) => Ok(Some(form)),
            None => {
                Err(miette!("{}: expected a name that ends in .sgf or .json (Amazons: .fen), or --to", out.display()))
            }
        },
    }
}

impl Arguments {
    /// The first option that only Amazons has, if one is given.
    fn of_amazons(&self) -> Option<&'static str> {
        [("--size", self.size.is_some()), ("--exchange", self.exchange)]
            .into_iter()
            .find_map(|(option, is_set)| is_set.then_some(option))
    }

    /// Draws the position after `n_moves` moves into the files that are wanted.
    fn draw(&self, record: &AnyRecord, n_moves: usize) -> miette::Result<()> {
        if !self.picture.is_wanted() {
            return Ok(());
        }
        let drawn = positions::record(&title_of(&self.input), record, n_moves, self.picture.theme());
        self.picture.write(vec![drawn.into_diagnostic()?])
    }

    /// Writes the text to its file, or to standard output. Returns `true` for standard output, which then gets nothing
    /// else.
    fn put(&self, written: &str) -> Result<bool, Failure> {
        let Some(out) = &self.out else {
            // Not through `anstream`, which would look for colours in a record.
            std::io::stdout().lock().write_all(written.as_bytes())?;
            return Ok(true);
        };
        files::write_whole(out, written.as_bytes())?;
        Ok(false)
    }
}

/// What the record says, and the board after `n_moves` moves.
fn summary(record: &Record, source: &Text, shown: &Played, n_moves: usize) -> String {
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
    line("rules", &record.rules.map_or_else(|| "not stated".to_owned(), |rules| rules.to_string()));
    line("komi", &record.komi.map_or_else(|| "not stated".to_owned(), |komi| komi.to_string()));
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
    line("encoding", &encoding(source));
    line("moves", &record.moves.len().to_string());
    line("result", if record.result.is_empty() { "not stated" } else { &record.result });
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

/// The encoding in which a record was read, and how it is known; empty if there was no choice.
fn encoding(source: &Text) -> String {
    match source.source {
        EncodingSource::Certain => String::new(),
        EncodingSource::Mark => format!("{}, by its byte order mark", source.encoding),
        EncodingSource::Property => format!("{}, as CA says", source.encoding),
        _ => format!("{}, a guess", source.encoding),
    }
}

fn name(position: &Position, mv: Move) -> &str {
    position.move_text(mv)
}

fn moves(n_moves: usize) -> String {
    count(n_moves as u64, "move")
}
