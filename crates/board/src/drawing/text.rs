//! Boards as text pictures.

use std::ops::RangeInclusive;

use crate::drawing::rows::name;
use crate::{Cell, Lattice, MAX_CELLS, Shape, Sides, Topology, parse_square_cell_name, square_column_name};

/// A picture is no wider than this many characters, unless a row needs more.
const WIDTH: f64 = 120.0;

impl Topology {
    /// The board as text, with a sign for each cell. There is one line for each row of the drawing, and a cell stands
    /// about where it lies in its row.
    ///
    /// A row's number stands before it if the names of its cells contain it. Names that cannot be counted off from the
    /// left (A, B, C, .. without I) stand after their row. Links are not drawn; if some go around, a last line says so.
    /// A board of columns and rows, even one with holes, has its column letters below.
    ///
    /// ```
    /// use tesuji_board::{Cut, Tiling, Topology};
    ///
    /// let board = Topology::tiling(Tiling::Triangular, Cut::Hexagon(2)).unwrap();
    /// let b2 = board.cell("B2").unwrap();
    /// assert_eq!(board.text(|cell| if cell == b2 { 'B' } else { '.' }), "3  . .\n2 . B .\n1  . .\n");
    /// ```
    #[must_use]
    pub fn text(&self, sign: impl Fn(Cell) -> char) -> String {
        let rows = self.rows();
        let columns = self.lettered_columns();
        let left = self.cells().map(|cell| self.place(cell).right()).fold(f64::INFINITY, f64::min);
        let scale = match &columns {
            // Each column is as wide as the widest letters plus a blank.
            Some(columns) => {
                columns.clone().map(|column| square_column_name(column).len()).max().unwrap_or(0) as f64 + 1.0
            }
            None => self.scale(&rows),
        };
        let number = |row: &[Cell]| row_number(row.iter().map(|&cell| self.name(cell)));
        let margin = rows.iter().filter_map(|row| number(row)).map(str::len).max().unwrap_or(1);
        let mut text = String::new();
        for (row_idx, row) in rows.iter().enumerate() {
            let mut line = format!("{:>margin$} ", number(row).unwrap_or_default());
            let start = line.len();
            for &cell in row {
                let column = ((self.place(cell).right() - left) * scale).round() as usize;
                // Never on its neighbour, however close the two are drawn. A sign may take several bytes.
                let at = if line.len() == start { column } else { column.max(line[start..].chars().count() + 1) };
                line.extend(std::iter::repeat_n(' ', at - line[start..].chars().count()));
                line.push(sign(cell));
            }
            let is_counted = |(column, &cell): (usize, &Cell)| self.name(cell) == name(column, row_idx, rows.len());
            if columns.is_none() && !row.iter().enumerate().all(is_counted) {
                line += "  ";
                for &cell in row {
                    line += " ";
                    line += self.name(cell);
                }
            }
            text += line.trim_end();
            text += "\n";
        }
        if let Some(columns) = columns {
            let mut line = " ".repeat(margin + 1);
            for letters in columns.map(square_column_name) {
                line += &format!("{letters:<width$}", width = scale as usize);
            }
            text += line.trim_end();
            text += "\n";
        }
        if let Some(words) = self.joined_sides() {
            text += words;
            text += "\n";
        }
        text
    }

    /// The columns of a board that is drawn and named as a square lattice, or as part of one.
    fn lettered_columns(&self) -> Option<RangeInclusive<usize>> {
        let first = self.cells().next()?;
        let parts = |cell: Cell| parse_square_cell_name(self.name(cell), MAX_CELLS, MAX_CELLS).ok();
        // Rows are counted from above the highest possible one, because whole rows may be missing.
        let corner = |cell: Cell| {
            let (column, row) = parts(cell)?;
            let place = self.place(cell);
            Some((column, place.right() - column as f64, place.down() - row as f64))
        };
        let (_, _, top) = corner(first)?;
        let (mut least, mut most) = (usize::MAX, 0);
        for cell in self.cells() {
            let (column, left, down) = corner(cell)?;
            if left != 0.0 || down != top {
                return None;
            }
            (least, most) = (least.min(column), most.max(column));
        }
        Some(least..=most)
    }

