//! Nets for Go on any board: a point sees itself, its neighbours, its chain and the whole board.
//!
//! A layer is a convolution of radius 0 over what is gathered for each point: its own
//! activations, the means of its neighbours, and the maxima of its chain. So the kernels are those of the nets of Hex. The
//! file and its arithmetic are in `docs/NETWORK.md`.

mod file;
mod judge;
mod net;
mod planes;
#[cfg(feature = "testing")]
mod tests;

pub use judge::{Judge, Opinion};
pub use net::Net;
pub use planes::{PLANES, write_planes};
