//! Pictures of everything that the program knows: what of it is drawn, and how it is said.
//!
//! Each function takes what a library has found, and returns a [`Picture`](tesuji_figures::Picture): of claims and
//! proofs ([`claims`]), of positions and records of all games ([`positions`]), of answers about whole boards of Hex
//! ([`boards`]), of numbers ([`networks`], [`statistics`]), of graphs ([`graphs`]), of moves and regions of Amazons
//! ([`amazons`]), and of curves ([`charts`]). A strategy becomes a page ([`books`]), and so
//! do edge templates ([`templates`]).
//!
//! Not useful for: shapes and colours (`figures`); finding what is drawn. Never: a search, I/O; a colour or a figure for
//! a number that lies within its own interval.

pub mod amazons;
pub mod boards;
pub mod books;
pub mod charts;
pub mod claims;
pub mod graphs;
pub mod networks;
mod pages;
pub mod positions;
pub mod statistics;
pub mod templates;
