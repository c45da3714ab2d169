//! What can be wrong with what a session is asked.

use tesuji_board::Player;

use crate::MAX_GO_SIDE;

/// Why a session cannot do what it is asked; the session is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// No such board can be played on.
    #[error(transparent)]
    Hex(#[from] tesuji_hex::SetupError),
    /// A side of 0 or more than [`MAX_GO_SIDE`].
    #[error("a board has 1 to {MAX_GO_SIDE} columns and rows, not {columns}x{rows}")]
    GoSize {
        /// Width asked for.
        columns: usize,
        /// Height asked for.
        rows: usize,
    },
    /// The text is no komi.
    #[error(transparent)]
    Komi(#[from] tesuji_go::KomiError),
    /// A komi for a game that has none.
    #[error("this game has no komi")]
    NoKomi,
    /// The text is no move of this game on this board.
    #[error("`{text}` is no move here: expected {expected}")]
    Unknown {
        /// The text, shortened if it is long.
        text: String,
        /// What a move looks like.
        expected: String,
    },
    /// A move of the game, but not allowed now.
    #[error("{player} may not play {mv}: {reason}")]
    Illegal {
        /// Whose move it would be.
        player: Player,
        /// The move as the game writes it.
        mv: String,
        /// Which rule forbids it.
        reason: &'static str,
    },
    /// The other player is to move, and this game knows no move out of turn.
    #[error("it is not {0}'s turn")]
    Turn(Player),
    /// The game has ended by its rules.
    #[error("the game is over")]
    Over,
    /// No move has been played.
    #[error("there is no move to take back")]
    NothingPlayed,
    /// A book for another board, or for a game that has no strong player.
    #[error("the book is for Hex on {side}x{side}, which is not played here")]
    Book {
        /// The side of its board.
        side: usize,
    },
    /// A player whose settings make no sense.
    #[error("player: {setting} is {found}, expected {expected}")]
    Player {
        /// The setting.
        setting: &'static str,
        /// Its value.
        found: String,
        /// What it may be.
        expected: &'static str,
    },
}

impl SessionError {
    /// `text` is no move.
    pub(crate) fn unknown(text: &str, expected: impl Into<String>) -> Self {
        const MOST_CHARACTERS: usize = 32;
        Self::Unknown { text: text.chars().take(MOST_CHARACTERS).collect(), expected: expected.into() }
    }
}
