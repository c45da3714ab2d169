//! The value of first moves: what the strong player goes by when it opens and swaps ([`OpeningJudge`]), and a table.
//!
//! The table is `openings.toml`, built into the program; `tesuji openings table` makes it again. For solved boards it
//! contains the winner after each opening, and how many nodes the solver needed to find it. For other boards it
//! contains the results of our own searches ([`judge`]) and of the openings in games ([`GameRecords`]).
//! [`FirstMoves::value`] combines both in one number.
//!
//! Not here: boards larger than those of the table, where the player searches.

mod judge;
mod records;
mod table;
#[cfg(feature = "testing")]
mod tests;

use tesuji_board::Cell;

pub use super::known::OpeningJudge;
pub use judge::{Opinion, judge};
pub use records::GameRecords;
pub(super) use table::EVEN_MARGIN;
pub use table::{FirstMoves, Searched, Solved, Table, TableError, table};

/// Each opening with its image under the half turn, which has the same value. Each pair occurs once, in the order of
/// the board.
pub fn pairs(side: usize) -> impl Iterator<Item = (Cell, Option<Cell>)> {
    let n_cells = side * side;
    (0..n_cells.div_ceil(2)).map(move |cell| {
        let twin = n_cells - 1 - cell;
        (Cell::new(cell), (twin != cell).then(|| Cell::new(twin)))
    })
}
