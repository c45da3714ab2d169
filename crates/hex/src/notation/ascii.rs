//! Boards typed by hand and shown on a terminal.
//!
//! ```text
//!  a b c d
//! 1 . . B . 1
//!  2 . W . . 2
//!   3 . . . . 3
//!      a b c d
//! ```
//!
//! A row is one line. Its indentation, the letters above and below, the numbers beside it, spaces between cells and the
//! frame characters `|`, `/` and `\` are all optional. Lines that start with `;` are the title. All rows have the same
//! length.
//!
//! | character | meaning |
//! | --- | --- |
//! | `.` | empty; in a claim, the carrier |
//! | `B` `b` `X` `x` `@` | a stone of Black |
//! | `W` `w` | a stone of White |
//! | `O` `o` | a stone of White if the board has an `X` or `x`, otherwise of the claim's owner |
//! | `A` | the owner's stone to be joined upward |
//! | `V` | the owner's stone to be joined downward |
//! | `#` | not in the claim: the opponent's |
//!
//! The writer leaves out labels and shading.

use tesuji_board::{Player, column_name};

use super::{Notation, NotationError};
use crate::render::{Margins, render};
use crate::{Diagram, Mark};

/// Reads one board; blank lines are skipped.
///
/// # Errors
///
/// The first line or character that does not belong to a board.
pub fn read(text: &str) -> Result<Diagram, NotationError> {
    let fault = |offset: usize, expected: &str| NotationError::unexpected(Notation::Ascii, text, offset, expected);
    let o_is_white = text.lines().any(|line| !line.trim_start().starts_with(';') && line.contains(['X', 'x']));
    let mut title = Vec::new();
    let mut marks = Vec::new();
    let (mut columns, mut rows) = (0, 0);
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let (start, content) = (offset, line.trim());
        offset += line.len();
        if let Some(remark) = content.strip_prefix(';') {
            title.push(remark.trim());
            continue;
        }
        if content.is_empty() || is_letters(content) {
            continue;
        }
        let content_start = start + (line.len() - line.trim_start().len());
        let cells = content.trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || is_frame(c));
        if cells.is_empty() {
            return Err(fault(content_start, "a row of cells"));
        }
        let cells_start = content_start + content.find(cells).unwrap_or_default();
        let before = marks.len();
        for (index, character) in cells.char_indices() {
            marks.push(match character {
                '.' => Mark::Empty,
                'B' | 'b' | 'X' | 'x' | '@' => Mark::Stone(Player::Black),
                'W' | 'w' => Mark::Stone(Player::White),
                'O' | 'o' if o_is_white => Mark::Stone(Player::White),
                'O' | 'o' => Mark::Owner,
                'A' => Mark::Up,
                'V' => Mark::Down,
                '#' => Mark::Outside,
                c if c.is_whitespace() || is_frame(c) => continue,
                _ => return Err(fault(cells_start + index, "a cell: one of . B W X O o A V #")),
            });
            if marks.len() > tesuji_board::MAX_CELLS {
                let size = tesuji_board::TopologyError::Size(marks.len());
                return Err(NotationError::new(Notation::Ascii, text, cells_start + index, size));
            }
        }
        let n_cells = marks.len() - before;
        if rows == 0 {
            columns = n_cells;
        } else if n_cells != columns {
            return Err(fault(cells_start, &format!("a row of {columns} cells, as above, not {n_cells}")));
        }
        rows += 1;
    }
    let mut diagram =
        Diagram::new(columns, rows, Mark::Empty).map_err(|size| NotationError::new(Notation::Ascii, text, 0, size))?;
    for (cell, mark) in diagram.cells().zip(marks) {
        diagram.set(cell, mark);
    }
    diagram.title = title.join("\n");
    Ok(diagram)
}

/// The board with its title and, if `margins` asks for them, coordinates.
#[must_use]
pub fn write(diagram: &Diagram, margins: Margins) -> String {
    let (columns, rows) = diagram.size();
    let title: String = diagram.title.lines().map(|line| format!("; {line}\n")).collect();
    title + &render(columns, rows, margins, |cell| symbol(diagram.mark(cell)))
}

/// The character that stands for `mark`.
#[must_use]
pub const fn symbol(mark: Mark) -> char {
    match mark {
        Mark::Empty => '.',
        Mark::Stone(Player::Black) => 'B',
        Mark::Stone(Player::White) => 'W',
        Mark::Owner => 'o',
        Mark::Up => 'A',
        Mark::Down => 'V',
        Mark::Outside => '#',
    }
}

const fn is_frame(character: char) -> bool {
    matches!(character, '|' | '/' | '\\')
}

/// Whether this is the line of column letters, `a b c ..`.
fn is_letters(content: &str) -> bool {
    content.split_whitespace().enumerate().all(|(column, name)| name == column_name(column))
}
