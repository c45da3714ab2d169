//! Lists of cells: `b1 c3`, `a2-c3 d4`, `all except a1`, `none`.

use std::collections::BTreeMap;
use std::ops::Range;

use tesuji_board::{Cell, CellSet, Topology};

use super::error::Flaw;
use super::names::Names;
use super::text::{SpannedText, WordKind, spelled};

/// Cells, each with the place where the file first names it.
pub(crate) type Cells = BTreeMap<Cell, Range<usize>>;

/// Reads a list of cells: names, rectangles between two corners (`a2-c3`), `all` (the cells of `all`), `none`. What
/// follows `except` is removed.
pub(crate) fn parse_cells(text: &SpannedText<'_>, names: &Names<'_>, all: &CellSet) -> Result<Cells, Flaw> {
    let mut listed = Cells::new();
    let (mut known, mut excepted) = (CellSet::new(), CellSet::new());
    let mut excepting = false;
    let mut words = text.words().peekable();
    while let Some(word) = words.next().transpose()? {
        // A word may name all cells again and again, so cells that are already known must cost nothing.
        let mut cells = if word.is("none") {
            CellSet::new()
        } else if word.is("all") {
            all.clone()
        } else if word.is("except") && !excepting {
            excepting = true;
            continue;
        } else if !word.is_name() {
            return Err(word.unexpected("a cell, a rectangle such as `a2-c3`, `all`, `none`, or `except` once"));
        } else if let Some(Ok(dash)) = words.next_if(|next| next.as_ref().is_ok_and(|next| next.kind == WordKind::Dash))
        {
            match words.next().transpose()? {
                Some(corner) if corner.is_name() => names.rectangle(&word, &corner)?,
                _ => return Err(dash.unexpected("a second corner after it")),
            }
        } else {
            CellSet::from_iter([names.cell(&(word.text, word.span.clone()))?])
        };
        if excepting {
            excepted.union_with(&cells);
        } else {
            cells.subtract(&known);
            listed.extend(cells.iter().map(|cell| (cell, word.span.clone())));
            known.union_with(&cells);
        }
    }
    listed.retain(|&cell, _| !excepted.contains(cell));
    Ok(listed)
}

/// The cells without their places.
pub(crate) fn cell_set(cells: &Cells) -> CellSet {
    cells.keys().copied().collect()
}

/// A list that [`parse_cells`] reads as `cells`, given the same `all`. Runs along a row of the rhombus are shortened.
pub(crate) fn cell_list(board: &Topology, cells: &CellSet, all: &CellSet) -> String {
    if cells.is_empty() {
        return "none".to_owned();
    }
    if cells == all {
        return "all".to_owned();
    }
    let columns = board.size().map_or(1, |(columns, _)| columns);
    let mut runs: Vec<(Cell, Cell)> = Vec::new();
    for cell in cells.iter() {
        match runs.last_mut() {
            Some((_, last)) if last.index() + 1 == cell.index() && cell.index() % columns != 0 => *last = cell,
            _ => runs.push((cell, cell)),
        }
    }
    let mut list = Vec::with_capacity(runs.len());
    for (first, last) in runs {
        match last.index() - first.index() {
            0 => list.push(spelled(board.name(first)).into_owned()),
            1 => list.push(format!("{} {}", board.name(first), board.name(last))),
            _ => list.push(format!("{}-{}", board.name(first), board.name(last))),
        }
    }
    list.join(" ")
}
