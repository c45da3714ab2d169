//! The notations of Hex: each module reads and writes one.
//!
//! | module | notation | holds |
//! | --- | --- | --- |
//! | [`sgf`] | SGF as HexGui and Little Golem write it | a record, with variations |
//! | [`hexworld`] | HexWorld links and fragments | a record |
//! | [`move_list`] | moves one after the other | a record |
//! | [`game_list`] | a table of games, a line each | records |
//! | [`hexwiki`] | HexWiki's `<hexboard>` and `<hex>` | a diagram |
//! | [`hdg`] | HexProver's `.hdg` | diagrams of claims |
//! | [`ascii`] | boards typed by hand | a diagram |
//! | [`games`] | files of games, SGF or one a line | records |
//!
//! Readers take any text (of a file [`tesuji_game::decode`] makes one) and answer with a value or with a [`NotationError`] that names the place. Their time and
//! memory grow in proportion to the text. Writers that meet something their notation has no words for
//! say so ([`Inexpressible`]).

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

pub use detect::{Content, Document, detect, read};
pub use error::{Fault, Inexpressible, Notation, NotationError, Place};
pub use games::{Game, read_games};
