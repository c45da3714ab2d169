//! Moves and positions as text.
//!
//! | text | module | read | written |
//! | --- | --- | --- | --- |
//! | a move in any usual spelling, `d1-d7/g7` | here | yes | `d1-d7/g7` |
//! | a move as Fairy-Stockfish writes it, `d1d7,d7g7` | here | yes | yes |
//! | FEN of Fairy-Stockfish and PlayStrategy | [`fen`] | yes | as Fairy-Stockfish |
//! | `x..#\|....\|.#.o` of combinatorial game programs | [`strings`] | yes | yes |
//! | a diagram of several lines, with letters and numbers | [`diagram`] | yes | yes |
//!
//! Games are in [`record`](crate::record).

pub mod diagram;
mod error;
pub mod fen;
mod moves;
pub mod strings;

pub use error::NotationError;
pub use moves::{read_move, read_moves, write_move, write_uci_move};

use crate::Setup;

/// Reads a position in any of these forms. A text of several lines is a diagram. A single line with a slash, a digit or
/// a queen is FEN; any other is a string of a combinatorial game program.
///
/// # Errors
///
/// Those of the form.
pub fn read_setup(text: &str) -> Result<Setup, NotationError> {
    let line = text.trim();
    if line.contains('\n') {
        diagram::read(text)
    } else if line.contains(|letter: char| matches!(letter, '/' | 'q' | 'Q') || letter.is_ascii_digit()) {
        fen::read(text)
    } else {
        strings::read(text)
    }
}
