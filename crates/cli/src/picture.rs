//! Boards as text: coordinates in the margins, colours where the terminal shows them.
//!
//! Without colours a claim looks as it does in a problem file, so that it can be pasted into one.

use std::fmt;

use anstyle::{AnsiColor, Style};
use tesuji_board::{Cell, CellSet, Topology, column_name};
use tesuji_proof::{Claim, Goal, Group, Mover, Terminal};

pub(crate) const OWNER: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const OPPONENT: Style = AnsiColor::Red.on_default();
pub(crate) const EMPTY: Style = Style::new();
pub(crate) const FAINT: Style = AnsiColor::BrightBlack.on_default();
pub(crate) const MARKED: Style = AnsiColor::Yellow.on_default().bold();

/// A board with one sign on each cell.
pub(crate) struct Picture<'a> {
    topology: &'a Topology,
    signs: Vec<(char, Style)>,
}

impl<'a> Picture<'a> {
    /// The board with `#` everywhere.
    pub(crate) fn new(topology: &'a Topology) -> Self {
        Self { topology, signs: vec![('#', FAINT); topology.n_cells()] }
    }

    /// The claim: `o` the owner's stones, `.` the empty cells, `#` the opponent's cells.
    pub(crate) fn of_claim(claim: &'a Claim) -> Self {
        Self::new(&claim.topology).with(&claim.stones, 'o', OWNER).with(&claim.carrier, '.', EMPTY)
    }

    /// The picture with another sign on these cells.
    pub(crate) fn with(mut self, cells: &CellSet, sign: char, style: Style) -> Self {
        for cell in cells.iter() {
            self.signs[cell.index()] = (sign, style);
        }
        self
    }

    fn sign(&self, cell: Cell) -> String {
        let (sign, style) = self.signs[cell.index()];
        format!("{style}{sign}{style:#}")
    }

    /// Rows of a rhombus, each half a cell further to the right.
    ///
    /// ```text
    ///    a b c
    /// 1  . . .  1
    ///  2  . o .  2
    ///      a b c
    /// ```
    fn rhombus(&self, f: &mut fmt::Formatter<'_>, columns: usize, rows: usize) -> fmt::Result {
        // Beyond `z` columns have two letters; half of the width is the indentation of a row, so the width is even.
        let width = if columns <= 26 { 2 } else { 4 };
        let margin = rows.to_string().len();
        let letters: String = (0..columns).map(|column| format!("{:<width$}", column_name(column))).collect();
        let letters = letters.trim_end();
        writeln!(f, "{:margin$}  {FAINT}{letters}{FAINT:#}", "")?;
        for row in 0..rows {
            let indent = row * width / 2;
            write!(f, "{:indent$}{FAINT}{:>margin$}{FAINT:#}  ", "", row + 1)?;
            for column in 0..columns {
                let gap = if column + 1 == columns { 0 } else { width - 1 };
                write!(f, "{}{:gap$}", self.sign(Cell::new(row * columns + column)), "")?;
            }
            writeln!(f, "  {FAINT}{}{FAINT:#}", row + 1)?;
        }
        let indent = rows * width / 2;
        writeln!(f, "{:indent$}{:margin$}  {FAINT}{letters}{FAINT:#}", "", "")
    }

    /// Each node of a graph with what it touches.
    fn graph(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.topology;
        let width = board.cells().map(|cell| board.name(cell).len()).max().unwrap_or(0);
        for cell in board.cells() {
            let names: Vec<&str> = board.neighbours(cell).iter().map(|&to| board.name(to)).collect();
            write!(f, "{} {:<width$}  touches {}", self.sign(cell), board.name(cell), names.join(" "))?;
            for edge in board.edges().iter().filter(|edge| edge.cells.contains(cell)) {
                write!(f, ", {}", edge.name)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.topology.size() {
            Some((columns, rows)) => self.rhombus(f, columns, rows),
            None => self.graph(f),
        }
    }
}

/// The claim in a sentence.
pub(crate) fn sentence(claim: &Claim) -> String {
    let mover = match claim.to_move {
        Mover::Owner => "moving first",
        Mover::Opponent => "the opponent moving first",
    };
    let n_empties = crate::text::count(claim.carrier.len() as u64, "empty cell");
    format!("{} (o) joins {} in {n_empties}, {mover}", claim.owner, goal(&claim.topology, &claim.goal))
}

/// The goal as problem files write it: `c1-bottom and a1-b2 or c1-top`.
pub(crate) fn goal(topology: &Topology, goal: &Goal) -> String {
    let terminal = |terminal: &Terminal| match *terminal {
        Terminal::Cell(cell) => topology.name(cell).to_owned(),
        Terminal::Edge(edge) => topology.edges()[edge].name.clone(),
    };
    let group = |group: &Group| group.iter().map(terminal).collect::<Vec<_>>().join("-");
    let alternative = |groups: &Vec<Group>| groups.iter().map(group).collect::<Vec<_>>().join(" and ");
    goal.alternatives().iter().map(alternative).collect::<Vec<_>>().join(" or ")
}

/// The names of these cells, ascending.
pub(crate) fn names(topology: &Topology, cells: &CellSet) -> String {
    if cells.is_empty() {
        return "none".to_owned();
    }
    cells.iter().map(|cell| topology.name(cell)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_shift_by_half_a_cell() {
        let board = Topology::rhombus(3, 10).unwrap();
        let stones = [board.cell("b2").unwrap()].into_iter().collect();
        let picture = anstream::adapter::strip_str(&Picture::new(&board).with(&stones, 'o', OWNER).to_string()).to_string();
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "    a b c");
        assert_eq!(lines[1], " 1  # # #  1");
        assert_eq!(lines[2], "  2  # o #  2");
        assert_eq!(lines[10], format!("{}10  # # #  10", " ".repeat(9)));
        assert_eq!(lines[11], format!("{}a b c", " ".repeat(14)));
    }
}
