//! Pictures of boards: what is shown on each cell.

use std::collections::BTreeMap;

use tesuji_board::{Cell, CellSet, Player, Topology, TopologyError};

use crate::{Position, SetupError};

/// Content of one cell of a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// Empty; in the picture of a claim, a cell of the carrier.
    Empty,
    /// A stone of this player.
    Stone(Player),
    /// A stone of the claim's owner, whatever the colour.
    Owner,
    /// The owner's stone to be joined upward: one end of the connection.
    Up,
    /// The owner's stone to be joined downward: the other end.
    Down,
    /// Not part of the claim, so the opponent's; in a picture of part of a board, not shown.
    Outside,
}

/// A picture of all or part of a rhombic board, as notations draw it.
///
/// It claims nothing and knows no rules: a position has no player to move here, and a claim no goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    columns: usize,
    rows: usize,
    marks: Vec<Mark>,
    /// Edges drawn, by [`EdgeId`](tesuji_board::EdgeId).
    pub edges: [bool; 4],
    /// Text written on cells: move numbers, letters, `*`.
    pub labels: BTreeMap<Cell, String>,
    /// Cells drawn on a darker ground.
    pub shaded: CellSet,
    /// The name of the picture, or a remark on it; may have several lines.
    pub title: String,
}

impl Diagram {
    /// A picture with the same mark everywhere and all four edges.
    ///
    /// # Errors
    ///
    /// If the board would have no cells, or more than [`MAX_CELLS`](tesuji_board::MAX_CELLS).
    pub fn new(columns: usize, rows: usize, mark: Mark) -> Result<Self, TopologyError> {
        let n_cells = columns.saturating_mul(rows);
        if n_cells == 0 || n_cells > tesuji_board::MAX_CELLS {
            return Err(TopologyError::Size(n_cells));
        }
        Ok(Self {
            columns,
            rows,
            marks: vec![mark; n_cells],
            edges: [true; 4],
            labels: BTreeMap::new(),
            shaded: CellSet::new(),
            title: String::new(),
        })
    }

    /// Columns and rows.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.marks.len()).map(Cell::new)
    }

    /// The cell in this column and row, counted from 0, if the board has one there.
    #[must_use]
    pub fn cell(&self, column: usize, row: usize) -> Option<Cell> {
        (column < self.columns && row < self.rows).then(|| Cell::new(row * self.columns + column))
    }

    /// The mark on a cell of the board.
    #[must_use]
    pub fn mark(&self, cell: Cell) -> Mark {
        self.marks[cell.index()]
    }

    /// Marks a cell of the board.
    pub fn set(&mut self, cell: Cell, mark: Mark) {
        self.marks[cell.index()] = mark;
    }

    /// The cells with this mark.
    #[must_use]
    pub fn cells_marked(&self, mark: Mark) -> CellSet {
        self.cells().filter(|&cell| self.mark(cell) == mark).collect()
    }

    /// The board itself.
    ///
    /// # Errors
    ///
    /// In practice never: the size was checked when the picture was made.
    pub fn topology(&self) -> Result<Topology, TopologyError> {
        Topology::rhombus(self.columns, self.rows)
    }

    /// The stones of Black and of White, by [`Player::index`]. `Owner`, `Up` and `Down` count as Black's.
    #[must_use]
    pub fn stones(&self) -> [CellSet; 2] {
        Player::BOTH.map(|player| {
            self.cells()
                .filter(|&cell| match self.mark(cell) {
                    Mark::Stone(owner) => owner == player,
                    Mark::Owner | Mark::Up | Mark::Down => player == Player::Black,
                    Mark::Empty | Mark::Outside => false,
                })
                .collect()
        })
    }

    /// The position that the picture shows. `Owner`, `Up` and `Down` become Black's stones (Black joins top and
    /// bottom); cells outside become empty.
    ///
    /// # Errors
    ///
    /// [`SetupError::Size`].
    pub fn position(&self, to_move: Player) -> Result<Position, SetupError> {
        let [black, white] = self.stones();
        Position::setup((self.columns, self.rows), &black, &white, to_move)
    }
}

impl From<&Position> for Diagram {
    fn from(position: &Position) -> Self {
        let (columns, rows) = position.size();
        let mark = |cell| position.stone(cell).map_or(Mark::Empty, Mark::Stone);
        Self {
            columns,
            rows,
            marks: position.topology().cells().map(mark).collect(),
            edges: [true; 4],
            labels: BTreeMap::new(),
            shaded: CellSet::new(),
            title: String::new(),
        }
    }
}
