//! Inferior cells: empty cells of a whole board whose owner is known, and moves that need not be tried.
//!
//! Black joins top and bottom, White left and right, on a rhombus ([`Surroundings`]). In the order of strength:
//!
//! * **dead**: whatever is played elsewhere, the cell's colour cannot matter;
//! * **captured** by a player: cells that the player can count as stones, because each intrusion has an answer after
//!   which all of them are dead or the player's;
//! * **vulnerable** for the player to move: the opponent's reply makes the move dead;
//! * **dominated** by another move of the same player: that move captures or kills the cell on the side.
//!
//! The first two give [`Filled`] stones ([`Surroundings::fill_in`]), the third a list of [`Vulnerable`] moves. These
//! preserve the value of the position. [`Dominated`] moves say which of two moves is at least as good: a type of its
//! own, which no proof may rest on.
//!
//! All local knowledge comes from one table of the 3^6 surroundings of a cell, which is derived in `ring` by looking
//! at every completion: patterns of radius 1. No pattern is typed in.
//!
//! # What a proof needs
//!
//! In a certificate everything outside its stones and its carrier is the other player's. So each inference for player
//! P names the few stones of P that it rests on; it holds although all other stones of P were the other player's or
//! empty, and all empty cells anyone's. The other player's stones may be relied on freely: they are never P's.
//!
//! Not here: connections ([`crate::vc`]), and who wins. Nothing here looks whether the game is over.

mod fill;
mod gain;
mod moves;
mod surroundings;
mod view;

#[cfg(test)]
mod tests;

pub use fill::{Fill, FillKind, Filled};
pub use moves::{Dominated, Inferior, Vulnerable};
pub use surroundings::{Surroundings, SurroundingsError};
