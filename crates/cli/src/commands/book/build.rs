//! `tesuji book build`: grows a book line by line, and resumes where an earlier run ended.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use miette::{Result, miette};
use tesuji_engine::book::{Book, BookConfig, Growth};
use tesuji_hex::MAX_SIDE;
use tesuji_search::Limits;

use crate::files;
use crate::pool::Pool;
use crate::status::{self, Failure, Status};
use crate::text::{complain, count};

/// The arguments of `tesuji book build`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game
    #[arg(long, value_enum, default_value = "hex")]
    game: Game,
    /// The side of the board [default: that of the file, or 11]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MAX_SIDE as i64))]
    size: Option<u8>,
    /// Begin with the choice of an opening that White may swap; an existing file says so itself
    #[arg(long)]
    swap: bool,
    /// Playouts of the strong player for each position [default: those of the file, or 10000]
    #[arg(long, value_name = "N")]
    playouts: Option<u64>,
    /// How many moves to open a position with, and to widen it by [default: that of the file, or 4]
    #[arg(long, value_name = "N")]
    width: Option<usize>,
    /// The number from which the seeds of the searches are made [default: that of the file, or 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop when the book has N positions
    #[arg(long, value_name = "N")]
    positions: usize,
    /// The book; if it exists, it grows
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Game {
    Hex,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let Game::Hex = arguments.game;
    let (book, mut file) = open(arguments)?;
    let n_before = book.len();
    // One search at a time, because its result decides what is searched next. The pool is there for Ctrl-C.
    let pool = Pool::new(None, None, 1)?;
    let book = Mutex::new(book);
    let mut end = Status::Fine;
    pool.run(
        &[()],
        1,
        |_, ()| {
            let name = arguments.file.display().to_string();
            let mut book = book.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let mut grow = |limits: &Limits| grow(&mut book, &file, arguments, limits);
            Some(pool.search(0, &name, |limits, _| grow(limits)).0)
        },
        |grown: Result<Status>| {
            end = grown?;
            Ok::<(), Failure>(())
        },
    )?;
    let book = book.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    file.flush()?;
    let (n_now, n_new) = (count(book.len() as u64, "position"), book.len() - n_before);
    let is_complete = end == Status::Fine && book.len() < arguments.positions;
    let note = if is_complete { "; nothing is left to be opened" } else { "" };
    writeln!(anstream::stdout(), "{n_now}, {n_new} of them new{note}")?;
    Ok(end)
}

/// Grows the book and its file until it has its positions, nothing is left, or the search is stopped.
fn grow(book: &mut Book, mut file: &File, arguments: &Arguments, limits: &Limits) -> Result<Status> {
    while book.len() < arguments.positions {
        match book.grow(limits) {
            // In one write, so that a line is either whole or visibly cut short, which reading detects.
            Growth::Line(line) => {
                file.write_all(line.as_bytes())
                    .and_then(|()| file.sync_data())
                    .map_err(|error| cannot("write", &arguments.file, &error))?;
                limits.progress.store(book.len() as u64, std::sync::atomic::Ordering::Relaxed);
            }
            Growth::Complete => break,
            Growth::Interrupted => return Ok(Status::Interrupted),
        }
    }
    Ok(Status::Fine)
}

/// Opens the book or makes one. Its file is locked against other programs, and writing continues after its last whole
/// line.
fn open(arguments: &Arguments) -> Result<(Book, File)> {
    let path = &arguments.file;
    files::check_growing(path)?;
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = options.map_err(|error| cannot("open", path, &error))?;
    file.try_lock().map_err(|_| miette!("{}: another program is working on it", path.display()))?;
    let bytes = files::read_own(path)?;
    let wanted = |old: Option<&BookConfig>| BookConfig {
        side: arguments.size.map_or(old.map_or(11, |old| old.side), usize::from),
        swap: arguments.swap || old.is_some_and(|old| old.swap),
        playouts: arguments.playouts.unwrap_or(old.map_or(10_000, |old| old.playouts)),
        width: arguments.width.unwrap_or(old.map_or(4, |old| old.width)),
        seed: arguments.seed.unwrap_or(old.map_or(1, |old| old.seed)),
    };
    // A heading that was cut short must be the beginning of the wanted one.
    let fresh = Book::new(wanted(None)).map_err(miette::Report::msg)?;
    let heading = fresh.heading();
    if bytes.len() < heading.len() && heading.as_bytes().starts_with(&bytes) {
        let rest = &heading.as_bytes()[bytes.len()..];
        file.write_all(rest).map_err(|error| cannot("write", path, &error))?;
        return Ok((fresh, file));
    }
    let (book, n_bytes) = Book::read(&bytes).map_err(|error| miette!("{}: {error}", path.display()))?;
    if wanted(Some(book.config())) != *book.config() {
        let heading = book.heading();
        return Err(miette!("{}: it was begun with other settings: {}", path.display(), heading.trim_end()));
    }
    if n_bytes < bytes.len() {
        complain(&format!("{}: a last line that was cut short is removed", path.display()));
        file.set_len(n_bytes as u64).map_err(|error| cannot("write", path, &error))?;
    }
    file.seek(SeekFrom::Start(n_bytes as u64)).map_err(|error| cannot("read", path, &error))?;
    Ok((book, file))
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> miette::Report {
    miette!("cannot {what} {}: {error}", path.display())
}
