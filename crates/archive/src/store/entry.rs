//! Entries of a store.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_problem::board::{Distance, MAX_SIDE, Question, Symmetry};

use super::Digest;

/// An answer, with the position as its finder saw it.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The winner; `None` if the search was given up.
    pub winner: Option<Player>,
    /// A winning move, if the player to move wins and one is known.
    pub winning_move: Option<Cell>,
    /// The number of positions searched for it.
    pub nodes: u64,
    /// Seconds of processor time it took.
    pub seconds: f64,
    /// The name and version of the program that found it.
    pub solver: String,
    /// A certificate for it that [`Store::keep_certificate`](super::Store::keep_certificate) has stored.
    pub certificate: Option<Digest>,
    /// Proof numbers when the search was given up, if known.
    pub distance: Option<Distance>,
}

/// A position and what is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct StoreEntry {
    /// The position. In lists it is the one that stands for all its images.
    pub question: Question,
    /// The finding. For an undecided position, the work spent.
    pub finding: Finding,
}

impl StoreEntry {
    /// The entry for an image of the position.
    pub(crate) fn image(self, symmetry: Symmetry) -> Self {
        let size = self.question.size();
        let finding = Finding {
            winner: self.finding.winner.map(|winner| symmetry.player(winner)),
            winning_move: self.finding.winning_move.map(|mv| symmetry.cell(size, mv)),
            ..self.finding
        };
        Self { question: symmetry.question(&self.question), finding }
    }
}

/// Filter of listed entries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Columns and rows, with no more columns than rows.
    pub size: Option<(usize, usize)>,
    /// `Some(None)` for undecided entries.
    pub winner: Option<Option<Player>>,
}

impl Filter {
    pub(crate) fn admits(&self, entry: &StoreEntry) -> bool {
        let (columns, rows) = entry.question.size();
        self.size.is_none_or(|(a, b)| (columns, rows) == (a.min(b), a.max(b)))
            && self.winner.is_none_or(|winner| winner == entry.finding.winner)
    }
}

/// Cells as a row stores them: their names in ascending order, separated by blanks.
pub(crate) fn cell_names(topology: &Topology, cells: &CellSet) -> String {
    cells.iter().map(|cell| topology.name(cell)).collect::<Vec<_>>().join(" ")
}

/// The cells in such a list; `None` if the text is not one.
pub(crate) fn cells_named(topology: &Topology, names: &str) -> Option<CellSet> {
    names.split_ascii_whitespace().map(|name| topology.cell(name)).collect()
}

/// The player with this name.
pub(crate) fn player_named(name: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| player.name() == name)
}

/// The board of this size, if a store can hold it.
pub(crate) fn board(columns: i64, rows: i64) -> Option<Arc<Topology>> {
    let side = |n: i64| usize::try_from(n).ok().filter(|n| (1..=MAX_SIDE).contains(n));
    Topology::rhombus(side(columns)?, side(rows)?).ok().map(Arc::new)
}
