//! Lists of cells as HexWiki writes them: cells, blocks, lines, polygons.

use tesuji_board::{Cell, CellSet, parse_cell_name};

use super::{Notation, NotationError};

/// Polygons with more corners than this are refused, because the cost is corners times cells.
const MAX_CORNERS: usize = 64;

/// Reads lists of cells on a board of this size. `text` is the whole text; errors are placed in it.
pub(crate) struct CellLists<'a> {
    pub(crate) text: &'a str,
    pub(crate) notation: Notation,
    /// Columns and rows.
    pub(crate) size: (usize, usize),
}

/// A part of a list with signs.
pub(crate) enum CellItem {
    /// The following cells are shown.
    Plus,
    /// The following cells are hidden.
    Minus,
    /// These cells.
    Cells(CellSet),
}

impl CellLists<'_> {
    /// The words of `value`, which starts at byte `start` of the text. Spaces inside parentheses do not separate words.
    pub(crate) fn words(value: &str, start: usize) -> impl Iterator<Item = (usize, &str)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            at += value[at..].len() - value[at..].trim_start().len();
            let rest = &value[at..];
            let mut depth = 0_usize;
            let ends = |(_, c): &(usize, char)| {
                match c {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0 && c.is_whitespace()
            };
            let length = rest.char_indices().find(ends).map_or(rest.len(), |(index, _)| index);
            let word_at = at;
            at += length;
            (length > 0).then(|| (start + word_at, &rest[..length]))
        })
    }

    /// The parts of a list such as `-a1 area(b2,c3) +c4`, the value of an attribute that starts at byte `start`.
    pub(crate) fn signed_items(&self, value: &str, start: usize) -> Result<Vec<CellItem>, NotationError> {
        let mut items = Vec::new();
        for (mut at, mut word) in Self::words(value, start) {
            if let Some(rest) = word.strip_prefix(['-', '+']) {
                items.push(if word.starts_with('-') { CellItem::Minus } else { CellItem::Plus });
                (at, word) = (at + 1, rest);
            }
            // A sign may apply to a list in parentheses.
            for (inner_at, inner) in match word.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
                Some(inside) => Self::words(inside, at + 1).collect(),
                None if word.is_empty() => Vec::new(),
                None => vec![(at, word)],
            } {
                items.push(CellItem::Cells(self.cells(inner, inner_at)?));
            }
        }
        Ok(items)
    }

    /// The cells that one word names: `a1`, `a1--c3`, `line(a1,c3)`, `area(a5,e5,c1)`, `all`.
    pub(crate) fn cells(&self, word: &str, start: usize) -> Result<CellSet, NotationError> {
        let (columns, rows) = self.size;
        if word == "all" {
            return Ok(CellSet::full(columns * rows));
        }
        if let Some((from, to)) = word.split_once("--") {
            let (from_column, from_row) = self.cell(from, start)?;
            let (to_column, to_row) = self.cell(to, start + from.len() + 2)?;
            let between = |a: usize, b: usize| a.min(b)..=a.max(b);
            return Ok(between(from_row, to_row)
                .flat_map(|row| between(from_column, to_column).map(move |column| Cell::new(row * columns + column)))
                .collect());
        }
        for function in ["area(", "line("] {
            if let Some(corners) = word.strip_prefix(function).and_then(|rest| rest.strip_suffix(')')) {
                let mut points = Vec::new();
                let mut at = start + function.len();
                for name in corners.split(',') {
                    let spaces = name.len() - name.trim_start().len();
                    points.push(self.cell(name.trim(), at + spaces)?);
                    at += name.len() + 1;
                    if points.len() > MAX_CORNERS {
                        return Err(self.fault(at - 1, "at most 64 corners"));
                    }
                }
                return Ok((0..columns * rows)
                    .filter(|index| is_inside((index % columns, index / columns), &points))
                    .map(Cell::new)
                    .collect());
            }
        }
        let (column, row) = self.cell(word, start)?;
        Ok(CellSet::from_iter([Cell::new(row * columns + column)]))
    }

    fn cell(&self, name: &str, start: usize) -> Result<(usize, usize), NotationError> {
        parse_cell_name(name, self.size.0, self.size.1)
            .map_err(|error| NotationError::new(self.notation, self.text, start, error))
    }

    pub(crate) fn fault(&self, offset: usize, expected: &str) -> NotationError {
        NotationError::unexpected(self.notation, self.text, offset, expected)
    }
}

/// Whether the point lies in the polygon or on its border.
///
/// Columns and rows serve as coordinates; the slant of the board does not change what is inside.
fn is_inside(point: (usize, usize), corners: &[(usize, usize)]) -> bool {
    let signed = |(column, row): (usize, usize)| (column as i64, row as i64);
    let (px, py) = signed(point);
    let mut inside = false;
    for (index, &corner) in corners.iter().enumerate() {
        let (ax, ay) = signed(corner);
        let (bx, by) = signed(corners[(index + 1) % corners.len()]);
        let cross = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
        if cross == 0 && (ax.min(bx)..=ax.max(bx)).contains(&px) && (ay.min(by)..=ay.max(by)).contains(&py) {
            return true;
        }
        // A ray to the right crosses this side.
        if (ay <= py) != (by <= py) && (cross > 0) == (by > ay) {
            inside = !inside;
        }
    }
    inside
}
