//! Boards as text: coordinates in the margins, colours where the terminal shows them.
//!
//! Without colours a claim looks as in a problem file, so that it can be pasted into one. Pictures in files are in
//! [`files`].

mod files;

use std::fmt;

use anstyle::{AnsiColor, Style};
use tesuji_board::{Cell, CellSet, Topology};
use tesuji_hex::render::{Margins, Symbol, render};
use tesuji_proof::{Claim, Goal, Mover};

pub(crate) use self::files::{PictureArguments, title_of, title_of_board};

pub(crate) const OWNER: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const OPPONENT: Style = AnsiColor::Red.on_default();
pub(crate) const EMPTY: Style = Style::new();
pub(crate) const FAINT: Style = AnsiColor::BrightBlack.on_default();
pub(crate) const MARKED: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const OPEN: Style = AnsiColor::Yellow.on_default();
pub(crate) const PLAIN: Style = Style::new();

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
            Some((columns, rows)) => {
                f.write_str(&render(columns, rows, Margins::Coordinates, |cell| Symbol::styled(self.sign(cell), 1)))
            }
            None => self.graph(f),
        }
    }
}

/// Texts of several lines side by side.
pub(crate) fn beside(texts: &[String]) -> String {
    const GAP: usize = 4;
    let width = |line: &str| anstream::adapter::strip_str(line).to_string().chars().count();
    let n_lines = texts.iter().map(|text| text.lines().count()).max().unwrap_or(0);
    let widths: Vec<usize> = texts.iter().map(|text| text.lines().map(width).max().unwrap_or(0)).collect();
    let mut all = String::new();
    for line_idx in 0..n_lines {
        let mut row = String::new();
        let mut at = 0;
        for (text, wide) in texts.iter().zip(&widths) {
            let line = text.lines().nth(line_idx).unwrap_or_default();
            row += line;
            at += wide + GAP;
            row += &" ".repeat(at.saturating_sub(width(&row)));
        }
        all += row.trim_end();
        all.push('\n');
    }
    all
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
    goal.in_words(topology)
}

/// The names of these cells, ascending.
pub(crate) fn names(topology: &Topology, cells: &CellSet) -> String {
    if cells.is_empty() {
        return "none".to_owned();
    }
    cells.iter().map(|cell| topology.name(cell)).collect::<Vec<_>>().join(" ")
}

#[cfg(feature = "testing")]
mod tests {
    use std::sync::Arc;

    use tesuji_board::{BOTTOM, Player};
    use tesuji_proof::Terminal;

    use super::*;

    #[test]
    fn a_claim_looks_as_in_a_problem_file() {
        let topology = Arc::new(Topology::rhombus(3, 2).unwrap());
        let cells = |names: &[&str]| names.iter().map(|name| topology.cell(name).unwrap()).collect::<CellSet>();
        let (stones, carrier) = (cells(&["b1"]), cells(&["a2", "b2"]));
        let goal = Goal::pair(Terminal::Cell(Cell::new(1)), Terminal::Edge(BOTTOM));
        let claim = Claim { topology, owner: Player::Black, stones, carrier, goal, to_move: Mover::Opponent };
        let picture = Picture::of_claim(&claim).to_string();
        assert!(picture.contains('\u{1b}'));
        let plain = anstream::adapter::strip_str(&picture).to_string();
        assert_eq!(plain, " a b c\n1 # o # 1\n 2 . . # 2\n    a b c\n");
        assert_eq!(sentence(&claim), "black (o) joins b1-bottom in 2 empty cells, the opponent moving first");
    }

    #[test]
    fn texts_stand_side_by_side() {
        let texts = [format!("a\n{MARKED}bcd{MARKED:#}\n"), "x\n y\nz".to_owned()];
        let plain = anstream::adapter::strip_str(&beside(&texts)).to_string();
        assert_eq!(plain, "a      x\nbcd     y\n       z\n");
    }

    #[test]
    fn a_graph_is_listed() {
        let names = ["x", "yy"].map(str::to_owned).to_vec();
        let board = Topology::graph(names, &[(0, 1)], vec![("end".to_owned(), vec![1])]).unwrap();
        let plain = anstream::adapter::strip_str(&Picture::new(&board).to_string()).to_string();
        assert_eq!(plain, "# x   touches yy\n# yy  touches x, end\n");
    }
}
