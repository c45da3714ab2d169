//! A position: stones, whose turn it is, what may be played.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::{Colour, GameState, Setup};
use crate::{Desk, Trouble};

/// Asks what a position is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PositionOf {
    /// The game so far.
    pub state: GameState,
}

/// A position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PositionView {
    /// The stones or pieces.
    pub stones: Vec<Stone>,
    /// Cells that nobody can use any more: the arrows of Amazons.
    pub blocked: Vec<String>,
    /// Whose turn it is; after the end, whose it would be.
    pub to_move: Colour,
    /// The moves that may be played; none once the game is over.
    pub legal: Vec<String>,
    /// The moves played, as the game writes them.
    pub moves: Vec<(Colour, String)>,
    /// The cells of the last move: one in Hex and Go; in Amazons start, end and arrow.
    pub last: Vec<String>,
    /// How the game ended by its rules: `B+`, `W+3.5`, `0` for a draw.
    pub result: Option<String>,
    /// The same as a sentence without a full stop: `Black has won`.
    pub result_words: Option<String>,
    /// The winner, once the game is over and no draw.
    pub winner: Option<Colour>,
    /// Hex: whether White may swap now.
    pub may_swap: bool,
    /// Go: whether the player may pass.
    pub may_pass: bool,
    /// Hex: the cells of a winning chain, once there is one.
    pub winning_chain: Vec<String>,
    /// The position as a setup without moves, for the setup mode; absent in Amazons, where `fen` has it.
    pub as_setup: Option<Setup>,
    /// Amazons: the position in one line.
    pub fen: Option<String>,
    /// What the reader should know: sentences without a full stop.
    pub notices: Vec<String>,
}

/// A stone or piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Stone {
    /// Where.
    pub cell: String,
    /// Whose.
    pub player: Colour,
}

pub(crate) fn position(_asked: &PositionOf, _desk: &impl Desk) -> Result<PositionView, Trouble> {
    Err(Trouble::new("`position` is not built yet"))
}
