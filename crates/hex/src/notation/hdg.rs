//! HexProver's `.hdg` files: pictures of claims, typed by hand.
//!
//! ```text
//! ; the ziggurat, edge template III1a
//!      A   .
//!    .   .   .
//!  .   .   .   .
//! ---------------
//! ```
//!
//! A cell is one character, and lies between two cells of the row above; the distance between cells does not matter.
//! `A` and `V` are the owner's stones to be joined upward and downward, `O` other stones of the owner, `.` the carrier,
//! `X` a hole. Cells left out at either end of a row are also holes. A line of `-` at the top or bottom is an edge. `;`
//! starts a remark; remarks directly before a picture are its title. Blank lines, and lines of remarks, separate the
//! pictures of a file.
//!
//! A hole or missing cell becomes [`Mark::Outside`].

use tesuji_board::{BOTTOM, Player, TOP};

use super::{Notation, NotationError};
use crate::{Diagram, Mark};

/// Reads all pictures of a file.
///
/// # Errors
///
/// The first line that does not fit into a picture.
pub fn read(text: &str) -> Result<Vec<Diagram>, NotationError> {
    let mut diagrams = Vec::new();
    let mut picture = HdgPicture::default();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let (content, remark) = match line.split_once(';') {
            Some((content, remark)) => (content, Some(remark.trim())),
            None => (line, None),
        };
        if content.trim().is_empty() {
            if !picture.is_empty() {
                diagrams.push(std::mem::take(&mut picture).finish(text)?);
            }
            if let Some(remark) = remark {
                if picture.title_is_over {
                    picture.title.clear();
                }
                picture.title.push(remark);
            }
            // A blank line may stand between title and picture; remarks before it do not belong to a later title.
            picture.title_is_over = remark.is_none();
        } else {
            picture.push_line(text, start, content)?;
        }
    }
    if !picture.is_empty() {
        diagrams.push(picture.finish(text)?);
    }
    Ok(diagrams)
}

/// The part of a picture that has been read so far.
#[derive(Default)]
struct HdgPicture<'a> {
    title: Vec<&'a str>,
    title_is_over: bool,
    /// Start.
    start: usize,
    top: bool,
    bottom: bool,
    rows: Vec<HdgRow>,
}

/// A row: the column of its first cell, relative to that of the first row, and the cells with their places.
struct HdgRow {
    column: isize,
    cells: Vec<(usize, Mark)>,
}

impl<'a> HdgPicture<'a> {
    fn is_empty(&self) -> bool {
        self.rows.is_empty() && !self.top
    }

    fn push_line(&mut self, text: &'a str, start: usize, content: &str) -> Result<(), NotationError> {
        let fault =
            |index: usize, expected: &str| NotationError::unexpected(Notation::Hdg, text, start + index, expected);
        if self.is_empty() {
            self.start = start;
        }
        if self.bottom {
            return Err(fault(0, "a blank line after the bottom edge"));
        }
        if content.trim().bytes().all(|byte| byte == b'-') {
            match (self.rows.is_empty(), self.top) {
                (true, false) => self.top = true,
                (true, true) => return Err(fault(0, "a row of cells after the top edge")),
                (false, _) => self.bottom = true,
            }
            return Ok(());
        }
        let mut cells = Vec::new();
        for (index, character) in content.char_indices() {
            let mark = match character {
                'A' => Mark::Up,
                'V' => Mark::Down,
                'O' => Mark::Owner,
                '.' => Mark::Empty,
                'X' => Mark::Outside,
                ' ' | '\r' | '\n' => continue,
                _ => return Err(fault(index, "one of A V O . X, or a line of -")),
            };
            cells.push((index, mark));
        }
        let column = match self.rows.last() {
            None => 0,
            Some(above) => {
                let shift = interlace(&above.cells, &cells)
                    .map_err(|index| fault(index, "a cell between two cells of the row above"))?;
                above.column + shift
            }
        };
        self.rows.push(HdgRow { column, cells });
        Ok(())
    }

    fn finish(self, text: &str) -> Result<Diagram, NotationError> {
        let fault = |error| NotationError::new(Notation::Hdg, text, self.start, error);
        let first = self.rows.iter().map(|row| row.column).min().unwrap_or_default();
        let start_of = |row: &HdgRow| row.column.abs_diff(first);
        let columns = self.rows.iter().map(|row| start_of(row) + row.cells.len()).max().unwrap_or_default();
        let mut diagram = Diagram::new(columns, self.rows.len(), Mark::Outside).map_err(fault)?;
        diagram.edges = [false; 4];
        (diagram.edges[TOP], diagram.edges[BOTTOM]) = (self.top, self.bottom);
        diagram.title = self.title.join("\n");
        for (row_idx, row) in self.rows.iter().enumerate() {
            for (column, &(_, mark)) in row.cells.iter().enumerate() {
                if let Some(cell) = diagram.cell(start_of(row) + column, row_idx) {
                    diagram.set(cell, mark);
                }
            }
        }
        Ok(diagram)
    }
}

