//! Moves and boards as text.
//!
//! A move is the name of a cell or `pass`. Names belong to the [`Topology`] (`D4` on the square lattice, as in GTP).
//! SGF writes cells of the square lattice as two letters, column and row from the top left; for other boards we write
//! the names. Whole games are in [`record`](crate::record).

use tesuji_board::{Cell, CoordinateError, Player, Topology, parse_square_cell_name};

use crate::{Move, Position};

/// Error of a text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// Neither a cell of a board of columns and rows nor `pass`.
    #[error("neither a cell nor `pass`: {0}")]
    Cell(#[from] CoordinateError),
    /// Neither a cell of a graph nor `pass`.
    #[error("the board has no cell named `{0}`")]
    Unknown(String),
}

impl Position {
    /// The move as text: the cell's name, or `pass`.
    #[must_use]
    pub fn move_text(&self, mv: Move) -> &str {
        match mv {
            Move::Place(cell) => self.topology().name(cell),
            Move::Pass => "pass",
        }
    }

    /// Reads what [`Self::move_text`] writes. Case does not matter unless two names differ only in case. Legality is
    /// not checked. `pass` is never a cell.
    ///
    /// # Errors
    ///
    /// If the board has no such cell.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        if let Some((columns, rows)) = self.topology().grid_size() {
            let (column, row) = parse_square_cell_name(text, columns, rows)?;
            return Ok(Move::Place(Cell::new(row * columns + column)));
        }
        let cell = self.topology().cell_in_any_case(text);
        cell.map(Move::Place).ok_or_else(|| MoveError::Unknown(text.chars().take(32).collect()))
    }

    /// The board as a picture: `B`, `W` and `.`, as [`Topology::text`] draws it.
    #[must_use]
    pub fn render(&self) -> String {
        self.topology().text(|cell| match self.stone(cell) {
            Some(Player::Black) => 'B',
            Some(Player::White) => 'W',
            None => '.',
        })
    }
}

/// The letters with which SGF numbers columns and rows.
const SGF_LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Columns and rows, if SGF has points for them: on lattices with at most 52 of each, with or without joined sides.
#[must_use]
pub(crate) fn sgf_grid(topology: &Topology) -> Option<(usize, usize)> {
    topology.grid_size().filter(|&(columns, rows)| columns.max(rows) <= SGF_LETTERS.len())
}

/// A move as the value of `B[]` or `W[]` in SGF: `dd`, or nothing for a pass. If SGF has no points for the board (a
/// graph, or a lattice of more than 52 columns or rows), it is the name of the cell.
#[must_use]
pub fn sgf_point(topology: &Topology, mv: Move) -> String {
    match (mv, sgf_grid(topology)) {
        (Move::Pass, _) => String::new(),
        (Move::Place(cell), None) => topology.name(cell).to_owned(),
        (Move::Place(cell), Some((columns, _))) => {
            [cell.index() % columns, cell.index() / columns].map(|i| char::from(SGF_LETTERS[i])).iter().collect()
        }
    }
}

