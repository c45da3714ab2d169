//! Which game on which board.

use serde::{Deserialize, Serialize};

/// Which game on which board: plain data, for control files and requests.
///
/// In TOML: `{ game = "hex", columns = 11, rows = 11, swap = true }`. Whether such a board can be played on is found
/// out by [`Session::new`](crate::Session::new).
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
}
