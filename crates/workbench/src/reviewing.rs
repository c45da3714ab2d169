//! A whole game judged.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::texts::GameTree;
use crate::types::{Budget, Certainty, Colour};
use crate::{Desk, Trouble};

/// Asks for a review of the main line of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReviewOf {
    /// The game.
    pub tree: GameTree,
    /// The time for the whole game; with `nodes`, nodes and playouts for each position instead.
    #[serde(default)]
    pub budget: Budget,
}

/// A review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReviewView {
    /// The findings as sentences, the most important first.
    pub verdict: Vec<String>,
    /// A point of the value graph for each position, from the start on.
    pub points: Vec<ReviewPoint>,
    /// The mistakes, the biggest first.
    pub mistakes: Vec<Mistake>,
    /// The number of the move, from 1, that lost the game for certain.
    pub losing_move: Option<usize>,
    /// The review as the command line writes it (JSON), for a file.
    pub file: serde_json::Value,
}

/// A position of a reviewed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReviewPoint {
    /// After this many moves.
    pub n_moves: usize,
    /// Black's chance, from 0 to 1; absent if nothing is known.
    pub black: Option<f64>,
    /// Its interval of 95 %.
    pub interval: Option<[f64; 2]>,
    /// How it is known; absent if nothing is known.
    pub certainty: Option<Certainty>,
    /// Moves that are known to win here.
    pub winning: Vec<String>,
    /// One sentence for people.
    pub sentence: String,
}

/// A mistake.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Mistake {
    /// The number of the move, from 1.
    pub number: usize,
    /// Who made it.
    pub player: Colour,
    /// The move.
    pub mv: String,
    /// Whether it is a mistake for certain.
    pub certainty: Certainty,
    /// What it lost, from 0 to 1.
    pub loss: Option<f64>,
    /// Better moves.
    pub instead: Vec<String>,
    /// One sentence for people.
    pub sentence: String,
}

pub(crate) fn review(_asked: &ReviewOf, _desk: &impl Desk) -> Result<ReviewView, Trouble> {
    Err(Trouble::new("`review` is not built yet"))
}