    /// In words, which sides are joined.
    fn joined_sides(&self) -> Option<&'static str> {
        match self.shape() {
            _ if self.wrapping_links().is_empty() => None,
            Shape::Lattice(Lattice { sides: Sides::Torus, .. }) => {
                Some("(left and right are joined, and so are top and bottom)")
            }
            Shape::Lattice(Lattice { sides: Sides::Cylinder, .. }) => Some("(left and right are joined)"),
            _ => Some("(some links leave the picture on one side and come back on another)"),
        }
    }

    /// Characters per unit of width: enough to put neighbours in a row two apart, if the page allows.
    fn scale(&self, rows: &[Vec<Cell>]) -> f64 {
        let right = |cell: Cell| self.place(cell).right();
        let gaps = rows.iter().flat_map(|row| row.windows(2).map(|pair| right(pair[1]) - right(pair[0])));
        let narrowest = gaps.filter(|gap| *gap > 0.0).fold(f64::INFINITY, f64::min);
        let all = || self.cells().map(right);
        let width = all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min);
        let wanted = if narrowest.is_finite() { 2.0 / narrowest } else { 2.0 / self.link_length() };
        if width > 0.0 { wanted.min(WIDTH / width) } else { 0.0 }
    }
}

/// The number that the names of a row have in common, if they are letters and a number.
fn row_number<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let number = |name: &'a str| {
        let number = name.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        (number.len() < name.len() && number.bytes().all(|digit| digit.is_ascii_digit())).then_some(number)
    };
    let first = number(names.next()?).filter(|first| !first.is_empty())?;
    names.all(|name| number(name) == Some(first)).then_some(first)
}

#[cfg(feature = "testing")]
mod tests {
    use crate::{BoardSpec, Cut, Tiling, Topology};

    #[test]
    fn boards_are_drawn_in_rows() {
        let dots = |board: &Topology| board.text(|_| '.');
        assert_eq!(dots(&Topology::square(3, 2).unwrap()), "2 . . .\n1 . . .\n  A B C\n");
        assert_eq!(dots(&Topology::tiling(Tiling::Triangular, Cut::Triangle(3)).unwrap()), "3   .\n2  . .\n1 . . .\n");
        let honeycomb = Topology::tiling(Tiling::Honeycomb, Cut::Hexagon(1)).unwrap();
        assert_eq!(dots(&honeycomb), "4  .\n3 . .\n2 . .\n1  .\n");
        let names = ["hub", "tip"].map(str::to_owned).to_vec();
        let graph = Topology::graph(names, &[(0, 1)], Vec::new()).unwrap();
        assert_eq!(dots(&graph), "  .   hub\n  .   tip\n");
        assert_eq!(dots(&Topology::square(1, 1).unwrap()), "1 .\n  A\n");
    }

    #[test]
    fn columns_after_the_last_letter_have_two() {
        let board = Topology::square(27, 1).unwrap();
        let lines: Vec<String> = board.text(|_| '.').lines().map(str::to_owned).collect();
        assert!(lines[1].starts_with("  A  B  C ") && lines[1].ends_with(" Y  Z  AA AB"), "{lines:?}");
        for cell in board.cells() {
            let name = board.name(cell).trim_end_matches('1');
            let at = lines[1].find(&format!(" {name}")).unwrap() + 1;
            let marked = board.text(|other| if other == cell { 'B' } else { '.' });
            assert_eq!(marked.find('B'), Some(at), "{name}");
        }
    }

    #[test]
    fn what_goes_around_is_said() {
        let torus = Topology::torus(3, 3).unwrap().text(|_| '.');
        assert!(torus.ends_with("  A B C\n(left and right are joined, and so are top and bottom)\n"), "{torus}");
        let cylinder = Topology::cylinder(3, 1).unwrap().text(|_| '.');
        assert_eq!(cylinder, "1 . . .\n  A B C\n(left and right are joined)\n");
    }

    #[test]
    fn rows_with_holes_keep_their_numbers() {
        let dots = |text: &str| text.parse::<BoardSpec>().unwrap().topology().unwrap().text(|_| '.');
        assert_eq!(dots("holes:3x3:B2,C1"), "3 . . .\n2 .   .\n1 . .\n  A B C\n");
        assert_eq!(dots("holes:3x3:A1,A2,A3,B2,C2"), "3 . .\n1 . .\n  B C\n");
        assert!(
            dots("holes:torus:3x3:B2")
                .ends_with("  A B C\n(some links leave the picture on one side and come back on another)\n")
        );
        // Where columns have no letters, cells after a hole are named.
        assert_eq!(dots("holes:hexagon:2:B2"), "3  . .\n2 .   .   A2 C2\n1  . .\n");
    }
}
