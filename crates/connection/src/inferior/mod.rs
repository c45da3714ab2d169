//! Inferior cells: empty cells of a whole board whose owner is known, and moves that need not be tried.
//!
//! Black joins top and bottom, White left and right, on a rhombus ([`Surroundings`]). The classes:
//!
//! * **dead**: whatever is played elsewhere, the cell's colour cannot matter;
//! * **captured** by a player: cells that the player can count as stones, because every intrusion has a reply in the set
//!   after which what was intruded on is dead and the rest captured still;
//! * **permanent** for a player: a stone on one other cell makes the cell dead, whose ever the stone is;
//! * **vulnerable** for the player to move: the opponent has a reply after which the move is dead;
//! * **dominated** by another move of the same player: that move gains the cell on the side.
//!
//! The first three give [`Filled`] stones ([`Surroundings::fill_in`]). They and [`Vulnerable`] moves preserve the value of
//! the position. [`Dominated`] moves say which of two moves is at least as good: a type of its own
//! ([`Surroundings::inferior_moves`] finds both).
//!
//! # How they are found
//!
//! No pattern is stored. Every inference is proved where it is made, in four layers, each made of the one before:
//!
//! 1. `view`: a cell is dead if what a player could link through it is linked without it. A *view* of a player has the
//!    player's chains contracted and the opponent's stones deleted; a cell is dead if its neighbours there are a clique.
//!    This looks as far as chains reach. It finds all that the six places around a cell can tell.
//! 2. `view` again: the stones that make it so, the cell's killers. Two cells that kill each other are a captured pair.
//! 3. `gain`: what a move kills and which pairs it makes, and what these kill and make in turn, until nothing follows.
//! 4. `reply`: for each intrusion the stones that kill it by what they gain. The largest set of cells with replies within
//!    the set is captured.
//!
//! So a pattern found reaches two cells beyond the chains that touch it in the first three layers, and as far as a set of
//! replies goes in the fourth. The tests compare with exhaustive search, and the first layers with every surrounding of
//! a cell and of two neighbours.
//!
//! # What a proof needs
//!
//! In a certificate everything outside its stones and its carrier is the other player's. So each inference for player
//! P names the few stones of P that it rests on; it holds although all other stones of P were the other player's or
//! empty, and all empty cells anyone's. The other player's stones may be relied on freely: they are never P's. This
//! is why the inferences for P are made in the view of the opponent, where stones of P are what is missing.
//!
//! Not here: connections ([`crate::vc`]), and who wins. Nothing here looks whether the game is over.

mod fill;
mod gain;
mod moves;
mod reply;
mod surroundings;
mod view;

#[cfg(test)]
mod tests;

pub use fill::{Fill, FillKind, Filled};
pub use moves::{Dominated, Inferior, Vulnerable};
pub use surroundings::{Surroundings, SurroundingsError};
