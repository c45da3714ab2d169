//! A board as it is drawn: where its cells are and how they touch.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_engine::GameSpec;

use crate::types::Colour;
use crate::{Desk, Trouble};

/// Asks how a board is drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardOf {
    /// The board of a game.
    Game(#[schemars(with = "crate::types::GameFields")] GameSpec),
    /// A board as text: `hexagon:5`, `torus:9x9`, or a file of points and links. For the editor of boards.
    Text(String),
}

/// How a board is drawn. Lengths are in units of the distance between neighbours; y grows downwards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardView {
    /// How cells look.
    pub style: BoardStyle,
    /// Width of the drawing, with its margins.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
    /// The cells, in the order of the board.
    pub cells: Vec<BoardCell>,
    /// Links to be drawn, as pairs of indices of cells: for boards whose cells are points. Links that leave one side of
    /// a torus or cylinder and come in at the other are in `wraps`.
    pub links: Vec<[usize; 2]>,
    /// Links around the board, as pairs of points where each end leaves the drawing.
    pub wraps: Vec<[[f64; 2]; 2]>,
    /// The edges of a board of Hex, with the player whose they are.
    pub edges: Vec<BoardEdge>,
    /// Letters and numbers around the board.
    pub labels: Vec<BoardLabel>,
    /// Cells with a dot, such as the star points of 19x19.
    pub stars: Vec<usize>,
    /// Whether cells may be in the way of each other: the drawing is by a layout, not by a lattice.
    pub is_layout: bool,
    /// The board as text, which `BoardOf::Text` takes, in games with boards of any shape.
    pub text: Option<String>,
    /// What should be known about the board: sentences without a full stop.
    pub notices: Vec<String>,
}

/// How cells look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardStyle {
    /// Hexagons or other tiles with stones on them.
    Tiles,
    /// Points on lines.
    Points,
    /// Light and dark squares.
    Squares,
}

/// A cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardCell {
    /// Its name, as moves have it.
    pub name: String,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// The corners of its tile, clockwise; empty if it is a point.
    pub corners: Vec<[f64; 2]>,
    /// The indices of the cells that it touches.
    pub touches: Vec<usize>,
    /// The column and row of a rectangle or rhombus, from 0 at the top left.
    pub place: Option<[usize; 2]>,
}

/// A side of a board of Hex.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardEdge {
    /// Its name in goals: `top`.
    pub name: String,
    /// Whose it is.
    pub player: Colour,
    /// The line along the board, from end to end.
    pub path: Vec<[f64; 2]>,
}

/// A letter or number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardLabel {
    /// The text.
    pub text: String,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
}

pub(crate) fn board(_asked: &BoardOf, _desk: &impl Desk) -> Result<BoardView, Trouble> {
    Err(Trouble::new("`board` is not built yet"))
}
