//! The Go Text Protocol, both ends: asking other engines, and answering as one.
//!
//! Useful for: any engine that speaks GTP 2, or the dialect of it that Hex programs speak, as a process that cannot
//! hang, flood or outlive us ([`Client`]); the text of the protocol itself ([`protocol`]).
//!
//! Not useful for: choosing moves (`search`), whole matches (`arena`).
//! Never: a move is chosen or a rule decided here; the other side is trusted to answer, to end, or to make sense; a
//! process is left behind.

#[cfg(unix)]
pub mod client;
pub mod protocol;

#[cfg(unix)]
pub use client::Client;
