//! The two players.

use std::fmt;
use std::ops::Not;

use serde::{Deserialize, Serialize};

/// One of the two players. In Hex, Black joins top and bottom (north-south), White left and right.
///
/// In files it is its [`name`](Self::name).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Moves first unless a position says otherwise; red on HexWorld and HexWiki.
    Black,
    /// Blue on HexWorld and HexWiki.
    White,
}

impl Player {
    /// Both, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for Black, 1 for White: for indexing pairs.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `"black"` or `"white"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        self.opponent()
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
