//! Boards as pictures: stones and marked cells of a rectangle, read from text.
//!
//! The reverse of [`Position::render`], for test data and for people. Not here: boards that are not rectangles, moves,
//! games.

use tesuji_board::{Cell, CellSet, Player, Topology, square_column_name};

use crate::{Komi, Position, Rules, SetupError};

/// A picture of a rectangular board.
///
/// There is one line for each row, the top row first. A cell is `B`, `W`, `.`, or a lower-case letter that marks an
/// empty cell; cells are separated by blanks. A line may begin with the number of its row, counted from the bottom row.
/// If the rows are numbered, a last line of column letters, without I, may follow. Numbers and letters have to be
/// correct.
///
/// ```
/// use tesuji_board::Player;
/// use tesuji_go::{Diagram, Komi, Rules};
///
/// let diagram: Diagram = "
///     3 . B .
///     2 B a B
///     1 . W .
///       A B C
/// ".parse().unwrap();
/// let position = diagram.position(Rules::CHINESE, Komi::default(), Player::White).unwrap();
/// assert_eq!(position.topology().name(diagram.mark('a').unwrap()), "B2");
/// assert_eq!(position.render().parse::<Diagram>().unwrap().stones(), diagram.stones());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    size: (usize, usize),
    stones: [CellSet; 2],
    marks: Vec<(char, Cell)>,
}

/// Error of a text that is not a picture of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// A sign without a meaning.
    #[error("row {row}: `{sign}` is neither B, W, `.` nor a lower-case letter")]
    Sign {
        /// Counted from the top, from 1.
        row: usize,
        /// The text found.
        sign: String,
    },
    /// A row whose length differs from the first row's.
    #[error("row {row} has {found} cells, the first one {expected}")]
    Length {
        /// Counted from the top, from 1.
        row: usize,
        /// The number of its cells.
        found: usize,
        /// The number of cells of the first row.
        expected: usize,
    },
    /// A row with a wrong number, or without one although others have one.
    #[error("row {row} from the top begins with `{found}`, expected its number {expected}")]
    Number {
        /// Counted from the top, from 1.
        row: usize,
        /// The beginning of the row.
        found: String,
        /// Its number, counted from the bottom row.
        expected: usize,
    },
    /// A line of letters that do not match the columns.
    #[error("column {column} has the letter `{found}`, expected {expected}")]
    Letter {
        /// Counted from the left, from 1.
        column: usize,
        /// The text there; empty if the line is too short.
        found: String,
        /// The name of the column, if there is one.
        expected: String,
    },
    /// A letter that marks two cells.
    #[error("two cells are marked `{0}`")]
    Twice(char),
}

impl std::str::FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let mut lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        lines.retain(|line| !line.is_empty());
        // Either all lines except that of the letters begin with a row number, or none.
        let number = |line: &[&str]| line.first().and_then(|sign| sign.parse::<usize>().ok());
        let is_numbered = lines.first().is_some_and(|line| number(line).is_some());
        let letters = if is_numbered { lines.pop_if(|line| number(line).is_none()) } else { None };
        for (row, line) in lines.iter().enumerate().filter(|_| is_numbered) {
            let expected = lines.len() - row;
            if number(line) != Some(expected) {
                return Err(DiagramError::Number { row: row + 1, found: shown(line[0]), expected });
            }
        }
        let rows: Vec<&[&str]> = lines.iter().map(|line| &line[usize::from(is_numbered)..]).collect();
        let columns = rows.first().map_or(0, |row| row.len());
        if let Some(letters) = letters {
            check_letters(&letters, columns)?;
        }
        let (mut stones, mut marks) = ([CellSet::new(), CellSet::new()], Vec::new());
        for (row, signs) in rows.iter().enumerate() {
            if signs.len() != columns {
                return Err(DiagramError::Length { row: row + 1, found: signs.len(), expected: columns });
            }
            for (column, sign) in signs.iter().enumerate() {
                let cell = Cell::new(row * columns + column);
                match sign.as_bytes() {
                    b"." => {}
                    b"B" => _ = stones[Player::Black.index()].insert(cell),
                    b"W" => _ = stones[Player::White.index()].insert(cell),
                    &[mark @ b'a'..=b'z'] => marks.push((char::from(mark), cell)),
                    _ => return Err(DiagramError::Sign { row: row + 1, sign: shown(sign) }),
                }
            }
        }
        marks.sort_unstable();
        if let Some(twice) = marks.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(DiagramError::Twice(twice[0].0));
        }
        Ok(Self { size: (columns, rows.len()), stones, marks })
    }
}

