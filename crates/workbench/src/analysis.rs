//! What a player thinks of the moves, as it goes on thinking; and a move to play.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::{Budget, Certainty, GameState};
use crate::{Desk, Trouble};

/// Asks what a player thinks. Updates come as it thinks; the answer is the last of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Analyze {
    /// The position.
    pub state: GameState,
    /// The player, as the catalogue has it; absent: the strongest.
    #[serde(default)]
    pub player: Option<serde_json::Value>,
    /// How long; absent: until the question is stopped, at most ten minutes.
    #[serde(default)]
    pub budget: Budget,
    /// The number of moves wanted, for players that compare only as many as were asked for.
    #[serde(default)]
    pub lines: Option<usize>,
    /// The seed.
    #[serde(default)]
    pub seed: u64,
}

/// What a player thinks of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnalysisView {
    /// The move that it would play.
    pub best: String,
    /// What the player to move may expect, from 0 (loss) to 1 (win).
    pub value: Option<f64>,
    /// The same for Black: the number of the value graph.
    pub black: Option<f64>,
    /// Whether the value is proved.
    pub certainty: Certainty,
    /// The moves, the best first.
    pub moves: Vec<MoveView>,
    /// Go: the mean owner of each cell, from 1 (Black) to -1, by the name of the cell.
    pub owners: Vec<(String, f64)>,
    /// Go: by how many points Black is ahead, komi taken off.
    pub lead: Option<f64>,
    /// Positions searched so far, in the player's own count.
    pub nodes: u64,
    /// Seconds so far.
    pub seconds: f64,
    /// One line for people.
    pub comment: String,
}

/// What a player thinks of a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MoveView {
    /// The move.
    pub mv: String,
    /// The cells of it: one in Hex and Go, three in Amazons; none for a pass or a swap.
    pub cells: Vec<String>,
    /// What its player may expect, from 0 to 1.
    pub value: Option<f64>,
    /// Whether the value rests on enough visits to be shown.
    pub is_weighed: bool,
    /// Playouts that began with it.
    pub visits: u64,
    /// The share of all visits.
    pub share: f64,
    /// The chance that the policy gave it before any search, if the player has one.
    pub prior: Option<f64>,
    /// The principal variation, beginning with this move.
    pub line: Vec<String>,
    /// Whether the value is proved.
    pub certainty: Certainty,
}

/// Asks a player for its move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// The position.
    pub state: GameState,
    /// The player, as the catalogue has it.
    pub player: serde_json::Value,
    /// How long it may think; absent: as its settings say.
    #[serde(default)]
    pub budget: Budget,
    /// The seed of the game: each move takes its own seed from it.
    #[serde(default)]
    pub seed: u64,
}

/// A move that a player chose.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReplyView {
    /// The move.
    pub mv: String,
    /// The cells of it.
    pub cells: Vec<String>,
    /// What it thought.
    pub analysis: AnalysisView,
}

pub(crate) fn analyze(_asked: &Analyze, _desk: &impl Desk) -> Result<AnalysisView, Trouble> {
    Err(Trouble::new("`analyze` is not built yet"))
}

pub(crate) fn reply(_asked: &Reply, _desk: &impl Desk) -> Result<ReplyView, Trouble> {
    Err(Trouble::new("`reply` is not built yet"))
}
