//! Boards drawn in text.
//!
//! ```text
//!     a b c d
//!  1  # # A .      o      the owner's stone
//!   2  . . . .     A..Z   the owner's stone, which goals may call by that letter (not O, which is read as o)
//!    3  . . . .    .      an empty cell of the carrier
//!                  #      the opponent's, or outside the region
//! ```
//!
//! One line per row. Blanks between the cells, indentation and margins (letters above or below, numbers left or right)
//! are optional, but margins that are present must be correct.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use tesuji_board::{Cell, MAX_CELLS, column_name};
use tesuji_proof::Claim;

use super::cells::Cells;
use super::error::{Fault, Flaw};
use super::text::SpannedText;

/// The content of a drawing.
#[derive(Default)]
pub(super) struct ClaimDrawing {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) stones: Cells,
    pub(super) carrier: Cells,
    pub(super) labels: BTreeMap<char, Cell>,
}

/// Reads a drawing of a rhombus.
pub(super) fn parse_drawing(text: &SpannedText<'_>) -> Result<ClaimDrawing, Flaw> {
    let mut drawing = ClaimDrawing::default();
    let mut margin: Option<(usize, Range<usize>)> = None;
    let mut at = 0;
    for line in text.as_str().split('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len() + 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        let row = DiagramRow { text, start, line };
        if line.starts_with('a') {
            margin = Some((row.column_letters()?, row.span(0..line.len())));
        } else {
            row.read_into(&mut drawing)?;
        }
    }
    if drawing.rows == 0 {
        return Err(text.unexpected("a drawing of the board, one line a row"));
    }
    match margin {
        Some((n_letters, span)) if n_letters != drawing.columns => {
            let found = format!("{n_letters} column letters");
            Err(Flaw::unexpected(span, &found, format!("{} as the rows have cells", drawing.columns)))
        }
        _ => Ok(drawing),
    }
}

/// One line of a drawing, without surrounding blanks.
struct DiagramRow<'t, 'a> {
    text: &'t SpannedText<'a>,
    start: usize,
    line: &'t str,
}

impl DiagramRow<'_, '_> {
    fn span(&self, part: Range<usize>) -> Range<usize> {
        self.text.span_of(self.start + part.start..self.start + part.end)
    }

    fn symbols(&self) -> impl Iterator<Item = (usize, char)> {
        self.line.char_indices().filter(|(_, symbol)| !symbol.is_whitespace())
    }

    /// The number of columns that this margin names, which is `a b c` and so on.
    fn column_letters(&self) -> Result<usize, Flaw> {
        let mut n_columns = 0;
        let mut symbols = self.symbols().peekable();
        while symbols.peek().is_some() {
            let expected = column_name(n_columns);
            for letter in expected.chars() {
                let (i, symbol) = symbols.next().unwrap_or((self.line.len(), ' '));
                if symbol != letter {
                    let found = self.span(i..self.line.len().min(i + symbol.len_utf8()));
                    let expected = format!("the column letter `{expected}`");
                    return Err(Flaw::unexpected(found, symbol.to_string().trim(), expected));
                }
            }
            n_columns += 1;
        }
        Ok(n_columns)
    }

    fn read_into(&self, drawing: &mut ClaimDrawing) -> Result<(), Flaw> {
        let whole = self.span(0..self.line.len());
        if drawing.rows != 0 && (drawing.rows + 1) * drawing.columns > MAX_CELLS {
            let most = format!("no more than {} rows: a board has at most {MAX_CELLS} cells", drawing.rows);
            return Err(Flaw::unexpected(whole, self.line, most));
        }
        let is_digit = |c: char| c.is_ascii_digit();
        let first = self.line.find(|c| !is_digit(c)).unwrap_or(self.line.len());
        let last = self.line.trim_end_matches(is_digit).len().max(first);
        let row_number = (drawing.rows + 1).to_string();
        for margin in [0..first, last..self.line.len()] {
            let number = &self.line[margin.clone()];
            if !number.is_empty() && number != row_number {
                return Err(Flaw::unexpected(self.span(margin), number, format!("the row number {row_number}")));
            }
        }
        let mut column = 0;
        for (i, symbol) in self.symbols().filter(|&(i, _)| first <= i && i < last) {
            let span = self.span(i..i + symbol.len_utf8());
            let full = if drawing.rows == 0 { MAX_CELLS } else { drawing.columns };
            if column == full {
                return Err(Flaw::unexpected(span, &self.line[i..], format!("no more than {full} cells in this row")));
            }
            let cell = Cell::new(drawing.rows * if drawing.rows == 0 { 0 } else { drawing.columns } + column);
            match symbol {
                '#' => {}
                '.' => {
                    drawing.carrier.insert(cell, span);
                }
                'o' | 'O' => {
                    drawing.stones.insert(cell, span);
                }
                'A'..='Z' => {
                    if drawing.labels.insert(symbol, cell).is_some() {
                        let expected = "a letter that marks no other stone";
                        return Err(Flaw::unexpected(span, &symbol.to_string(), expected));
                    }
                    drawing.stones.insert(cell, span);
                }
                _ => {
                    let expected =
                        "`o` or a capital letter (the owner's stone), `.` (carrier) or `#` (opponent, outside)";
                    return Err(Flaw::unexpected(span, &symbol.to_string(), expected));
                }
            }
            column += 1;
        }
        if column == 0 || drawing.rows != 0 && column != drawing.columns {
            let expected = match drawing.rows {
                0 => "cells after the row number".to_owned(),
                _ => format!("{} cells in this row, not {column}", drawing.columns),
            };
            return Err(Flaw::new(whole, Fault::Unexpected { found: self.line.chars().take(40).collect(), expected }));
        }
        drawing.columns = column;
        drawing.rows += 1;
        Ok(())
    }
}

/// Draws a claim on a rhombus with margins; an empty string for a graph.
///
/// Every row is indented by one more blank, so that the six neighbours of a cell surround it.
pub(super) fn draw(claim: &Claim) -> String {
    let Some((columns, rows)) = claim.topology.size() else { return String::new() };
    let letters: Vec<_> = (0..columns).map(column_name).collect();
    let mut drawing = format!("    {}\n", letters.join(" "));
    for row in 0..rows {
        let symbol = |column| match Cell::new(row * columns + column) {
            cell if claim.stones.contains(cell) => "o",
            cell if claim.carrier.contains(cell) => ".",
            _ => "#",
        };
        let cells: Vec<_> = (0..columns).map(symbol).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(drawing, "{:row$}{:>2}  {}", "", row + 1, cells.join(" "));
    }
    drawing
}