/// Number of columns by which the row `below` starts further right than the row `above`. The error is the place of a
/// cell that does not lie between two neighbouring cells of the other row.
///
/// ```text
/// column  0   1   2          Cell c of a row lies half a cell right of cell c above,
///       .   .   .            so the row below starts in column -1, one to the left.
///     .   .   .   .
/// column -1   0   1   2
/// ```
fn interlace(above: &[(usize, Mark)], below: &[(usize, Mark)]) -> Result<isize, usize> {
    let place = |cells: &[(usize, Mark)], index: usize| cells[index].0;
    let to_left = above.iter().take_while(|cell| cell.0 < place(below, 0)).count();
    let shift = if to_left > 0 {
        to_left as isize - 1
    } else {
        -(below.iter().take_while(|cell| cell.0 < place(above, 0)).count() as isize)
    };
    for (index, &(at, _)) in below.iter().enumerate() {
        let column = index as isize + shift;
        let fits = |column: isize, right: bool| {
            let neighbour = usize::try_from(column).ok().and_then(|column| above.get(column));
            neighbour.is_none_or(|neighbour| if right { at < neighbour.0 } else { neighbour.0 < at })
        };
        // The place of cells beyond the end of the row above is determined by their own row.
        if !fits(column, false) || !fits(column + 1, true) {
            return Err(at);
        }
    }
    Ok(shift)
}

/// Writes pictures, separated by blank lines.
///
/// The notation knows one player: Black's stones are written as the owner's, and White's as holes. Labels, shading and
/// the edges at the sides are left out.
#[must_use]
pub fn write(diagrams: &[Diagram]) -> String {
    let pictures: Vec<String> = diagrams.iter().map(write_one).collect();
    pictures.join("\n")
}

fn write_one(diagram: &Diagram) -> String {
    let (columns, rows) = diagram.size();
    let symbol = |column: usize, row: usize| match diagram.cell(column, row).map(|cell| diagram.mark(cell)) {
        Some(Mark::Empty) => '.',
        Some(Mark::Owner | Mark::Stone(Player::Black)) => 'O',
        Some(Mark::Up) => 'A',
        Some(Mark::Down) => 'V',
        Some(Mark::Outside | Mark::Stone(Player::White)) | None => 'X',
    };
    let spans = spans(columns, rows, |column, row| symbol(column, row) == 'X');
    let indent_of = |row: usize| 4 * spans[row].0 + 2 * row;
    let least = (0..rows).map(indent_of).min().unwrap_or_default();
    let edge = |row: usize| {
        let (first, last) = spans[row];
        format!("{}{}\n", " ".repeat(indent_of(row) - least), "-".repeat(4 * (last - first) + 3))
    };
    let mut text: String = diagram.title.lines().map(|line| format!("; {line}\n")).collect();
    if diagram.edges[TOP] {
        text += &edge(0);
    }
    for (row, &(first, last)) in spans.iter().enumerate() {
        let cells: Vec<String> = (first..=last).map(|column| symbol(column, row).to_string()).collect();
        text += &format!("{}{}\n", " ".repeat(indent_of(row) - least + 1), cells.join("   "));
    }
    if diagram.edges[BOTTOM] {
        text += &edge(rows - 1);
    }
    text
}

/// The first and last column to be written in each row. Holes at the ends are left out, as long as the picture keeps
/// its width and every row touches the one above.
fn spans(columns: usize, rows: usize, is_hole: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = Vec::with_capacity(rows);
    for row in 0..rows {
        let first = (0..columns).find(|&column| !is_hole(column, row));
        let last = (0..columns).rfind(|&column| !is_hole(column, row));
        let (above_first, above_last) = spans.last().copied().unwrap_or((0, columns - 1));
        let (mut first, mut last) = (first.unwrap_or(above_first), last.unwrap_or(above_first));
        if row > 0 {
            first = first.min(above_last);
            last = last.max(above_first.saturating_sub(1)).max(first);
        }
        spans.push((first, last));
    }
    if !spans.iter().any(|span| span.0 == 0) {
        spans[0].0 = 0;
    }
    if !spans.iter().any(|span| span.1 == columns - 1) {
        spans[0].1 = columns - 1;
    }
    spans
}