/// Reads what [`sgf_point`] writes. `tt` is also a pass, as in older files, if the lattice has no such point. `None` if
/// it is not a point of the board.
#[must_use]
pub fn parse_sgf_point(topology: &Topology, text: &str) -> Option<Move> {
    if text.is_empty() {
        return Some(Move::Pass);
    }
    let Some((columns, rows)) = sgf_grid(topology) else { return topology.cell(text).map(Move::Place) };
    if text == "tt" && columns.max(rows) <= 19 {
        return Some(Move::Pass);
    }
    let number = |letter: u8| SGF_LETTERS.iter().position(|&known| known == letter);
    let &[column, row] = text.as_bytes() else { return None };
    let (column, row) = (number(column)?, number(row)?);
    (column < columns && row < rows).then(|| Move::Place(Cell::new(row * columns + column)))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::{Komi, Rules};

    fn empty(topology: Topology) -> Position {
        Position::empty(topology, Rules::CHINESE, Komi::default())
    }

    #[test]
    fn moves_and_back() {
        let graph = Topology::graph(vec!["x".to_owned(), "pass".to_owned()], &[(0, 1)], vec![]).unwrap();
        let square = empty(Topology::square(19, 13).unwrap());
        assert_eq!(square.move_text(Move::Place(Cell::new(9 * 19 + 3))), "D4");
        for cell in square.topology().cells() {
            let mv = Move::Place(cell);
            assert_eq!(square.parse_move(square.move_text(mv)), Ok(mv));
            let point = sgf_point(square.topology(), mv);
            assert_eq!(parse_sgf_point(square.topology(), &point), Some(mv));
        }
        assert_eq!(square.parse_move("PASS"), Ok(Move::Pass));
        assert!(matches!(square.parse_move("I3"), Err(MoveError::Cell(CoordinateError::Malformed(_)))));
        assert!(matches!(square.parse_move("A14"), Err(MoveError::Cell(CoordinateError::Outside { .. }))));
        let graph = empty(graph);
        assert_eq!(graph.parse_move("x"), Ok(Move::Place(Cell::new(0))));
        assert_eq!(graph.parse_move("pass"), Ok(Move::Pass));
        assert_eq!(graph.parse_move("X"), Ok(Move::Place(Cell::new(0))));
        assert_eq!(graph.parse_move("xx"), Err(MoveError::Unknown("xx".to_owned())));
        let torus = empty(Topology::torus(5, 5).unwrap());
        assert_eq!(torus.parse_move("e1"), Ok(Move::Place(Cell::new(24))));
        assert_eq!(sgf_point(torus.topology(), Move::Place(Cell::new(24))), "ee");
    }

    #[test]
    fn sgf_counts_from_the_top_left() {
        let board = Topology::square(19, 19).unwrap();
        assert_eq!(sgf_point(&board, Move::Place(Cell::new(3 * 19 + 15))), "pd");
        assert_eq!(board.name(Cell::new(3 * 19 + 15)), "Q16");
        assert_eq!(sgf_point(&board, Move::Pass), "");
        for text in ["", "tt"] {
            assert_eq!(parse_sgf_point(&board, text), Some(Move::Pass));
        }
        let wide = Topology::square(30, 20).unwrap();
        assert_eq!(parse_sgf_point(&wide, "tt"), Some(Move::Place(Cell::new(19 * 30 + 19))));
        assert_eq!(parse_sgf_point(&wide, "Da"), Some(Move::Place(Cell::new(29))));
        for bad in ["Ea", "a", "aaa", "a1", "ä"] {
            assert_eq!(parse_sgf_point(&wide, bad), None, "{bad}");
        }
        // With more lines than letters, and on graphs, points are written by name.
        let long = Topology::square(2, 53).unwrap();
        let ring = Topology::rings(1, 5).unwrap();
        for board in [&long, &ring] {
            for cell in board.cells() {
                let point = sgf_point(board, Move::Place(cell));
                assert_eq!(
                    (point.as_str(), parse_sgf_point(board, &point)),
                    (board.name(cell), Some(Move::Place(cell)))
                );
            }
            assert_eq!(parse_sgf_point(board, "tt"), None);
        }
        let torus = Topology::torus(9, 9).unwrap();
        assert_eq!(sgf_point(&torus, Move::Place(Cell::new(10))), "bb");
    }

    #[test]
    fn boards_are_drawn() {
        let mut board = empty(Topology::square(3, 10).unwrap());
        board.set_stone(Cell::new(4), Player::Black).unwrap();
        board.set_stone(Cell::new(29), Player::White).unwrap();
        let lines: Vec<String> = board.render().lines().map(str::to_owned).collect();
        assert_eq!((lines[1].as_str(), lines[9].as_str(), lines[10].as_str()), (" 9 . B .", " 1 . . W", "   A B C"));
        let mut star = empty(Topology::graph(vec!["hub".to_owned(), "tip".to_owned()], &[(0, 1)], vec![]).unwrap());
        star.set_stone(Cell::new(1), Player::White).unwrap();
        assert_eq!(star.render(), "  .   hub\n  W   tip\n");
    }
}
