//! Tables for people: columns as wide as their content, where a letter of Chinese or Japanese takes two places. On a
//! terminal that is too narrow the longest texts are wrapped.

use std::fmt;
use std::io::IsTerminal;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use crate::picture::PLAIN;

/// A table with a line of headings.
pub(crate) struct Columns(Table);

impl Columns {
    /// A table with these headings. The column of one that begins with `>` is aligned at the right, as numbers are.
    pub(crate) fn new<'h>(heads: impl IntoIterator<Item = &'h str>) -> Self {
        let heads: Vec<&str> = heads.into_iter().collect();
        let mut table = Table::new();
        table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        if let Some((terminal_size::Width(width), _)) = terminal_size::terminal_size()
            && std::io::stdout().is_terminal()
        {
            table.set_width(width);
        }
        table.set_header(heads.iter().map(|head| head.trim_start_matches('>')));
        for (head, column) in heads.iter().zip(table.column_iter_mut()) {
            column.set_padding((0, 2));
            if head.starts_with('>') {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        Self(table)
    }

    /// Adds a row. Cells that are missing at its end are empty.
    pub(crate) fn row<T: ToString>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.0.add_row(cells.into_iter().map(|cell| cell.to_string()));
    }

    /// Whether there is no row.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Columns {
    /// The headings in bold, then the rows; each line ends with a newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bold = PLAIN.bold();
        for (idx, line) in self.0.lines().enumerate() {
            match (idx, line.trim_end()) {
                (0, "") => {}
                (0, head) => writeln!(f, "{bold}{head}{bold:#}")?,
                (_, line) => writeln!(f, "{line}")?,
            }
        }
        Ok(())
    }
}

/// The text with blanks up to this width; a letter of Chinese or Japanese takes two places.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(places(text))))
}

/// Width of a text in columns of a terminal.
pub(crate) fn places(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_two_places() {
        let mut table = Columns::new(["name", ">n", "rest"]);
        table.row(["囲碁", "3", ""]);
        table.row(["hex", "12", "x"]);
        let plain = anstream::adapter::strip_str(&table.to_string()).to_string();
        assert_eq!(plain, "name   n  rest\n囲碁   3\nhex   12  x\n");
        assert_eq!((padded("囲", 4), places("囲碁")), ("囲  ".to_owned(), 4));
    }
}
