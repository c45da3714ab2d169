//! Errors of texts, with places.

use std::fmt;

use tesuji_board::{CoordinateError, TopologyError};
pub use tesuji_sgf::TextPlace;
pub(crate) use tesuji_sgf::quoted;

use crate::SetupError;

/// A notation of Hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Notation {
    /// [`sgf`](super::sgf), as HexGui and PlayHex write it.
    HexGuiSgf,
    /// [`sgf`](super::sgf), as Little Golem writes it.
    LittleGolemSgf,
    /// [`hexworld`](super::hexworld)
    HexWorld,
    /// [`hexwiki`](super::hexwiki)
    HexWiki,
    /// [`hdg`](super::hdg)
    Hdg,
    /// [`ascii`](super::ascii)
    Ascii,
    /// [`move_list`](super::move_list)
    MoveList,
    /// [`game_list`](super::game_list)
    GameList,
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HexGuiSgf => "SGF",
            Self::LittleGolemSgf => "Little Golem SGF",
            Self::HexWorld => "HexWorld link",
            Self::HexWiki => "HexWiki board",
            Self::Hdg => "hdg diagram",
            Self::Ascii => "diagram",
            Self::MoveList => "move list",
            Self::GameList => "list of games",
        })
    }
}

/// Error of reading a text: its first fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{notation}, line {}, column {}: {fault}", place.line, place.column)]
pub struct NotationError {
    /// The notation the text was read in.
    pub notation: Notation,
    /// Place of the fault.
    pub place: TextPlace,
    /// The fault.
    pub fault: NotationFault,
}

/// Fault at a place in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationFault {
    /// Something else is there.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// Content that the notation allows.
        expected: String,
        /// The start of what is there.
        found: String,
    },
    /// Not a cell, or a cell that is not on the board.
    #[error(transparent)]
    Coordinate(#[from] CoordinateError),
    /// A board that cannot be played on, or an impossible set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A board that cannot be drawn.
    #[error(transparent)]
    Board(#[from] TopologyError),
}

impl NotationError {
    /// A fault at a byte of the text.
    pub(crate) fn new(notation: Notation, text: &str, offset: usize, fault: impl Into<NotationFault>) -> Self {
        Self { notation, place: TextPlace::of(text, offset), fault: fault.into() }
    }

    /// Something other than `expected` at a byte of the text.
    pub(crate) fn unexpected(notation: Notation, text: &str, offset: usize, expected: impl Into<String>) -> Self {
        let rest = &text[text.floor_char_boundary(offset)..];
        Self::new(notation, text, offset, NotationFault::Unexpected { expected: expected.into(), found: quoted(rest) })
    }
}

/// Something that a notation cannot express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {notation} cannot express: {what}")]
pub struct Inexpressible {
    /// The notation.
    pub notation: Notation,
    /// Content that cannot be expressed.
    pub what: String,
}

impl Inexpressible {
    pub(crate) fn new(notation: Notation, what: impl Into<String>) -> Self {
        Self { notation, what: what.into() }
    }
}
