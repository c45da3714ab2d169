//! The contracts that every game keeps.
//!
//! Useful for: writing a search, a player or a test once for all games. A rules crate implements [`Game`]; [`Undo`] and
//! [`Symmetric`] are for the games that support them. An [`Evaluator`] judges positions of one game for any search.
//! [`perft`] counts move sequences. For records, [`decode`] turns the bytes of a file into text, and [`moves`] takes
//! lists of moves apart. The module [`contract`] holds the tests that each game must pass.
//!
//! | game | `Game` | `Undo` | `Symmetric` |
//! | --- | --- | --- | --- |
//! | Hex | yes | yes | half turn |
//! | Go | yes | no: copying is as cheap | no |
//! | Amazons | yes | yes | the 8 of a square, the 4 of an oblong |
//!
//! Not useful for: boards (`board`), rules (`hex`), records and notations (each rules crate has its own).
//! Never: this crate names no game.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod contract;
mod encoding;
mod evaluator;
mod game;
pub mod moves;
mod perft;
mod sgf;
mod zobrist;

pub use encoding::{DecodedText, EncodingSource, FileTooLong, MOST_FILE_BYTES, decode};
pub use evaluator::{Evaluation, Evaluator, one_of};
pub use game::{Game, IllegalMove, Outcome, Symmetric, Undo};
pub use perft::perft;
pub use zobrist::zobrist_key;
