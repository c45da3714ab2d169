//! First moves on an empty board of Hex, in the order in which they are best answered.

use tesuji_board::Cell;
use tesuji_problem::board::Question;

/// The first moves on a square board, each with the one that a half turn makes of it, which has the same winner.
///
/// Those near the centre come first: they are the easiest to answer.
#[must_use]
pub fn first_moves(empty: &Question) -> Vec<(Cell, Option<Cell>)> {
    let side = empty.topology.size().map_or(1, |(columns, _)| columns);
    let mut pairs = empty.move_pairs();
    pairs.sort_by_key(|pair| (from_centre(side, pair.0), pair.0));
    pairs
}

/// Twice the distance of a cell from the centre.
fn from_centre(side: usize, cell: Cell) -> usize {
    let (column, row) = (cell.index() % side, cell.index() / side);
    let (x, y) = ((2 * column + 1).abs_diff(side), (2 * row + 1).abs_diff(side));
    // One step along the short diagonal changes both the column and the row.
    let is_across = (2 * column + 1 > side) != (2 * row + 1 > side);
    if is_across { x.max(y) } else { x + y }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_board::Topology;

    use super::*;

    #[test]
    fn distances_are_those_of_the_board() {
        let board = Topology::rhombus(5, 5).unwrap();
        let distance = |name: &str| from_centre(5, board.cell(name).unwrap());
        assert_eq!(distance("c3"), 0);
        for name in ["c2", "d2", "b3", "d3", "b4", "c4"] {
            assert_eq!(distance(name), 2, "{name}");
        }
        assert_eq!((distance("b2"), distance("e1"), distance("a1")), (4, 4, 8));
        assert_eq!(from_centre(1, Cell::new(0)), 0);
    }
}
