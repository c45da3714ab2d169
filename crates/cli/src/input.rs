//! Reads problem files and positions: all of them before any is used.

use std::path::{Path, PathBuf};

use miette::{Diagnostic, LabeledSpan, NamedSource, Report, Result, SourceCode, miette};
use tesuji_hex::{Record, notation};
use tesuji_problem::board::file::{self, Puzzle, Unsaid};
use tesuji_problem::strategy::{self, Strategy};
use tesuji_problem::{Problem, ProblemError, parse_file_text};

use crate::files::{self, name};
use crate::text;

/// A fault in a problem file, shown with its place.
#[derive(Debug)]
struct Malformed {
    source: NamedSource<String>,
    path: String,
    error: ProblemError,
}

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.path, self.error)
    }
}

impl std::error::Error for Malformed {}

impl Diagnostic for Malformed {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        is_shown(self.source.inner()).then_some(&self.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new(None, self.error.offset(), self.error.len());
        Some(Box::new(std::iter::once(label)))
    }
}

/// Whether places of this text can be shown: the widths of lines are 16-bit numbers in the layout.
pub(crate) fn is_shown(text: &str) -> bool {
    const LONGEST_LINE: usize = 60_000;
    text.lines().all(|line| line.len() <= LONGEST_LINE)
}

/// The problems of these files, in order; `-` is standard input.
///
/// # Errors
///
/// If any file cannot be read or parsed. Every bad file is reported, the last one by the error.
pub(crate) fn read_problems(paths: &[PathBuf]) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    let mut last: Option<Report> = None;
    for path in paths {
        match read_file(path) {
            Ok(more) => problems.extend(more),
            Err(error) => {
                if let Some(earlier) = last.replace(error) {
                    text::complain(&format!("{earlier:?}"));
                }
            }
        }
    }
    last.map_or(Ok(problems), Err)
}

fn read_file(path: &Path) -> Result<Vec<Problem>> {
    parse_problems(path, &files::read(path)?)
}

/// The positions that these arguments name, in order. An argument is a file (`-` is standard input), or a position
/// itself in a notation of Hex. A position without a name gets that of its file.
///
/// # Errors
///
/// If a file cannot be read or parsed, or an argument is neither a file nor a position.
pub(crate) fn read_puzzles(arguments: &[PathBuf], unsaid: &Unsaid) -> Result<Vec<Puzzle>> {
    let mut puzzles = Vec::new();
    for path in arguments {
        puzzles.extend(read_puzzle_file(path, unsaid)?);
    }
    Ok(puzzles)
}

fn read_puzzle_file(path: &Path, unsaid: &Unsaid) -> Result<Vec<Puzzle>> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let is_file = path == Path::new("-") || path.exists();
    if !is_file && let Some(text) = path.to_str() {
        return file::parse(text, unsaid)
            .map_err(|error| miette!("`{text}` is not a file, and cannot be read as a position: {}", error.fault()));
    }
    let text = files::read_text(path)?.text;
    let id = if path == Path::new("-") { String::new() } else { stem.unwrap_or_default() };
    file::parse(&text, &Unsaid { id, ..unsaid.clone() }).map_err(|error| malformed(path, &text, error))
}

/// A game that was read, under its own name or that of its file.
pub(crate) struct NamedGame {
    pub(crate) id: String,
    pub(crate) record: Record,
}

/// The games that these arguments name, in order. An argument is a file (`-` is standard input), or a game itself in a
/// notation of Hex. All moves of these games can be made. `size` is the board of a list of moves.
///
/// # Errors
///
/// If a file cannot be read or parsed, a move cannot be made, or an argument is neither a file nor a game.
pub(crate) fn read_games(arguments: &[PathBuf], size: Option<(usize, usize)>) -> Result<Vec<NamedGame>> {
    let mut games = Vec::new();
    for path in arguments {
        let is_file = path == Path::new("-") || path.exists();
        let (source, parsed) = match path.to_str() {
            Some(text) if !is_file => {
                (format!("`{text}` is not a file; read as a game"), notation::read_games(text, size))
            }
            _ => (name(path), notation::read_games(&files::read_text(path)?.text, size)),
        };
        let read = parsed.map_err(|error| miette!("{source}: {error}"))?;
        let stem = path.file_stem().filter(|_| is_file && path != Path::new("-"));
        let stem = stem.map_or("game".to_owned(), |stem| stem.to_string_lossy().into_owned());
        let n_games = read.len();
        for (i, game) in read.into_iter().enumerate() {
            let id = match game.name {
                name if !name.is_empty() => name,
                _ if n_games == 1 => stem.clone(),
                _ => format!("{stem}-{}", i + 1),
            };
            game.record.final_position().map_err(|error| miette!("{source}: game {id}, {error}"))?;
            games.push(NamedGame { id, record: game.record });
        }
    }
    Ok(games)
}

/// The problems in `bytes`, which came from `path`.
///
/// # Errors
///
/// If they are not text, or not a problem file.
pub(crate) fn parse_problems(path: &Path, bytes: &[u8]) -> Result<Vec<Problem>> {
    parse_with(path, bytes, parse_file_text)
}

/// The strategy in `bytes`, which came from `path`.
///
/// # Errors
///
/// If they are not text, or not a strategy file.
pub(crate) fn parse_strategy(path: &Path, bytes: &[u8]) -> Result<Strategy> {
    parse_with(path, bytes, strategy::parse)
}

fn parse_with<T>(path: &Path, bytes: &[u8], parse: impl Fn(&str) -> Result<T, ProblemError>) -> Result<T> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| miette!("{}: byte {} is not UTF-8 text", name(path), error.valid_up_to()))?;
    parse(text).map_err(|error| malformed(path, text, error))
}

fn malformed(path: &Path, text: &str, error: ProblemError) -> Report {
    let path = name(path);
    Malformed { source: NamedSource::new(&path, text.to_owned()), path, error }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_far_to_the_right_is_told_all_the_same() {
        for n_blanks in [10, 59_000, 61_000, 70_000] {
            let text = format!("{}{{", " ".repeat(n_blanks));
            let error = parse_problems(Path::new("far.json"), text.as_bytes()).unwrap_err();
            let told = format!("{error:?}");
            assert!(told.contains("far.json"), "{}", &told[..told.len().min(200)]);
        }
    }
}
