//! Virtual connections of one side (H-search), kept move by move.
//!
//! A *connection* between two nodes holds even if the other side moves first; a *semi-connection* if this side
//! moves first, with its *key*. Both have a *carrier*, the empty cells they need (a semi-connection's
//! includes its key). Nodes are empty cells and chains; a connection that ends in an empty cell
//! means: as soon as this side owns that cell.
//!
//! Rules (Anshelevich 2002): *and* joins two connections with disjoint carriers in a common node, giving a
//! connection if the node is a chain and a semi-connection with that key if it is empty; *or* makes a
//! connection of semi-connections whose carriers have no cell in common. Labels say how a connection runs around
//! terminals (see `planar`); only connections with equal labels may be combined by *or*, and a connection of a
//! chain with itself whose label is not 0 is a cycle.
//!
//! Start with [`Connections::new`], then [`Connections::play`] and [`Connections::undo`] move by move;
//! [`Connections::with_stones`] builds the same position afresh. With a [`Closure`] both find the same links, whatever the order
//! of the stones. With a [`VcConfig`], for searches, they do where no list overflows, and play may know more: what was found
//! through a node before it became part of a border stays.
//!
//! What connections say about the goal is asked in `goal`; `bounds` says which links are kept, `lists` keeps them, `rules`
//! finds them, `play` moves, `trace` remembers why.

mod bounds;
mod goal;
mod lists;
mod play;
mod rules;
mod state;
mod trace;
mod valid;

pub use bounds::{Bounds, Closure, ThroughEdge, VcConfig};
pub use goal::{GoalSemi, Standing, Way};
pub use lists::Link;
pub use state::Connections;
pub use trace::Origin;
