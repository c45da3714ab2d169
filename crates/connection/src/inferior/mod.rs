//! Inferior cells: empty cells whose owner is known already, and moves that need not be tried.
//!
//! On a whole board Black joins top and bottom, White left and right. In the region of a claim the owner joins terminals,
//! and the opponent the parts of the wall between them ([`Surroundings`]). The classes:
//!
//! * **dead**: the cell's colour cannot matter, whatever is played elsewhere;
//! * **captured** by a player: cells that the player can count as stones. Every intrusion has a reply in the set, after
//!   which the cell intruded on is dead and the rest is still captured;
//! * **permanent** for a player: a stone of either player on one other cell makes the cell dead;
//! * **vulnerable** for the player to move: the opponent has a reply after which the move is dead;
//! * **dominated** by another move of the same player: that move gains the cell on the side.
//!
//! The first three give [`Filled`] stones ([`Surroundings::fill_in`]). These stones and [`Vulnerable`] moves preserve
//! the value of the position. [`DominatedMove`] moves, a type of their own, only say which of two moves is at least as good
//! ([`Surroundings::inferior_moves`] finds both).
//!
//! # How they are found
//!
//! No pattern is stored or typed in. Every inference is proved where it is made, in four layers. Each layer is built on
//! the one before:
//!
//! 1. `view`: a cell is dead if everything a player could link through it is linked without it. A *view* of a player
//!    has the player's chains contracted and the opponent's stones deleted. A cell is dead if its neighbours there form
//!    a clique.
//! 2. `view` again: the killers of a cell are the cells where a stone of the opponent makes it dead. Two cells that
//!    kill each other are a captured pair. A cell is permanent if either player's stone on one and the same cell kills
//!    it.
//! 3. `gain`: what a move kills and which pairs it makes, and what follows from these in turn, until nothing more does.
//! 4. `reply`: for each intrusion, the stones that kill it by what they gain. A set of cells with replies within the
//!    set is captured.
//!
//! # How far they reach
//!
//! The first two layers look at what touches a cell and as far as the chains there reach. They are complete at radius
//! 1: on each of the 3^6 surroundings of a cell they find exactly the dead ones (122) and the killers, and on each of
//! the 3^8 surroundings of two neighbours exactly the captured pairs (623). `cargo xtask patterns --radius 1` derives
//! these by looking at all completions, with no code of this crate. A test compares every inference with that result.
//! Nothing is permanent at radius 1: a cell that is dead with either stone on a cell around it is dead anyway. The
//! other two layers have no fixed radius. They follow gains and replies as far as these go, and are not complete.
//!
//! A move may be dominated by one on a neighbour (1643 surroundings of two neighbours, the first of them alive). Such
//! moves are found only where the move on the neighbour kills the cell (837). The derivation knows the others too; they
//! only guide.
//!
//! # What a proof needs
//!
//! In a certificate everything outside its stones and its carrier belongs to the other player. So each inference for
//! player P names the few stones of P that it rests on. It holds even if all other stones of P were the other player's
//! or empty, and all empty cells anyone's. The other player's stones may be relied on freely: they are never P's. This
//! is why the inferences for P are made in the opponent's view, where stones of P simply do not appear.
//!
//! Not here: connections ([`crate::vc`]), and who wins. Nothing here checks whether the game is over.

mod fill;
mod gain;
mod moves;
mod reply;
mod surroundings;
mod view;

#[cfg(feature = "testing")]
mod tests;

pub use fill::{Fill, FillKind, Filled};
pub use moves::{DominatedMove, Inferior, Vulnerable};
pub use surroundings::{Surroundings, SurroundingsError};
