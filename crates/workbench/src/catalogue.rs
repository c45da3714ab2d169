//! What there is: games, boards, players, overlays, forms. The page makes its menus from it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::GameName;
use crate::{Desk, Trouble};

/// Asks what there is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CatalogueOf {}

/// What there is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Catalogue {
    /// The version of the program.
    pub version: String,
    /// The games, Hex first.
    pub games: Vec<GameEntry>,
    /// Forms in which a game, a claim or a picture can be written.
    pub forms: Vec<FormEntry>,
    /// Ready boards for Go that are no rectangles, with a name for people.
    pub boards: Vec<BoardEntry>,
    /// Real examples for the tour.
    pub examples: Vec<Example>,
}

/// A game and what can be asked about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameEntry {
    /// Its name in questions.
    pub name: GameName,
    /// Its name in sentences.
    pub title: String,
    /// Usual columns and rows.
    pub usual_size: [usize; 2],
    /// Sizes for a menu, the smallest first.
    pub sizes: Vec<[usize; 2]>,
    /// Whether White may swap.
    pub has_swap: bool,
    /// Whether it has komi, rule sets and passes.
    pub has_table: bool,
    /// Rule sets by name.
    pub rules: Vec<String>,
    /// Whether it is played on boards of any shape.
    pub has_any_board: bool,
    /// Whether positions can be solved.
    pub has_solver: bool,
    /// Whether it has claims about connections.
    pub has_connections: bool,
    /// The players, the strongest first.
    pub players: Vec<PlayerEntry>,
    /// The overlays, in the order of a menu.
    pub overlays: Vec<OverlayEntry>,
}

/// A player with settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlayerEntry {
    /// Its name in menus and in the ladder: `strong, 1,000 playouts`.
    pub title: String,
    /// The settings as in control files, to be sent back as they are: `{ "kind": "uct", "playouts": 1000 }`.
    pub player: serde_json::Value,
    /// Its place in the ladder of this game from 1, the weakest, if it is in it.
    pub rung: Option<usize>,
    /// Its rating in the ladder, in Elo, and the 95 % interval.
    pub rating: Option<[f64; 3]>,
}

/// An overlay of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OverlayEntry {
    /// Its name in questions.
    pub name: String,
    /// Its title in a menu.
    pub title: String,
    /// What it shows, in one sentence.
    pub about: String,
    /// Whether it is about one cell that has to be named.
    pub takes_cell: bool,
    /// The key that shows it.
    pub key: Option<String>,
    /// Whether it is certain.
    pub certainty: crate::types::Certainty,
}

/// A form of texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FormEntry {
    /// Its name in questions: `sgf`, `hexworld`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The ending of files.
    pub ending: String,
    /// The games that it can hold; empty if it is for claims.
    pub games: Vec<GameName>,
}

/// A board with a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardEntry {
    /// For people.
    pub title: String,
    /// The board as text.
    pub board: String,
}

/// An example to try.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Example {
    /// Its name: `ziggurat`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What to do with it and what will be seen.
    pub about: String,
    /// The text, as `open` reads it.
    pub text: String,
}

pub(crate) fn catalogue(_asked: &CatalogueOf, _desk: &impl Desk) -> Result<Catalogue, Trouble> {
    Err(Trouble::new("`catalogue` is not built yet"))
}
