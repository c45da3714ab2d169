//! The board as the player to move sees it, and the cells around a cell.
//!
//! The player to move joins top and bottom. So for White the board is mirrored in the long diagonal. Two rows of edge
//! surround it, which count as stones of their owner. The corners between them belong to nobody.

use tesuji_board::{Cell, Player};
use tesuji_game::Game;
use tesuji_hex::{MAX_SIDE, Position};

/// How far a window reaches.
pub(crate) const RADIUS: usize = 2;

/// The cells of a window, the one in the middle included.
pub const N_AROUND: usize = 19;

/// The cell in the middle.
pub(crate) const MIDDLE: usize = N_AROUND / 2;

/// A row of the board with both its edges fits in a word.
const N_ROWS: usize = MAX_SIDE + 2 * RADIUS;
const _: () = assert!(N_ROWS < u32::BITS as usize);

/// A cell of a window, numbered row by row; half a turn of the board takes `n` to `18 - n`.
///
/// ```text
///      0  1  2
///    3  4  5  6           4, 5, 8, 10, 13 and 14 touch the middle,
///  7  8  .  10 11         1, 3, 6, 12, 15 and 17 are a bridge away.
///   12 13 14 15
///    16 17 18
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Around(u8);

/// For each row of a window, the number of the cell in the middle column.
const COLUMN: [isize; 2 * RADIUS + 1] = [0, 4, 9, 14, 18];

impl Around {
    /// The six that touch the middle, in a circle: above, above right, right, below, below left, left.
    pub const NEAR: [Self; 6] = [Self(4), Self(5), Self(10), Self(14), Self(13), Self(8)];

    /// The cell this many rows below and columns to the right of the middle; `None` if it lies outside the window.
    #[must_use]
    pub fn at(rows: isize, columns: isize) -> Option<Self> {
        let reach = RADIUS as isize;
        let is_inside = rows.abs() <= reach && columns.abs() <= reach && (rows + columns).abs() <= reach;
        is_inside.then(|| Self((COLUMN[(rows + reach) as usize] + columns) as u8))
    }

    /// How many rows below and columns to the right of the middle it lies.
    #[must_use]
    pub const fn offset(self) -> (isize, isize) {
        let row = match self.0 {
            0..=2 => 0,
            3..=6 => 1,
            7..=11 => 2,
            12..=15 => 3,
            _ => 4,
        };
        (row as isize - RADIUS as isize, self.0 as isize - COLUMN[row])
    }

    /// Its number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What stands around a cell: one bit for each cell of the window, for the player to move and then for the opponent. A
/// cell with both bits is a corner that belongs to nobody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Window(pub(crate) u64);

/// One bit for each cell of a window.
pub(crate) const ALL: u64 = (1 << N_AROUND) - 1;

impl Window {
    /// The same window after half a turn of the board.
    pub(crate) const fn turned(self) -> Self {
        let (own, other) = (self.0 & ALL, self.0 >> N_AROUND);
        Self(reversed(own) | reversed(other) << N_AROUND)
    }

    /// The window with only the cells that are in `mask`.
    pub(crate) const fn masked(self, mask: u64) -> Self {
        Self(self.0 & (mask | mask << N_AROUND))
    }

    /// What stands on the six cells that touch the middle, in 12 bits; see [`near_code`].
    pub(crate) fn near(self) -> usize {
        let around =
            |w: u64| w >> 4 & 3 | (w >> 10 & 1) << 2 | (w >> 14 & 1) << 3 | (w >> 13 & 1) << 4 | (w >> 8 & 1) << 5;
        (around(self.0 & ALL) | around(self.0 >> N_AROUND) << 6) as usize
    }
}

/// The code of six neighbours in the circle of [`Around::NEAR`]: one bit for each player and cell with a stone, the
/// player to move in the low bits.
#[must_use]
pub const fn near_code(own: u8, other: u8) -> usize {
    own as usize | (other as usize) << 6
}

const fn reversed(mask: u64) -> u64 {
    mask.reverse_bits() >> (u64::BITS as usize - N_AROUND)
}

/// A board seen by the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerView {
    own: [u32; N_ROWS],
    other: [u32; N_ROWS],
    /// As seen: rows and columns are exchanged for White.
    pub(crate) n_columns: usize,
    pub(crate) n_rows: usize,
    /// The columns of the board itself.
    board_columns: usize,
    is_mirrored: bool,
    pub(crate) n_stones: usize,
}

impl PlayerView {
    /// The position as its player to move sees it.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let (columns, rows) = position.size();
        let mover = position.to_move();
        let is_mirrored = mover == Player::White;
        let (n_columns, n_rows) = if is_mirrored { (rows, columns) } else { (columns, rows) };
        let mut view = Self::empty(n_columns, n_rows, columns, is_mirrored);
        for cell in position.topology().cells() {
            if let Some(player) = position.stone(cell) {
                view.put(cell, player == mover);
            }
        }
        view
    }

    fn empty(n_columns: usize, n_rows: usize, board_columns: usize, is_mirrored: bool) -> Self {
        let (mut own, mut other) = ([u32::MAX; N_ROWS], [u32::MAX; N_ROWS]);
        let inside = ((1_u32 << n_columns) - 1) << RADIUS;
        let beyond = !inside;
        for row in 0..n_rows + 2 * RADIUS {
            if (RADIUS..n_rows + RADIUS).contains(&row) {
                (own[row], other[row]) = (0, beyond);
            } else {
                other[row] = beyond;
            }
        }
        Self { own, other, n_columns, n_rows, board_columns, is_mirrored, n_stones: 0 }
    }

    fn put(&mut self, cell: Cell, is_own: bool) {
        let (row, column) = self.place(cell);
        let rows = if is_own { &mut self.own } else { &mut self.other };
        rows[row + RADIUS] |= 1 << (column + RADIUS);
        self.n_stones += 1;
    }

    /// The row and column of a cell, as seen.
    pub(crate) const fn place(&self, cell: Cell) -> (usize, usize) {
        let (row, column) = (cell.index() / self.board_columns, cell.index() % self.board_columns);
        if self.is_mirrored { (column, row) } else { (row, column) }
    }

    /// What stands around a place on the board. Row and column are as seen.
    pub(crate) fn window(&self, (row, column): (usize, usize)) -> Window {
        let around = |rows: &[u32; N_ROWS]| {
            let [a, b, c, d, e] = std::array::from_fn(|at| u64::from(rows[row + at] >> column));
            a >> 2 & 7 | (b >> 1 & 15) << 3 | (c & 31) << 7 | (d & 15) << 12 | (e & 7) << 16
        };
        Window(around(&self.own) | around(&self.other) << N_AROUND)
    }
}
