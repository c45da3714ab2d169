//! The patterns as TOML with diagrams.

use std::fmt::Write as _;

use super::derive::{Class, Pattern, Patterns};
use super::ring::Cell;

const HEAD: &str = "\
# Origin: derived by `cargo xtask patterns --radius 1 --write`, which proves each pattern by looking at all
# surroundings. Do not edit: `cargo test -p xtask` compares it with the derivation, and `cargo test -p tesuji-connection`
# compares what the solver infers with it.
#
# Minimal patterns of radius 1, one of all that rotations and reflections exchange: `*` the cells in question, B and W
# stones (an edge of the board is a stone), `.` anything. Black's patterns; White's have the colours exchanged.
#
# dead        the colour of the cell never matters
# captured    Black has both cells: whichever White takes does nothing once Black has the other
# vulnerable  a white move on the cell is dead once Black has answered on `!`
# dominated   a black move on the cell is no better than one on `!`
#
# What is value-preserving may change a proof; what is guiding says which move to try first.
";

/// The text of the file.
#[must_use]
pub fn to_toml(patterns: &Patterns) -> String {
    let mut text = HEAD.to_owned();
    for (class, &(n_holding, n_all)) in Class::ALL.into_iter().zip(&patterns.counts) {
        let of_class: Vec<&Pattern> = patterns.patterns.iter().filter(|pattern| pattern.class == class).collect();
        let (name, n_patterns) = (name(class), of_class.len());
        _ = write!(text, "\n# {name}: {n_patterns} patterns, which hold in {n_holding} of {n_all} surroundings\n");
        for pattern in of_class {
            let kind = if class.preserves_value() { "value-preserving" } else { "guiding" };
            _ = write!(
                text,
                "\n[[pattern]]\nclass = \"{name}\"\ntype = \"{kind}\"\nimages = {}\ndiagram = '''\n{}'''\n",
                pattern.n_images,
                diagram(&pattern.marks)
            );
        }
    }
    text
}

const fn name(class: Class) -> &'static str {
    match class {
        Class::Dead => "dead",
        Class::Captured => "captured",
        Class::Vulnerable => "vulnerable",
        Class::Dominated => "dominated",
    }
}

/// Rows from north to south. Each lies half a cell to the right of the one above.
fn diagram(marks: &[(Cell, char)]) -> String {
    let across = |&(column, row): &Cell| usize::try_from(2 * column + row + 8).unwrap_or(0);
    let left = marks.iter().map(|(cell, _)| across(cell)).min().unwrap_or(0);
    let mut text = String::new();
    let mut last_row = None;
    let mut width = 0;
    for (cell, mark) in marks {
        if last_row.is_some_and(|row| row != cell.1) {
            text.push('\n');
            width = 0;
        }
        last_row = Some(cell.1);
        let indent = across(cell) - left - width;
        text.extend(std::iter::repeat_n(' ', indent));
        text.push(*mark);
        width += indent + 1;
    }
    text + "\n"
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn the_lattice_is_drawn_as_it_lies() {
        let marks = [
            ((0, -1), '.'),
            ((1, -1), 'B'),
            ((-1, 0), 'W'),
            ((0, 0), '*'),
            ((1, 0), '!'),
            ((-1, 1), '.'),
            ((0, 1), 'W'),
        ];
        assert_eq!(diagram(&marks), " . B\nW * !\n . W\n");
    }
}
