//! SGF (`FF[4]`) for Go (`GM[1]`).
//!
//! It reads all games of a file with their variations: `SZ`, `KM`, `HA`, `RU`, `RE`, `PB`, `PW`, `EV`, `DT`, `AB`, `AW`,
//! `AE`, `PL`, `B` and `W`, `C`. Other properties are skipped. Without `SZ` the board is 19x19. `RU` is read if its rules
//! have a name here (`Japanese` is the approximation); unknown rules count as not given. A heading that the moves do not
//! need never costs the game: what is wrong with it is a notice.
//!
//! A private property of the first node gives boards that are not rectangles of at most 52 columns and rows:
//!
//! ```text
//! (;FF[4]GM[1]TSJBOARD[torus:9x9]SZ[9]KM[7.5];B[ee];W[aa])
//! (;FF[4]GM[1]TSJBOARD[hexagon:3]KM[7.5]AB[A1][B1]PL[W];W[C3];B[])
//! ```
//!
//! Its value is a board as text, or the content of a board file. On a torus or cylinder of at most 52 columns and rows,
//! points are written as on a rectangle. `SZ` is then there for programs that do not know the property, and a different
//! size is refused. On any other board a cell is written by its name, and `SZ` means nothing. An empty value is a pass
//! on every board.
//!
//! q5Go writes boards with joined sides as `GM[q5go-1]` with `TO`: 1 joins left and right, 2 top and bottom, 3 both. Of
//! the two cylinders only the first is a board here, so the second is turned: columns become rows.
//!
//! `KM` is read as servers write it: whole and half points, quarters as stones of the Chinese count, and the hundredths
//! of Fox (`KM[375]` is 7.5 points, as is `KM[3.75]`; `KM[650]` is 6.5). Any other value of a hundred or more is left
//! out, unless the file is ours.
//!
//! Faults of properties are reported with their name and the number of moves before them.

mod read;
mod write;

use tesuji_board::BoardSpec;
use tesuji_sgf::{Escapes, escaped, plain, size_text};

pub use read::{SgfGame, game, is_go, read, tree};
pub use write::write;

use crate::notation::sgf_grid;
use crate::{Komi, Rules};

/// The private property that gives the board.
pub const BOARD: &str = "TSJBOARD";

/// The value of `GM` with which q5Go writes boards with joined sides.
const JOINED: &str = "q5go-1";

/// The most nodes that may follow each other: more than any game has.
const MOST_NODES: usize = 8192;

/// Rules as text for SGF, which knows some names and accepts any text.
#[must_use]
pub fn rules_text(rules: &Rules) -> String {
    match *rules {
        Rules::AGA => "AGA".to_owned(),
        Rules::CHINESE => "Chinese".to_owned(),
        Rules::NEW_ZEALAND => "NZ".to_owned(),
        Rules::TROMP_TAYLOR => "Tromp-Taylor".to_owned(),
        _ => rules.to_string(),
    }
}

/// The properties of a first node that say which game is played: the board, the komi and the rules. Values are as in a
/// file, escaped where needed.
#[must_use]
pub fn header(board: &BoardSpec, komi: Option<Komi>, rules: Option<&Rules>) -> Vec<(&'static str, String)> {
    let mut header = vec![("GM", "1".to_owned())];
    let grid = board.topology().ok().and_then(|topology| sgf_grid(&topology));
    if board.square_size().is_none() || grid.is_none() {
        header.push((BOARD, escaped(&plain(&board.to_string()), Escapes::Least)));
    }
    if let Some((columns, rows)) = grid {
        header.push(("SZ", size_text(columns, rows)));
    }
    header.extend(komi.map(|komi| ("KM", komi.to_string())));
    header.extend(rules.map(|rules| ("RU", rules_text(rules))));
    header
}
