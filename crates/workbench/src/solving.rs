//! Who wins a position, with which moves; and all openings of a board.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::{Budget, Colour, GameState};
use crate::{Desk, Trouble};

/// Asks who wins, for certain. Updates show the moves that are known so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Solve {
    /// The position, of Hex or Amazons.
    pub state: GameState,
    /// Whether every move is wanted, or only the winner.
    #[serde(default)]
    pub moves: bool,
    /// Whether a certificate is wanted (Hex).
    #[serde(default)]
    pub certificate: bool,
    /// How much work.
    #[serde(default)]
    pub budget: Budget,
}

/// What is known about who wins.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SolvedView {
    /// The winner; absent if a limit was reached first.
    pub winner: Option<Colour>,
    /// One sentence for people.
    pub words: String,
    /// A move that wins, if the player to move does.
    pub winning_move: Option<String>,
    /// Moves that win.
    pub winning: Vec<String>,
    /// Moves that lose.
    pub losing: Vec<String>,
    /// Moves that are open.
    pub open: Vec<String>,
    /// Whether `winning` has all moves that win.
    pub is_complete: bool,
    /// The certificate, as `check` takes it. The checker has accepted it.
    pub certificate: Option<String>,
    /// Positions searched.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
    /// Whether the answer came from a store.
    pub is_stored: bool,
}

/// Asks which openings of an empty board of Hex win. Updates are the map so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Openings {
    /// Columns.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// How much work in all.
    #[serde(default)]
    pub budget: Budget,
    /// What is known from an earlier answer to this question.
    #[serde(default)]
    pub known: Option<OpeningsView>,
}

/// The openings of a board.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct OpeningsView {
    /// First moves of Black that win.
    pub winning: Vec<String>,
    /// First moves that lose.
    pub losing: Vec<String>,
    /// First moves that are open.
    pub open: Vec<String>,
    /// Positions searched.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

pub(crate) fn solve(_asked: &Solve, _desk: &impl Desk) -> Result<SolvedView, Trouble> {
    Err(Trouble::new("`solve` is not built yet"))
}

pub(crate) fn openings(_asked: &Openings, _desk: &impl Desk) -> Result<OpeningsView, Trouble> {
    Err(Trouble::new("`openings` is not built yet"))
}
