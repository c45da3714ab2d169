//! Overlays: numbers, marks, links and arrows on a board, with a sentence for each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::{Certainty, Colour, GameState};
use crate::{Desk, Trouble};

/// Asks for an overlay.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OverlayOf {
    /// The position.
    pub state: GameState,
    /// The overlay, by its name in the catalogue.
    pub name: String,
    /// The cell, for overlays about one cell.
    #[serde(default)]
    pub cell: Option<String>,
    /// For whom, where that matters; absent: the player to move.
    #[serde(default)]
    pub player: Option<Colour>,
}

/// An overlay.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct OverlayView {
    /// Its title: `Criticality`.
    pub title: String,
    /// What it shows, in one sentence.
    pub about: String,
    /// Numbers on cells.
    pub numbers: Vec<CellNumber>,
    /// Marks on cells.
    pub marks: Vec<CellNote>,
    /// Links between two cells.
    pub links: Vec<CellLink>,
    /// Arrows from one cell to another.
    pub arrows: Vec<CellLink>,
    /// Areas: each a set of cells.
    pub areas: Vec<Area>,
    /// Numbers of the whole position.
    pub facts: Vec<Fact>,
    /// The least and the greatest number: the ends of the scale.
    pub range: Option<[f64; 2]>,
    /// Whether numbers have a sign: above 0 is Black's.
    pub is_signed: bool,
    /// How it is known; absent where there is nothing.
    pub certainty: Option<Certainty>,
}

/// A number on a cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CellNumber {
    /// Where.
    pub cell: String,
    /// The number.
    pub value: f64,
    /// The number in few characters.
    pub text: String,
    /// What it means here, in one sentence.
    pub sentence: String,
}

/// A mark on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CellNote {
    /// Where.
    pub cell: String,
    /// What is known: `dead`, `captured`, `must-play`, `winning`, `losing`, ..
    pub mark: String,
    /// Whose it is, where that has a meaning.
    pub player: Option<Colour>,
    /// What it means, in one sentence.
    pub sentence: String,
}

/// A link or arrow.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CellLink {
    /// One end.
    pub from: String,
    /// The other.
    pub to: String,
    /// Its number.
    pub value: f64,
    /// The number in few characters.
    pub text: String,
    /// Whose it is, where that has a meaning.
    pub player: Option<Colour>,
    /// What it means, in one sentence.
    pub sentence: String,
}

/// A set of cells that belong together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Area {
    /// The cells.
    pub cells: Vec<String>,
    /// A short name or value: `*2`, `3|-1`.
    pub text: String,
    /// Whose it is, where that has a meaning.
    pub player: Option<Colour>,
    /// What it means, in one sentence.
    pub sentence: String,
}

/// A number of the whole position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its value as text.
    pub text: String,
    /// What it means, in one sentence.
    pub sentence: String,
}

pub(crate) fn overlay(_asked: &OverlayOf, _desk: &impl Desk) -> Result<OverlayView, Trouble> {
    Err(Trouble::new("`overlay` is not built yet"))
}

pub(crate) fn entries(_kind: tesuji_engine::GameKind) -> Vec<crate::catalogue::OverlayEntry> {
    Vec::new()
}
