//! Sides of cuts: labels of the links of a rhombic board.
//!
//! The opponent prevents a goal with a chain that closes around terminals: a cycle of its stones. All borders that are
//! not terminals together count as one more stone ("the wall"). Draw a path from the first terminal to each of the
//! others. A cycle separates a terminal from the first one exactly if it crosses that path an odd number of times. So
//! every link between neighbouring cells gets a label with one bit for each path, set if the link crosses it. The label
//! of a chain is the exclusive or of the labels of its links.

use std::collections::VecDeque;

use tesuji_board::{Cell, CellSet, EdgeId, Topology};

/// The neighbours of a cell in clockwise order, as (column, row) steps.
const CLOCKWISE: [(isize, isize); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// A place that a chain can pass or end in: a cell or one of the four borders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum PlanarPlace {
    Cell(Cell),
    Border(EdgeId),
}

/// A terminal: its stones and borders.
#[derive(Clone, Debug, Default)]
pub(crate) struct TerminalBody {
    pub cells: CellSet,
    pub edges: Vec<EdgeId>,
}

/// Labels of the links between neighbouring cells and from cells to borders.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    columns: usize,
    rows: usize,
    /// `[cell][direction]`, directions as in [`CLOCKWISE`].
    labels: Vec<[u8; 6]>,
}

impl Labels {
    /// Labels for these terminals, at most nine of them; `None` if some terminal cannot be reached from the first.
    pub(crate) fn new(topology: &Topology, terminals: &[TerminalBody]) -> Option<Self> {
        let (columns, rows) = topology.size()?;
        if terminals.len() < 2 || terminals.len() > 9 {
            return None;
        }
        let mut labels = Self { columns, rows, labels: vec![[0; 6]; columns * rows] };
        for (bit, terminal) in terminals[1..].iter().enumerate() {
            let path = labels.shortest_path(&terminals[0], terminal)?;
            labels.mark(&path, 1 << bit);
        }
        Some(labels)
    }

    /// Every link from `cell`: the place it leads to and its label.
    pub(crate) fn links(&self, cell: Cell) -> impl Iterator<Item = (Result<Cell, EdgeId>, u8)> + '_ {
        (0..6).filter_map(move |direction| {
            let label = self.labels[cell.index()][direction];
            self.step(cell, direction).map(|place| match place {
                PlanarPlace::Cell(to) => (Ok(to), label),
                PlanarPlace::Border(edge) => (Err(edge), label),
            })
        })
    }

    /// Target of a step. A step over a corner, beyond two borders at once, leads nowhere.
    fn step(&self, cell: Cell, direction: usize) -> Option<PlanarPlace> {
        let (dc, dr) = CLOCKWISE[direction];
        let column = (cell.index() % self.columns) as isize + dc;
        let row = (cell.index() / self.columns) as isize + dr;
        let beyond_column = column < 0 || column >= self.columns as isize;
        let beyond_row = row < 0 || row >= self.rows as isize;
        match (beyond_column, beyond_row) {
            (false, false) => Some(PlanarPlace::Cell(Cell::new(row as usize * self.columns + column as usize))),
            (true, true) => None,
            (true, false) => {
                Some(PlanarPlace::Border(if column < 0 { tesuji_board::LEFT } else { tesuji_board::RIGHT }))
            }
            (false, true) => Some(PlanarPlace::Border(if row < 0 { tesuji_board::TOP } else { tesuji_board::BOTTOM })),
        }
    }

    /// A shortest path of places from a place of `from` to a place of `to`. All places between them are cells.
    fn shortest_path(&self, from: &TerminalBody, to: &TerminalBody) -> Option<Vec<PlanarPlace>> {
        let n_cells = self.labels.len();
        let is_end = |place: PlanarPlace| match place {
            PlanarPlace::Cell(cell) => to.cells.contains(cell),
            PlanarPlace::Border(edge) => to.edges.contains(&edge),
        };
        let is_start = |place: PlanarPlace| match place {
            PlanarPlace::Cell(cell) => from.cells.contains(cell),
            PlanarPlace::Border(edge) => from.edges.contains(&edge),
        };
        // Starts from the cells next to the start, so that borders need no neighbour lists.
        let mut previous: Vec<Option<PlanarPlace>> = vec![None; n_cells];
        let mut queue = VecDeque::new();
        for cell in (0..n_cells).map(Cell::new) {
            if is_start(PlanarPlace::Cell(cell)) {
                previous[cell.index()] = Some(PlanarPlace::Cell(cell));
                queue.push_back(cell);
            }
        }
        for cell in (0..n_cells).map(Cell::new) {
            let border =
                (0..6).filter_map(|d| self.step(cell, d)).find(|&p| matches!(p, PlanarPlace::Border(_)) && is_start(p));
            if let (Some(border), None) = (border, previous[cell.index()]) {
                previous[cell.index()] = Some(border);
                queue.push_back(cell);
            }
        }
        while let Some(cell) = queue.pop_front() {
            let mut end = is_end(PlanarPlace::Cell(cell)).then_some(PlanarPlace::Cell(cell));
            for direction in 0..6 {
                match self.step(cell, direction) {
                    Some(place @ PlanarPlace::Border(_)) if is_end(place) => end = end.or(Some(place)),
                    Some(PlanarPlace::Cell(next)) if previous[next.index()].is_none() => {
                        previous[next.index()] = Some(PlanarPlace::Cell(cell));
                        queue.push_back(next);
                    }
                    _ => {}
                }
            }
            if let Some(end) = end {
                let mut path = vec![end];
                let mut place = PlanarPlace::Cell(cell);
                if end != place {
                    path.push(place);
                }
                while let PlanarPlace::Cell(at) = place {
                    let before = previous[at.index()]?;
                    if before == place {
                        break;
                    }
                    path.push(before);
                    place = before;
                }
                path.reverse();
                return Some(path);
            }
        }
        None
    }

    /// Sets `bit` on every link that leaves the path's cells, except the last cell, to the left.
    fn mark(&mut self, path: &[PlanarPlace], bit: u8) {
        let direction_to = |at, place| (0..6).find(|&d| self.step(at, d) == Some(place));
        let mut crossed = Vec::new();
        // If the first terminal is an empty cell, it can itself lie on a cycle. Paths that all start at one point
        // beside it, before direction 0, still show how the cycle separates the other terminals.
        if let [PlanarPlace::Cell(start), next, ..] = *path {
            crossed.extend((0..direction_to(start, next).unwrap_or(0)).map(|direction| (start, direction)));
        }
        for window in path.windows(3) {
            let PlanarPlace::Cell(at) = window[1] else { continue };
            let (Some(back), Some(ahead)) = (direction_to(at, window[0]), direction_to(at, window[2])) else {
                continue;
            };
            // Seen by someone who walks the path, the left side lies clockwise from `back` to `ahead`.
            crossed.extend((back + 1..back + 6).map(|d| (at, d % 6)).take_while(|&(_, d)| d != ahead));
        }
        for (at, direction) in crossed {
            self.labels[at.index()][direction] ^= bit;
            if let Some(PlanarPlace::Cell(to)) = self.step(at, direction) {
                self.labels[to.index()][(direction + 3) % 6] ^= bit;
            }
        }
    }
}
