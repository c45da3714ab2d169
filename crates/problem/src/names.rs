//! Boards and the names of their cells and edges.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use tesuji_board::{Cell, CellSet, MAX_CELLS, Topology, column_name};
use tesuji_hex::MAX_SIDE;
use tesuji_proof::Terminal;

use super::error::{Fault, Flaw};
use super::text::Word;

/// The rhombi met so far. Problems of one size share their board, which keeps many small problems small.
#[derive(Default)]
pub(crate) struct SharedBoards {
    rhombi: BTreeMap<(usize, usize), Arc<Topology>>,
    /// The longest side, where not only the number of cells is limited.
    most_side: Option<usize>,
}

impl SharedBoards {
    /// Boards of whole positions, with sides from 1 to [`MAX_SIDE`]. The default, for claims, is any board of 1 to
    /// [`MAX_CELLS`] cells.
    pub(crate) fn whole() -> Self {
        Self { most_side: Some(MAX_SIDE), ..Self::default() }
    }

    /// The rhombus of this size.
    pub(crate) fn rhombus(&mut self, columns: usize, rows: usize) -> Result<Arc<Topology>, Fault> {
        let (fits, expected) = match self.most_side {
            Some(most) => {
                let fits = [columns, rows].iter().all(|side| (1..=most).contains(side));
                (fits, format!("a rhombus with sides from 1 to {most}"))
            }
            None => {
                let fits = (1..=MAX_CELLS).contains(&columns.saturating_mul(rows));
                (fits, format!("a rhombus of 1 to {MAX_CELLS} cells"))
            }
        };
        if !fits {
            return Err(Fault::Unexpected { found: format!("{columns}x{rows}"), expected });
        }
        if let Some(board) = self.rhombi.get(&(columns, rows)) {
            return Ok(Arc::clone(board));
        }
        let board = Arc::new(Topology::rhombus(columns, rows)?);
        self.rhombi.insert((columns, rows), Arc::clone(&board));
        Ok(board)
    }
}

/// A name in the file and its place.
pub(crate) type Name<'t> = (&'t str, Range<usize>);

/// A graph board as a file states it.
#[derive(Default)]
pub(crate) struct GraphParts<'t> {
    /// The place of the whole board in the file.
    pub(crate) span: Range<usize>,
    pub(crate) nodes: Vec<Name<'t>>,
    pub(crate) links: Vec<(Name<'t>, Name<'t>)>,
    pub(crate) terminals: Vec<(Name<'t>, Vec<Name<'t>>)>,
}

impl GraphParts<'_> {
    /// The board. Its edges, which files call terminals, are in the order of their names.
    pub(crate) fn build(mut self, file: &str) -> Result<Topology, Flaw> {
        let twice = |what, name: &Name<'_>, first: &Range<usize>| {
            let first_line = super::error::line_of(file, first.start);
            Flaw::new(name.1.clone(), Fault::Twice { what, name: name.0.to_owned(), first_line })
        };
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, name) in self.nodes.iter().enumerate() {
            if let Some(first) = numbers.insert(name.0, number) {
                return Err(twice("node", name, &self.nodes[first].1));
            }
        }
        let number =
            |name: &Name<'_>| numbers.get(name.0).copied().ok_or_else(|| unexpected(name, "one of the `nodes`"));
        let mut links = Vec::with_capacity(self.links.len());
        for (from, to) in &self.links {
            if from.0 == to.0 {
                return Err(unexpected(to, "another node: no node is linked to itself"));
            }
            links.push((number(from)?, number(to)?));
        }
        self.terminals.sort_by(|a, b| a.0.0.cmp(b.0.0));
        let mut edges = Vec::with_capacity(self.terminals.len());
        let mut last: Option<&Name<'_>> = None;
        for (name, nodes) in &self.terminals {
            if let Some(last) = last.filter(|last| last.0 == name.0) {
                return Err(twice("terminal", name, &last.1));
            }
            if numbers.contains_key(name.0) {
                return Err(unexpected(name, "a terminal whose name is not a node's as well"));
            }
            edges.push((name.0.to_owned(), nodes.iter().map(number).collect::<Result<_, _>>()?));
            last = Some(name);
        }
        let names = self.nodes.iter().map(|name| name.0.to_owned()).collect();
        Topology::graph(names, &links, edges).map_err(|error| Flaw::new(self.span, error))
    }
}

