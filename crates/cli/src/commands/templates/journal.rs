//! The journal of a template search: its results, line by line, so that it can be stopped at any moment and resumed.
//!
//! ```text
//! tesuji templates 1: row 3, width 5, stones a1
//! place 0
//! cut b2
//! carrier b2 c2
//! complete
//! ```
//!
//! A place is one of [`TemplateSearch::claims`]; cells have their names on the board of that claim. A line is written
//! as soon as it is known. A last line that a sudden end has cut short is dropped.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use miette::{Result, bail, miette};
use tesuji_board::{CellSet, Topology};
use tesuji_claims::carriers::{Discovery, TemplateSearch};

use crate::files;
use crate::picture::names;

pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// The place that the next lines are about.
    place: Option<usize>,
}

impl Journal {
    /// Opens the journal of the search that `title` describes, and fills in what it knows.
    ///
    /// # Errors
    ///
    /// If it is the journal of another search, has a line that makes no sense, or cannot be read or written.
    pub(super) fn open(path: &Path, title: &str, search: &mut TemplateSearch) -> Result<Self> {
        let title = format!("tesuji templates 1: {title}\n");
        let old = if path.exists() { files::read_own(path)? } else { Vec::new() };
        let text = str::from_utf8(&old).map_err(|_| miette!("{} is not a journal of templates", path.display()))?;
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let place = match whole.strip_prefix(&title) {
            Some(lines) => read(path, lines, search)?,
            None if whole.is_empty() && title.starts_with(text) => None,
            None => bail!(
                "{} belongs to another search; expected `{}`, found `{}`",
                path.display(),
                title.trim_end(),
                text.lines().next().unwrap_or_default().chars().take(80).collect::<String>()
            ),
        };
        if whole.is_empty() || whole.len() < text.len() {
            let kept = if whole.is_empty() { &title } else { whole };
            files::write_whole(path, kept.as_bytes())?;
        }
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|error| miette!("cannot write {}: {error}", path.display()))?;
        Ok(Self { path: path.to_owned(), file, place })
    }

    /// Adds a line for a discovery, if it is of a kind that the journal keeps.
    pub(super) fn add(&mut self, discovery: Discovery<'_>, board: &Topology) -> Result<()> {
        let (place, line) = match discovery {
            Discovery::Carrier(place, carrier) => (place, format!("carrier {}\n", names(board, carrier))),
            Discovery::Cut(place, cut) => (place, format!("cut {}\n", names(board, cut))),
            Discovery::Complete(place) => (place, "complete\n".to_owned()),
            _ => return Ok(()),
        };
        let head = if self.place == Some(place) { String::new() } else { format!("place {place}\n") };
        self.place = Some(place);
        let written = self.file.write_all((head + &line).as_bytes());
        written.map_err(|error| miette!("cannot write {}: {error}", self.path.display()))
    }
}

/// Fills in the results of the lines after the title. Returns the last place that they are about.
fn read(path: &Path, lines: &str, search: &mut TemplateSearch) -> Result<Option<usize>> {
    let mut place = None;
    for (line_number, line) in (2..).zip(lines.lines()) {
        let unexpected =
            |expected: &str| miette!("{}, line {line_number}: `{line}`: expected {expected}", path.display());
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "place" {
            let number = rest.parse().ok().filter(|&number: &usize| number < search.claims().len());
            place = Some(number.ok_or_else(|| unexpected("the number of a place"))?);
            continue;
        }
        let place = place.ok_or_else(|| unexpected("a line `place 0` before it"))?;
        let board = &search.claims()[place].topology;
        let is_list = matches!(word, "carrier" | "cut");
        let cells =
            if is_list { cells(board, rest).ok_or_else(|| unexpected("names of cells"))? } else { CellSet::new() };
        let known = &mut search.known_mut()[place];
        match word {
            "carrier" => known.carriers.push(cells),
            "cut" => known.cuts.push(cells),
            "complete" => known.complete = true,
            _ => return Err(unexpected("`place`, `carrier`, `cut` or `complete`")),
        }
    }
    Ok(place)
}

fn cells(board: &Topology, list: &str) -> Option<CellSet> {
    list.split(' ').filter(|&name| name != "none").map(|name| board.cell(name)).collect()
}
