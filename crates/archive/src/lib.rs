//! Whole boards of Hex answered for whoever asks: from a store, or else by a search, kept, certified and checked.
//!
//! Useful for: an answer to a question about a whole board, kept the moment it is found ([`Archive`]); certificates that the
//! checker has accepted ([`accept`]); files that are written whole or not at all ([`files`]); boards by their text or the
//! name of a file ([`boards`]). The command line uses it, and so can a server or Python: limits, times and the wish to stop
//! come in by a [`Runner`], and what a user has to know goes out by a callback.
//!
//! Not useful for: who wins (`solve`), what a store looks like on the disk (`store`).
//! Never: a line printed, an option read, an answer kept whose certificate does not check.

mod archive;
pub mod boards;
mod error;
pub mod files;
mod known;
mod runner;
mod sealed;

pub use archive::{Archive, ArchiveConfig, Experience, Solved, Wanted};
pub use error::ArchiveError;
pub use runner::{Runner, WallClock};
pub use sealed::{Accepted, accept};
