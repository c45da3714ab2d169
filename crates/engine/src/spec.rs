//! Which game on which board.

use serde::{Deserialize, Serialize};
use tesuji_go::{Komi, Rules};

use crate::SessionError;

/// The longest side of a board for Go: GTP has letters for no more columns.
pub const MAX_GO_SIDE: usize = 25;

/// Which game on which board: plain data, for control files and requests.
///
/// In TOML: `{ game = "hex", columns = 11, rows = 11, swap = true }` and
/// `{ game = "go", columns = 9, rows = 9, komi = 7.5, rules = "chinese" }`. Whether such a board can be played on is
/// found out by [`Session::new`](crate::Session::new).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum GameSpec {
    /// Hex, Black to move first, joining top and bottom.
    Hex {
        /// Width.
        columns: usize,
        /// Height.
        rows: usize,
        /// May White answer the first move by `swap-pieces`? Square boards only.
        #[serde(default)]
        swap: bool,
    },
    /// Go on a rectangle, Black to move first, scored by area with every stone alive.
    Go {
        /// Width, at most [`MAX_GO_SIDE`].
        columns: usize,
        /// Height, at most [`MAX_GO_SIDE`].
        rows: usize,
        /// What White gets for moving second; as text a number of points, such as 7 or 6.5.
        #[serde(with = "komi")]
        komi: Komi,
        /// As text a name: `tromp-taylor`, `chinese`, `aga` or `new-zealand`.
        #[serde(with = "rules")]
        rules: Rules,
    },
}

impl GameSpec {
    /// The same game on a board of another size.
    #[must_use]
    pub fn with_size(mut self, new_columns: usize, new_rows: usize) -> Self {
        match &mut self {
            Self::Hex { columns, rows, .. } | Self::Go { columns, rows, .. } => {
                (*columns, *rows) = (new_columns, new_rows);
            }
        }
        self
    }

    /// The same game with another komi, a number of points such as `7` or `6.5`.
    ///
    /// # Errors
    ///
    /// If the text is no komi, or the game has none.
    pub fn with_komi(mut self, points: &str) -> Result<Self, SessionError> {
        match &mut self {
            Self::Hex { .. } => return Err(SessionError::NoKomi),
            Self::Go { komi, .. } => *komi = points.parse()?,
        }
        Ok(self)
    }

    /// The GTP commands that make another program play this game from its beginning. Rules have no command of their own.
    #[must_use]
    pub fn gtp_setup(&self) -> Vec<String> {
        let size = |columns: &usize, rows: &usize, is_told_twice: bool| {
            if columns == rows && !is_told_twice {
                format!("boardsize {columns}")
            } else {
                format!("boardsize {columns} {rows}")
            }
        };
        let clear = || "clear_board".to_owned();
        match self {
            // As HTP has it.
            Self::Hex { columns, rows, .. } => vec![size(columns, rows, true), clear()],
            Self::Go { columns, rows, komi, .. } => vec![size(columns, rows, false), clear(), format!("komi {komi}")],
        }
    }
}

mod komi {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use tesuji_go::Komi;

    pub(super) fn serialize<S: Serializer>(komi: &Komi, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(f64::from(komi.half_points()) / 2.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Komi, D::Error> {
        let points = f64::deserialize(from)?;
        // The text of a number is exact, and the komi's own reader knows what is one.
        points.to_string().parse().map_err(D::Error::custom)
    }
}

mod rules {
    use serde::{Deserialize, Deserializer, Serializer, de, ser};
    use tesuji_go::Rules;

    pub(super) fn serialize<S: Serializer>(rules: &Rules, to: S) -> Result<S::Ok, S::Error> {
        let name = rules.name().ok_or_else(|| ser::Error::custom("these rules of Go have no name to be written"))?;
        to.serialize_str(name)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rules, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}
