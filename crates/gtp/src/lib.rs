//! The Go Text Protocol, both ends: asking other engines, and answering as one.
//!
//! Useful for: any engine that speaks GTP 2, or the dialect of it that Hex programs speak, as a process that cannot
//! hang, flood or outlive us ([`Client`]); players of ours as an engine for other programs ([`serve()`]); the text of
//! the protocol itself ([`protocol`]). `docs/GTP.md` describes it for those who never build this.
//!
//! Not useful for: choosing moves (`search`), whole matches (`arena`).
//! Never: a move is chosen or a rule decided here; the other side is trusted to answer, to end, or to make sense; a
//! process is left behind.

#[cfg(unix)]
pub mod client;
pub mod protocol;
pub mod serve;

#[cfg(unix)]
pub use client::Client;
pub use serve::serve;
