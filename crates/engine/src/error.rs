//! The errors of requests to a session.

use tesuji_board::{BoardError, Player};

/// Reasons why a session cannot meet a request. The session is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// Hex cannot be played on such a board.
    #[error(transparent)]
    Hex(#[from] tesuji_hex::SetupError),
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Amazons cannot be played on such a board or from such a start.
    #[error(transparent)]
    Amazons(#[from] tesuji_amazons::SetupError),
    /// A board of Amazons without a usual start, and no other start was given.
    #[error(
        "no usual start of Amazons is known for {columns}x{rows}: expected 4x4, 5x5, 6x6, 8x8 or 10x10, or a set-up"
    )]
    NoStart {
        /// Width.
        columns: usize,
        /// Height.
        rows: usize,
    },
    /// The text is not a position to begin with.
    #[error("cannot read the position: {0}")]
    Position(String),
    /// Another size for a board that has no columns and rows.
    #[error("the board is `{0}`, and its size cannot be changed")]
    FixedBoard(String),
    /// The text is not a komi.
    #[error(transparent)]
    Komi(#[from] tesuji_go::KomiError),
    /// A komi for a game that has none.
    #[error("this game has no komi")]
    NoKomi,
    /// The text does not name rules.
    #[error(transparent)]
    Rules(#[from] tesuji_go::RulesError),
    /// The text is not a move of this game on this board.
    #[error("`{text}` is not a move here: expected {expected}")]
    Unknown {
        /// The text, shortened if it is long.
        text: String,
        /// The form of a move.
        expected: String,
    },
    /// A move of the game, but not allowed now.
    #[error("{player} may not play {mv}: {reason}")]
    Illegal {
        /// Whose move it would be.
        player: Player,
        /// The move as the game writes it.
        mv: String,
        /// The rule that forbids it.
        reason: &'static str,
    },
    /// The game has ended by its rules.
    #[error("the game is over")]
    Over,
    /// No move has been played.
    #[error("there is no move to take back")]
    NothingPlayed,
    /// Handicap for a game that has begun.
    #[error("there are stones or moves already")]
    Begun,
    /// Stones that cannot be given.
    #[error("{0}")]
    Handicap(String),
    /// The text is not a record of this game, or its moves cannot be made.
    #[error("cannot read the record: {0}")]
    Record(String),
    /// Something that this game does not have.
    #[error("this game has no {0}")]
    Unsupported(&'static str),
    /// There is no overlay of this name.
    #[error("{game} has no overlay `{name}`, expected one of {expected}")]
    UnknownOverlay {
        /// The name that was given, shortened if it is long.
        name: String,
        /// The title of the game.
        game: &'static str,
        /// The names of its overlays.
        expected: String,
    },
    /// A question about playouts that makes no sense.
    #[error("statistics: {setting} is {found}, expected {expected}")]
    Statistics {
        /// The setting.
        setting: &'static str,
        /// Its value.
        found: String,
        /// The allowed values.
        expected: &'static str,
    },
    /// Stopped from outside before there was an answer.
    #[error("interrupted")]
    Interrupted,
    /// A player whose settings make no sense.
    #[error("player: {setting} is {found}, expected {expected}")]
    Player {
        /// The setting.
        setting: &'static str,
        /// Its value.
        found: String,
        /// The allowed values.
        expected: &'static str,
    },
}

impl SessionError {
    /// The error that `text` is not a move.
    pub(crate) fn unknown(text: &str, expected: impl Into<String>) -> Self {
        const MOST_CHARACTERS: usize = 32;
        Self::Unknown { text: text.chars().take(MOST_CHARACTERS).collect(), expected: expected.into() }
    }
}
