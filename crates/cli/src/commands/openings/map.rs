//! The map of openings: each cell shows who wins after Black has begun there.

use tesuji_board::{Cell, CellSet, Player, Topology};

use crate::picture::{FAINT, MARKED, OPEN, OPPONENT, OWNER, Picture};

/// The openings that are answered so far, and those that are being searched.
pub(super) struct Map<'t> {
    topology: &'t Topology,
    won: [CellSet; 2],
    undecided: CellSet,
    running: CellSet,
}

impl<'t> Map<'t> {
    pub(super) fn new(topology: &'t Topology) -> Self {
        let none = CellSet::new;
        Self { topology, won: [none(), none()], undecided: none(), running: none() }
    }

    /// The search of an opening and its twin begins.
    pub(super) fn begin(&mut self, cell: Cell, twin: Option<Cell>) {
        self.running.insert(cell);
        twin.map(|twin| self.running.insert(twin));
    }

    /// The search has been given up.
    pub(super) fn drop(&mut self, cell: Cell, twin: Option<Cell>) {
        self.running.remove(cell);
        twin.map(|twin| self.running.remove(twin));
    }

    /// The search has ended. There is no winner if a limit was reached first.
    pub(super) fn end(&mut self, cell: Cell, twin: Option<Cell>, winner: Option<Player>) {
        self.drop(cell, twin);
        let cells = winner.map_or(&mut self.undecided, |winner| &mut self.won[winner.index()]);
        cells.insert(cell);
        twin.map(|twin| cells.insert(twin));
    }

    /// The first moves after which Black wins, and White.
    pub(super) const fn won(&self) -> [&CellSet; 2] {
        [&self.won[0], &self.won[1]]
    }

    /// The board with a legend below; no newline at the end.
    pub(super) fn picture(&self) -> String {
        let picture = Picture::new(self.topology)
            .with(&self.topology.cells().collect(), '.', FAINT)
            .with(&self.won[0], 'B', OPPONENT)
            .with(&self.won[1], 'W', OWNER)
            .with(&self.undecided, '?', OPEN)
            .with(&self.running, '*', MARKED);
        let open = match (self.running.is_empty(), self.undecided.is_empty()) {
            (true, true) => "",
            (false, _) => "  * searched now  ? undecided",
            (true, false) => "  ? undecided",
        };
        format!("{picture}B: black, who begins there, wins  W: white wins{open}")
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn the_map_grows() {
        let board = Topology::rhombus(2, 2).unwrap();
        let cell = |name: &str| board.cell(name).unwrap();
        let mut map = Map::new(&board);
        let plain = |map: &Map<'_>| anstream::adapter::strip_str(&map.picture()).to_string();
        map.begin(cell("a1"), Some(cell("b2")));
        assert!(plain(&map).starts_with(" a b\n1 * . 1\n 2 . * 2\n    a b\nB: black"));
        map.end(cell("a1"), Some(cell("b2")), Some(Player::White));
        map.end(cell("b1"), None, Some(Player::Black));
        map.begin(cell("a2"), None);
        map.drop(cell("a2"), None);
        assert!(plain(&map).starts_with(" a b\n1 W B 1\n 2 . W 2\n"));
        map.end(cell("a2"), None, None);
        assert!(plain(&map).contains(" 2 ? W 2\n") && plain(&map).ends_with("? undecided"));
    }
}
