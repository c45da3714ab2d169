//! Texts in and out: games with their variations, positions, claims, certificates, boards.

mod points;
mod read;
mod sgf;
#[cfg(feature = "testing")]
mod tests;
mod tree;
mod written;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_hex::Action;

pub(crate) use self::written::main_line;
use crate::claim::ClaimView;
use crate::types::{Colour, GameName, GameState, PlayedMove, Setup};

/// Asks what a text is, and for its content.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Open {
    /// The text: a file, a link, a list of moves, whatever was pasted.
    pub text: String,
    /// The game, if it was said.
    #[serde(default)]
    pub game: Option<GameName>,
    /// Columns and rows, for a list of moves that does not state them.
    #[serde(default)]
    pub size: Option<[usize; 2]>,
}

/// Recognition of a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Opened {
    /// Description for people: `a game of Hex (SGF, 35 moves)`.
    pub what: String,
    /// Assumptions and omissions: sentences without a full stop.
    pub notices: Vec<String>,
    /// The content.
    pub content: Content,
}

/// The content of a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Content {
    /// Games or positions, at least one.
    Games {
        /// The games.
        games: Vec<GameTree>,
    },
    /// Claims, at least one.
    Claims {
        /// The claims.
        claims: Vec<ClaimView>,
    },
    /// A strategy; the question `strategy` looks at it.
    Strategy {
        /// Its text.
        text: String,
    },
    /// A certificate; the question `check` looks at it.
    Certificate {
        /// The certificate, as questions take it.
        certificate: String,
    },
    /// A board for Go.
    Board {
        /// The board, as `BoardOf::Text` takes it.
        board: String,
    },
}

/// A game with variations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameTree {
    /// Its name; may be empty.
    #[serde(default)]
    pub id: String,
    /// The game and the stones before the first move. Its `moves` are empty.
    pub start: GameState,
    /// The names of Black and White; may be empty.
    #[serde(default)]
    pub players: [String; 2],
    /// The result that the record states, as in SGF; may be empty.
    #[serde(default)]
    pub result: String,
    /// The nodes, a parent before its children. The first is the root, without a move. Children are in the order of the
    /// list, the main line first.
    pub nodes: Vec<TreeNode>,
    /// The node that was shown when the text was written.
    #[serde(default)]
    pub current: Option<usize>,
}

/// A node of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TreeNode {
    /// The index of its parent; absent at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move that leads to it. Absent at the root, and where a record changes the board in the middle of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<PlayedMove>,
    /// An event of a record of Hex here instead of a move: it changes nothing on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<TreeEvent>,
    /// A new setup, where a record changes the board. It replaces stones, not the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
    /// The comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Marks and labels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<TreeMark>,
}

/// An action of a player that does not change the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TreeEvent {
    /// The player.
    pub player: Colour,
    /// The action.
    pub what: TreeEventKind,
}

/// Events of records of Hex besides moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TreeEventKind {
    /// The two persons exchange their colours, and the same colour moves next.
    SwapSides,
    /// The turn is given away.
    Pass,
    /// The game is given up.
    Resign,
    /// The game is lost by time or by rule.
    Forfeit,
}

impl TreeEventKind {
    /// The word of SGF.
    const fn word(self) -> &'static str {
        match self {
            Self::SwapSides => "swap-sides",
            Self::Pass => "pass",
            Self::Resign => "resign",
            Self::Forfeit => "forfeit",
        }
    }

    /// The event of an action of a record, if it is no move.
    const fn of(action: Action) -> Option<Self> {
        match action {
            Action::Place(_) | Action::SwapPieces => None,
            Action::SwapSides => Some(Self::SwapSides),
            Action::Pass => Some(Self::Pass),
            Action::Resign => Some(Self::Resign),
            Action::Forfeit => Some(Self::Forfeit),
        }
    }
}

/// A mark on a cell, as SGF knows them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TreeMark {
    /// The cell.
    pub cell: String,
    /// Its shape.
    pub shape: TreeMarkShape,
    /// The text of a label.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// The marks of SGF.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TreeMarkShape {
    /// `LB`.
    Label,
    /// `TR`.
    Triangle,
    /// `SQ`.
    Square,
    /// `CR`.
    Circle,
    /// `MA`.
    Cross,
    /// `SL`.
    Selected,
}

/// Asks for a game as text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Write {
    /// The game. SGF holds all of it; other forms the line to `current`, or the main line.
    pub tree: GameTree,
    /// The form, by its name in the catalogue.
    pub form: String,
}

/// A text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Written {
    /// The text.
    pub text: String,
    /// A name for the file.
    pub file: String,
    /// Losses of the form: sentences without a full stop.
    pub notices: Vec<String>,
}

pub(crate) use read::open;
pub(crate) use tree::state_at;
pub(crate) use written::write;
