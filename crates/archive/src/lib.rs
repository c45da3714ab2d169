//! Answers about whole boards of Hex and claims, from a store or otherwise by a search: kept, certified and checked.
//!
//! Useful for: an answer to a question about a whole board ([`Archive::answer`]) or to a claim
//! ([`Archive::answer_claim`]), kept as soon as it is found; certificates
//! that the checker has accepted ([`accept`]); files that are written whole or not at all ([`files`]); boards by their
//! text or the name of a file ([`boards`]); the file of answers itself ([`store`]). Limits, clocks and requests to stop
//! come in through a [`Runner`], and messages to the user go out through a callback.
//!
//! Not useful for: the search itself (`prove`), or what is asked about a claim that holds (`claims`).
//! Never: prints a line, reads an option, or keeps an answer whose certificate the checker rejects.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod archive;
pub mod boards;
mod claims;
#[cfg(not(target_family = "wasm"))]
mod clock;
mod dialogue;
mod error;
pub mod files;
mod journal;
mod known;
mod memory;
mod openings;
mod runner;
#[cfg(not(target_family = "wasm"))]
mod saving;
mod sealed;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a browser keeps no search"))]
mod searches;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "what only a store with files needs"))]
pub mod store;
#[cfg(not(target_family = "wasm"))]
mod watch;

pub use archive::{AnswerOptions, Archive, ArchiveAnswer, ArchiveConfig, Experience};
pub use claims::{ClaimAnswer, ClaimOptions};
#[cfg(not(target_family = "wasm"))]
pub use clock::{Beat, SearchClock};
pub use dialogue::ArchiveAnswerer;
pub use error::ArchiveError;
pub use journal::SearchReport;
pub use openings::first_moves;
pub use runner::{Runner, WallClock};
pub use sealed::{CertificateSize, ClaimProof, accept};
pub use searches::{SearchFile, SearchFileError, SearchQuestion, Spent};
#[cfg(not(target_family = "wasm"))]
pub use watch::{SearchWatcher, WatchGuard, Within, within};
