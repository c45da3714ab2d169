//! Boards as text, for a terminal or a file.

use std::fmt::Write;

use tesuji_board::{Cell, column_name};

/// Drawing of one cell, and the terminal columns that it takes.
///
/// Text from outside may contain escape sequences for colours, which take no columns; such text states its width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    text: String,
    width: usize,
}

impl Symbol {
    /// Text that takes `width` columns, whatever its length.
    #[must_use]
    pub fn styled(text: impl Into<String>, width: usize) -> Self {
        Self { text: text.into(), width }
    }
}

impl From<char> for Symbol {
    fn from(character: char) -> Self {
        Self { text: character.to_string(), width: 1 }
    }
}

impl From<&str> for Symbol {
    /// Plain text, one column per character.
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), width: text.chars().count() }
    }
}

/// Whether coordinates are written around the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Margins {
    /// Letters above and below, numbers left and right.
    Coordinates,
    /// Only cells.
    Bare,
}

/// Draws a rhombic board, each row half a cell further right than the one above; ends with a newline.
///
/// ```
/// use tesuji_hex::render::{Margins, render};
///
/// let picture = render(3, 2, Margins::Coordinates, |cell| if cell.index() == 1 { 'B' } else { '.' });
/// assert_eq!(picture, concat!(
///     " a b c\n",
///     "1 . B . 1\n",
///     " 2 . . . 2\n",
///     "    a b c\n",
/// ));
/// ```
#[must_use]
pub fn render<S: Into<Symbol>>(
    columns: usize,
    rows: usize,
    margins: Margins,
    mut symbol: impl FnMut(Cell) -> S,
) -> String {
    let symbols: Vec<Symbol> = (0..columns * rows).map(|index| symbol(Cell::new(index)).into()).collect();
    let letters = || (0..columns).map(|column| Symbol::from(column_name(column).as_str()));
    let with_margins = margins == Margins::Coordinates;
    let widest = symbols.iter().map(|symbol| symbol.width).max().unwrap_or(1).max(1);
    let widest = if with_margins { letters().map(|letter| letter.width).fold(widest, usize::max) } else { widest };
    // The pitch is even, so half a cell is a whole number of columns.
    let pitch = (widest + 1).next_multiple_of(2);
    let half = pitch / 2;

    let n_digits = rows.to_string().len();
    let left = if with_margins { (n_digits + 1).max(half) } else { 0 };
    let mut picture = String::new();
    if with_margins {
        push_row(&mut picture, left - half, pitch, letters());
        end_line(&mut picture);
    }
    for row in 0..rows {
        let indent = row * half;
        if with_margins {
            let _ = write!(picture, "{:1$} ", row + 1, indent + left - 1);
            push_row(&mut picture, 0, pitch, symbols[row * columns..(row + 1) * columns].iter().cloned());
            let _ = write!(picture, "{}", row + 1);
        } else {
            push_row(&mut picture, indent, pitch, symbols[row * columns..(row + 1) * columns].iter().cloned());
        }
        end_line(&mut picture);
    }
    if with_margins {
        push_row(&mut picture, left + rows * half, pitch, letters());
        end_line(&mut picture);
    }
    picture
}

fn push_row(picture: &mut String, indent: usize, pitch: usize, symbols: impl Iterator<Item = Symbol>) {
    picture.extend(std::iter::repeat_n(' ', indent));
    for symbol in symbols {
        picture.push_str(&symbol.text);
        picture.extend(std::iter::repeat_n(' ', pitch.saturating_sub(symbol.width)));
    }
}

/// Ends a line without trailing spaces.
fn end_line(picture: &mut String) {
    picture.truncate(picture.trim_end_matches(' ').len());
    picture.push('\n');
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn wide_and_coloured_symbols_line_up() {
        let picture = render(2, 2, Margins::Bare, |cell| match cell.index() {
            0 => Symbol::styled("\u{1b}[31mB\u{1b}[0m", 1),
            3 => Symbol::from("12"),
            _ => Symbol::from('.'),
        });
        assert_eq!(picture, "\u{1b}[31mB\u{1b}[0m   .\n  .   12\n");
    }

    #[test]
    fn row_numbers_of_two_digits_line_up() {
        let picture = render(2, 10, Margins::Coordinates, |_| '.');
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "  a b");
        assert_eq!(lines[1], " 1 . . 1");
        assert_eq!(lines[10], "         10 . . 10");
        assert_eq!(lines[11], "             a b");
    }
}
