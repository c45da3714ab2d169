//! Both ends of the Go Text Protocol: talking to other engines, and answering as one.
//!
//! Useful for: any engine that speaks GTP 2 or the dialect of Hex programs, as a process that cannot hang, flood us or
//! outlive us ([`Client`]). Also for our players as an engine for other programs ([`serve()`]), and for the text of the
//! protocol itself ([`protocol`]). `docs/GTP.md` describes it for those who never build this.
//!
//! Not useful for: choosing moves (`search`), or whole matches (`arena`).
//! Never: choosing a move or deciding a rule here; trusting the other side to answer, to end or to make sense; leaving
//! a process behind.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod client;
pub mod protocol;
pub mod serve;

pub use client::Client;
pub use serve::serve;
