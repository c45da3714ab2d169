//! Virtual connections of one side (H-search), updated move by move.
//!
//! A *connection* between two nodes holds even if the other side moves first. A *semi-connection* holds if this side
//! moves first, on its *key*. Both have a *carrier*, the empty cells they need (a semi-connection's carrier includes
//! its key). Nodes are empty cells and chains. A connection that ends in an empty cell holds as soon as this side owns
//! that cell.
//!
//! Rules (Anshelevich 2002): *and* joins two connections with disjoint carriers in a common node. The result is a
//! connection if the node is a chain, and a semi-connection with that node as key if it is empty. *Or* makes a
//! connection from semi-connections whose carriers have no cell common to all. Labels say how a connection runs around
//! terminals (see `planar`). *Or* may combine only connections with equal labels. A connection of a chain with itself
//! whose label is not 0 is a cycle.
//!
//! Start with [`Connections::new`], then call [`Connections::play`] and [`Connections::undo`] move by move.
//! [`Connections::with_stones`] builds the same position from scratch. With a [`Closure`] both find the same links,
//! whatever the order of the stones. With a [`VcConfig`], for searches, they find the same links only where no list
//! overflows. `play` may then know more, because links found through a node before it became part of a border stay.
//!
//! Where the [`Watch`](crate::Watch) of the region ends the work, or the links take too much memory, the rules are no longer
//! applied. The links that are known then hold, but there may be more.
//!
//! `goal` answers what connections say about the goal. `bounds` says which links are kept, `lists` keeps them, `rules`
//! finds them, `play` updates them after moves, and `trace` remembers how they were found.

mod bounds;
mod goal;
mod lists;
mod play;
mod rules;
mod state;
mod trace;
mod valid;

pub use bounds::{Closure, LinkBounds, ThroughEdge, VcConfig};
pub use goal::{GoalSemi, Standing, Way};
pub use lists::Link;
pub use play::KnownLink;
pub use state::Connections;
pub use trace::Origin;
