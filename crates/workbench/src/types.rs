//! Common parts of many questions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_engine::{GameKind, GameSpec};

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Black: in Hex the first player, who joins top and bottom.
    Black,
    /// White.
    White,
}

impl Colour {
    /// Its name in sentences.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }
}

impl From<Player> for Colour {
    fn from(player: Player) -> Self {
        match player {
            Player::Black => Self::Black,
            Player::White => Self::White,
        }
    }
}

impl From<Colour> for Player {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Black => Self::Black,
            Colour::White => Self::White,
        }
    }
}

/// A game as far as it has come: all that a question about a position depends on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameState {
    /// The game and its board, as in control files: `{ "game": "hex", "columns": 11, "rows": 11, "swap": true }`, `{
    /// "game": "go", "board": "torus:9x9", "komi": 6.5, "rules": "chinese" }`, `{ "game": "amazons", "setup": FEN }`.
    #[schemars(with = "GameFields")]
    pub game: GameSpec,
    /// Content of the board before the first move. In Amazons an empty setup stands for the start that `game` has.
    #[serde(default, skip_serializing_if = "Setup::is_empty")]
    pub setup: Setup,
    /// The moves played, one after the other from the player to move after the setup: `c3`, `swap-pieces`, `pass`, `D1 -
    /// D7 (G7)`.
    #[serde(default)]
    pub moves: Vec<PlayedMove>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PlayedMove {
    /// By the player to move.
    InTurn(String),
    /// By this player, whoever was to move: SGF and GTP allow it.
    By {
        /// The player.
        player: Colour,
        /// The move.
        mv: String,
    },
}

impl PlayedMove {
    /// The move as text.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::InTurn(mv) | Self::By { mv, .. } => mv,
        }
    }
}

/// Stones before the first move.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Setup {
    /// The cells of Black's stones, by name.
    #[serde(default)]
    pub black: Vec<String>,
    /// The cells of White's stones.
    #[serde(default)]
    pub white: Vec<String>,
    /// Amazons: the cells with arrows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
    /// The player who moves first; absent: Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Colour>,
}

impl Setup {
    /// The cells of a player's stones.
    #[must_use]
    pub fn of(&self, player: Player) -> &[String] {
        match player {
            Player::Black => &self.black,
            Player::White => &self.white,
        }
    }

    /// Whether the game begins on the empty board with Black to move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The fields of a game in JSON. Only for the schema: [`GameSpec`] reads them.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the schema is made from it")]
pub(crate) struct GameFields {
    /// The game.
    game: GameName,
    /// Width, in Hex and Amazons, and in Go on a rectangle.
    columns: Option<usize>,
    /// Height.
    rows: Option<usize>,
    /// Hex: whether White may answer the first move with `swap-pieces`.
    swap: Option<bool>,
    /// Go: the board as text, `hexagon:5` or a drawing of points and links.
    board: Option<String>,
    /// Go: what White gets, such as `6.5`.
    komi: Option<f64>,
    /// Go: a rule set, perhaps with switches.
    rules: Option<String>,
    /// Amazons: the start as FEN.
    setup: Option<String>,
}

/// The name of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameName {
    /// Hex.
    Hex,
    /// Go.
    Go,
    /// Amazons.
    Amazons,
}

impl From<GameKind> for GameName {
    fn from(kind: GameKind) -> Self {
        match kind {
            GameKind::Hex => Self::Hex,
            GameKind::Go => Self::Go,
            GameKind::Amazons => Self::Amazons,
        }
    }
}

impl From<GameName> for GameKind {
    fn from(name: GameName) -> Self {
        match name {
            GameName::Hex => Self::Hex,
            GameName::Go => Self::Go,
            GameName::Amazons => Self::Amazons,
        }
    }
}

/// Bounds of the work on an answer. Without a bound the question decides.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Seconds: on a server processor time of all threads of the search together, so that other work on the machine takes
    /// nothing away. Answers then depend on the speed of the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Nodes, or playouts for players that count these. The same question then has the same answer on any machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Certainty of a number or a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// By a proof, or by the rules.
    Certain,
    /// By a search or playouts that may be wrong.
    Opinion,
}

/// Progress of long work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    /// The work in progress, for people: `proving the position after 12 moves`.
    pub what: String,
    /// The part that is done, from 0 to 1, if it can be known.
    pub share: Option<f64>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Bytes of memory that the program which searches takes in all, if it can say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

impl Progress {
    /// Progress of some work. Whoever passes it on adds the memory.
    pub fn new(what: impl Into<String>, share: Option<f64>, nodes: u64) -> Self {
        Self { what: what.into(), share, nodes, memory: None }
    }
}
