//! The strength of a person, from games against players of known rating.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::GameName;
use crate::{Desk, Trouble};

/// Asks for the rating of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RatingOf {
    /// The game.
    pub game: GameName,
    /// The games: rung of the opponent in the ladder, and the result, 1 for a win of the person, 0.5 for a draw.
    pub results: Vec<(usize, f64)>,
}

/// The rating of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RatingView {
    /// Elo on the scale of the ladder; absent without a game, or if all were won or all lost.
    pub rating: Option<f64>,
    /// Its interval of 95 %.
    pub interval: Option<[f64; 2]>,
    /// The rung to play next: the one nearest to an even game.
    pub next: usize,
    /// One sentence for people.
    pub words: String,
}

pub(crate) fn rating(_asked: &RatingOf, _desk: &impl Desk) -> Result<RatingView, Trouble> {
    Err(Trouble::new("`rating` is not built yet"))
}