fn unexpected(name: &Name<'_>, expected: &str) -> Flaw {
    Flaw::unexpected(name.1.clone(), name.0, expected)
}

/// Finds cells and terminals of one problem by name.
pub(crate) struct Names<'b> {
    board: &'b Topology,
    /// The nodes of a graph; on the rhombus names are computed.
    nodes: BTreeMap<&'b str, Cell>,
    edges: BTreeMap<&'b str, Terminal>,
    /// Stones that a drawing marks with a letter.
    labels: BTreeMap<char, Cell>,
}

impl<'b> Names<'b> {
    pub(crate) fn new(board: &'b Topology, labels: BTreeMap<char, Cell>) -> Self {
        let nodes = match board.size() {
            Some(_) => BTreeMap::new(),
            None => board.cells().map(|cell| (board.name(cell), cell)).collect(),
        };
        let edges = board.edges().iter().enumerate().map(|(i, edge)| (edge.name.as_str(), Terminal::Edge(i))).collect();
        Self { board, nodes, edges, labels }
    }

    fn find(&self, name: &str) -> Option<Cell> {
        let mut letters = name.chars();
        let label = letters.next().filter(|_| letters.next().is_none());
        match self.board.size() {
            Some(_) => label.and_then(|letter| self.labels.get(&letter).copied()).or_else(|| self.board.cell(name)),
            None => self.nodes.get(name).copied(),
        }
    }

    /// The cell of this name.
    pub(crate) fn cell(&self, name: &Name<'_>) -> Result<Cell, Flaw> {
        self.find(name.0).ok_or_else(|| unexpected(name, &self.expected_cell()))
    }

    /// The cell or edge of this name.
    pub(crate) fn terminal(&self, name: &Name<'_>) -> Result<Terminal, Flaw> {
        let edge = match self.board.size() {
            Some(_) => self.edges.get(name.0.to_ascii_lowercase().as_str()),
            None => self.edges.get(name.0),
        };
        edge.copied().or_else(|| self.find(name.0).map(Terminal::Cell)).ok_or_else(|| {
            let edges = match self.board.size() {
                Some(_) => "or an edge (top, bottom, left, right)",
                None => "or one of its `terminals`",
            };
            unexpected(name, &format!("{}, {edges}", self.expected_cell()))
        })
    }

    /// The cells of the rectangle between two corners; on the rhombus only.
    pub(crate) fn rectangle(&self, from: &Word<'_>, to: &Word<'_>) -> Result<CellSet, Flaw> {
        let ends = (self.cell(&(from.text, from.span.clone()))?, self.cell(&(to.text, to.span.clone()))?);
        let Some((columns, _)) = self.board.size() else {
            let expected = "single nodes: a graph has no rectangles";
            return Err(Flaw::unexpected(
                from.span.start..to.span.end,
                &format!("{}-{}", from.text, to.text),
                expected,
            ));
        };
        let at = |cell: Cell| (cell.index() % columns, cell.index() / columns);
        let ((c0, r0), (c1, r1)) = (at(ends.0), at(ends.1));
        let rows = r0.min(r1)..=r0.max(r1);
        Ok(rows.flat_map(|row| (c0.min(c1)..=c0.max(c1)).map(move |c| Cell::new(row * columns + c))).collect())
    }

    fn expected_cell(&self) -> String {
        match self.board.size() {
            Some((columns, rows)) if self.labels.is_empty() => {
                format!("a cell from a1 to {}{rows}", column_name(columns - 1))
            }
            Some((columns, rows)) => {
                let labels: Vec<_> = self.labels.keys().map(char::to_string).collect();
                let last = column_name(columns - 1);
                format!("a cell from a1 to {last}{rows}, a label of the drawing ({})", labels.join(", "))
            }
            None => "a node of the graph".to_owned(),
        }
    }
}