fn shown(sign: &str) -> String {
    sign.chars().take(16).collect()
}

/// Columns after Z may show only the last letter of their name, as in drawn boards.
fn check_letters(letters: &[&str], columns: usize) -> Result<(), DiagramError> {
    for column in 0..columns.max(letters.len()) {
        let name = if column < columns { square_column_name(column) } else { String::new() };
        let found = letters.get(column).copied().unwrap_or_default();
        if found.is_empty() || !name.ends_with(found) {
            let expected = if name.is_empty() { "no more columns".to_owned() } else { format!("`{name}`") };
            return Err(DiagramError::Letter { column: column + 1, found: shown(found), expected });
        }
    }
    Ok(())
}

impl Diagram {
    /// Columns and rows.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        self.size
    }

    /// The stones of both players, by [`Player::index`].
    #[must_use]
    pub const fn stones(&self) -> &[CellSet; 2] {
        &self.stones
    }

    /// The marked cells, by letter.
    #[must_use]
    pub fn marks(&self) -> &[(char, Cell)] {
        &self.marks
    }

    /// The cell with this mark.
    #[must_use]
    pub fn mark(&self, letter: char) -> Option<Cell> {
        self.marks.iter().find(|(mark, _)| *mark == letter).map(|&(_, cell)| cell)
    }

    /// The position with these stones.
    ///
    /// # Errors
    ///
    /// If a chain has no liberty, or the board has no cells or too many.
    pub fn position(&self, rules: Rules, komi: Komi, to_move: Player) -> Result<Position, SetupError> {
        let (columns, rows) = self.size;
        let topology = Topology::square(columns, rows).map_err(|_| SetupError::Beyond(columns * rows))?;
        let [black, white] = &self.stones;
        Position::setup(topology, rules, komi, [black, white], to_move)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        let sign = |row, sign: &str| Err(DiagramError::Sign { row, sign: sign.to_owned() });
        let number = |row, found: &str, expected| Err(DiagramError::Number { row, found: found.to_owned(), expected });
        let letter = |column, found: &str, expected: &str| {
            Err(DiagramError::Letter { column, found: found.to_owned(), expected: expected.to_owned() })
        };
        for (text, expected) in [
            ("3 . .\n1 . .\n2 . .", number(2, "1", 2)),
            ("2 . .\n. .\n1 . .", number(1, "2", 3)),
            ("1 . .\n2 . .", number(1, "1", 2)),
            ("2 . .\n1 . .\n  B A", letter(1, "B", "`A`")),
            ("1 . .\n  A", letter(2, "", "`B`")),
            ("1 . .\n  A B C", letter(3, "C", "no more columns")),
            ("1 . . . . . . . . .\n  A B C D E F G H I", letter(9, "I", "`J`")),
            (". .\n. x y", Err(DiagramError::Length { row: 2, found: 3, expected: 2 })),
            (". X", sign(1, "X")),
            (". .\n. BB", sign(2, "BB")),
            ("2 . .\n1 . 3\n  A B", sign(2, "3")),
            (". a\na .", Err(DiagramError::Twice('a'))),
        ] {
            assert_eq!(text.parse::<Diagram>(), expected, "{text}");
        }
        for empty in ["", "\n \n", "2\n1"] {
            let diagram: Diagram = empty.parse().unwrap();
            assert!(diagram.position(Rules::CHINESE, Komi::default(), Player::Black).is_err());
        }
        let captured: Diagram = "B W\nW .".parse().unwrap();
        let position = captured.position(Rules::CHINESE, Komi::default(), Player::Black);
        assert!(matches!(position, Err(SetupError::NoLiberty(_))));
    }
}
