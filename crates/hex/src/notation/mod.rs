//! The notations of Hex: each module reads and writes one.
//!
//! | module | notation | holds |
//! | --- | --- | --- |
//! | [`sgf`] | SGF as HexGui and Little Golem write it | a record, with variations |
//! | [`hexworld`] | HexWorld links and fragments | a record |
//! | [`move_list`] | moves in sequence | a record |
//! | [`game_list`] | a table of games, one per line | records |
//! | [`hexwiki`] | HexWiki's `<hexboard>` and `<hex>` | a diagram |
//! | [`hdg`] | HexProver's `.hdg` | diagrams of claims |
//! | [`ascii`] | boards typed by hand | a diagram |
//! | [`games`] | files of games, SGF or one per line | records |
//!
//! Readers take any text ([`tesuji_game::decode`] makes one from the bytes of a file). They return a value, or a
//! [`NotationError`] that names the place. Their time and memory are proportional to the length of the text. Writers
//! report [`Inexpressible`] for anything that their notation cannot express.

pub mod ascii;
mod cell_lists;
mod detect;
mod error;
pub mod game_list;
pub mod games;
pub mod hdg;
pub mod hexwiki;
pub mod hexworld;
pub mod move_list;
pub mod sgf;

pub use detect::{Document, NotationContent, detect, read};
pub use error::{Inexpressible, Notation, NotationError, NotationFault, TextPlace};
pub use games::{NotatedGame, read_games};
