//! What first moves are worth: the table that the strong player opens and swaps by, and how its numbers are found.
//!
//! The table is `openings.toml`, built into the program; `tesuji book openings` makes it again. On boards that are solved
//! it has who wins after each opening, and how many nodes the solver needed to know. On others it has what our own
//! searches said ([`judge`]) and what became of the openings in games ([`GameRecords`]), and
//! [`FirstMoves::value`] makes one number of both.
//!
//! Not here: boards larger than the table has, where the player searches.

mod judge;
mod records;
mod table;
#[cfg(test)]
mod tests;

use tesuji_board::Cell;

pub use judge::{Opinion, judge};
pub use records::GameRecords;
pub use table::{FirstMoves, Searched, Solved, Table, TableError, table};

/// An opening and the one that half a turn makes of it, which is worth the same: each pair once, in the order of the board.
pub fn pairs(side: usize) -> impl Iterator<Item = (Cell, Option<Cell>)> {
    let n_cells = side * side;
    (0..n_cells.div_ceil(2)).map(move |cell| {
        let twin = n_cells - 1 - cell;
        (Cell::new(cell), (twin != cell).then(|| Cell::new(twin)))
    })
}
