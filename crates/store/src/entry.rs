//! What a store knows about one position.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_problem::board::{Distance, MAX_SIDE, Question, Symmetry};

use crate::Digest;

/// An answer that was found, as its finder saw the position.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Who wins; `None` if the search was given up.
    pub winner: Option<Player>,
    /// A move that wins, if the player to move does and one is known.
    pub winning_move: Option<Cell>,
    /// Positions searched for it.
    pub nodes: u64,
    /// Seconds of processor time it took.
    pub seconds: f64,
    /// Who found it: name and version of the program.
    pub solver: String,
    /// A certificate of it that [`Store::keep_certificate`](crate::Store::keep_certificate) has taken.
    pub certificate: Option<Digest>,
    /// How far the search was from an answer when it was given up, if it says so.
    pub distance: Option<Distance>,
}

/// A position and what is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The position; in lists it is the one that stands for all its images.
    pub question: Question,
    /// What is known. An undecided one says what was spent in vain.
    pub finding: Finding,
}

impl Entry {
    /// The same about an image of the position.
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

/// Which entries a list is to show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Columns and rows, fewer columns first.
    pub size: Option<(usize, usize)>,
    /// `Some(None)`: the undecided ones.
    pub winner: Option<Option<Player>>,
}

impl Filter {
    pub(crate) fn admits(&self, entry: &Entry) -> bool {
        let (columns, rows) = entry.question.size();
        self.size.is_none_or(|(a, b)| (columns, rows) == (a.min(b), a.max(b)))
            && self.winner.is_none_or(|winner| winner == entry.finding.winner)
    }
}

/// Cells as a row holds them: their names, ascending, with blanks between.
pub(crate) fn cell_names(topology: &Topology, cells: &CellSet) -> String {
    cells.iter().map(|cell| topology.name(cell)).collect::<Vec<_>>().join(" ")
}

/// The cells of such a list; `None` if it is none.
pub(crate) fn cells_named(topology: &Topology, names: &str) -> Option<CellSet> {
    names.split_ascii_whitespace().map(|name| topology.cell(name)).collect()
}

/// The player of this name.
pub(crate) fn player_named(name: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| player.name() == name)
}

/// The board of this size, if a store may have it.
pub(crate) fn board(columns: i64, rows: i64) -> Option<Arc<Topology>> {
    let side = |n: i64| usize::try_from(n).ok().filter(|n| (1..=MAX_SIDE).contains(n));
    Topology::rhombus(side(columns)?, side(rows)?).ok().map(Arc::new)
}
