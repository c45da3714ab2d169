//! Facts about a game before one is played: its name, its usual board, its notation, and its capabilities besides
//! moves.
//!
//! Doors read the description where they would otherwise have to know the game. What a game *does* is a capability of
//! the session, which has it or not. A test makes sure that both agree.

use serde::{Deserialize, Serialize};
use tesuji_board::{Cell, Topology, column_name};

/// A game, on any board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameKind {
    /// Hex.
    Hex,
    /// Go.
    Go,
    /// Amazons.
    Amazons,
}

impl GameKind {
    /// All games.
    pub const ALL: [Self; 3] = [Self::Hex, Self::Go, Self::Amazons];
}

/// A game in general: the same for all its boards. Every field has to be filled in for a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GameDescription {
    /// The game.
    pub kind: GameKind,
    /// The name in control files and options: `hex`.
    pub name: &'static str,
    /// The name in sentences: `Hex`.
    pub title: &'static str,
    /// Columns and rows of the board that is used if none is named.
    pub usual_size: (usize, usize),
    /// Notation of moves.
    pub moves: MoveForm,
    /// Names of cells.
    pub cells: CellNames,
    /// Whether graphical boards know the game.
    pub drawing: Drawing,
    /// Meaning of the number after the file name of GTP's `loadsgf`.
    pub load_number: LoadNumber,
    /// Statistics of playouts that it has: [`Session::playouts`](crate::Session::playouts).
    pub playouts: PlayoutKinds,
    /// Questions that can be solved: [`Session::solver`](crate::Session::solver).
    pub solver: SolverKinds,
    /// Whether the game can be played with a rule by which White swaps.
    pub has_swap: bool,
    /// Whether it has komi, rule sets, handicap and dead stones: [`Session::table`](crate::Session::table).
    pub has_table: bool,
    /// Whether it is played on boards of any shape, and not only on rectangles.
    pub has_any_board: bool,
    /// Whether it can begin with any position that is written in one line.
    pub has_setup: bool,
    /// Whether there are cells without a stone that nobody can use.
    pub has_blocked_cells: bool,
    /// Whether virtual connections are known in it: [`Session::hex`](crate::Session::hex).
    pub has_connections: bool,
    /// Settings of the strong player that have a meaning in it, besides those that all games have.
    pub sections: &'static [StrongSection],
}

/// Notation of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveForm {
    /// As the name of a cell, or a word such as `pass`. Boards can show such a move as a point.
    Cell,
    /// As several cells, with or without blanks between them: `D1 - D7 (G7)`.
    Phrase,
}

/// Names of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellNames {
    /// As the [`Topology`] of the board names them.
    Board,
    /// As in chess: columns from `a` with no letter skipped, row 1 at the bottom.
    Chess,
}

impl CellNames {
    /// The name that the game gives a cell of its board.
    #[must_use]
    pub fn name(self, topology: &Topology, cell: Cell) -> String {
        match (self, topology.square_size()) {
            (Self::Chess, Some((columns, rows))) => {
                let (column, row) = (cell.index() % columns, cell.index() / columns);
                format!("{}{}", column_name(column), rows - row)
            }
            _ => topology.name(cell).to_owned(),
        }
    }
}

/// Whether graphical boards such as HexGui and GoGui know the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawing {
    /// They draw it by themselves.
    Known,
    /// They ask the engine, by the commands `gogui-rules_..`, for board, stones and legal moves.
    Asked,
}

/// Meaning of the number after the file name of `loadsgf` to other programs of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoadNumber {
    /// This many moves are played.
    Moves,
    /// The game stops before the move with this number.
    NextMove,
}

/// Statistics of playouts that a game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayoutKinds {
    /// None.
    None,
    /// Cells and pairs of cells.
    Cells,
    /// These, and orders of moves.
    Orders,
}

/// Questions that can be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolverKinds {
    /// Nothing.
    None,
    /// The winner, and the winning moves.
    Moves,
    /// This, and a line of play in which the loser resists.
    Lines,
}

/// A part of [`StrongSpec`](crate::StrongSpec) that has a meaning only in some games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrongSection {
    /// [`StrongGame::formula`](crate::StrongGame::formula).
    Formula,
    /// [`StrongGame::hex`](crate::StrongGame::hex).
    Hex,
    /// [`StrongGame::go`](crate::StrongGame::go).
    Go,
    /// [`StrongGame::amazons`](crate::StrongGame::amazons).
    Amazons,
}
