//! Nets for Go on any board: a point sees itself, its neighbours, its chain and the whole board.

mod planes;

pub use planes::{PLANES, write_planes};
