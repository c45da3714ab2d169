//! Matches: who plays whom, from which openings and with which seeds. The games are played, kept and counted.
//!
//! A [`Control`] says what is to be played. [`Schedule`] turns the number of a game into its [`GameTask`]. A task is a
//! value with a content hash that says everything the game depends on, so any game can be played again anywhere. An
//! [`Executor`] plays tasks, and a [`MatchStore`] keeps every result as soon as it is there. [`Match`] directs the
//! three: it continues where a killed run stopped, and ends when a sequential test has decided.
//!
//! Useful for: `Control::load` and `Match::run` to play; `MatchStore` and `Tally` to count what was played.
//!
//! Not useful for: our own rules and players (`engine`), or other programs' protocol (`gtp`).
//! Never: a game that counts twice or is forgotten, a result that depends on how many games ran at a time, a match that
//! ends because of a player's fault, a number without its interval where one can be given.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod adjudication;
mod audit;
pub mod competitor;
pub mod control;
mod executor;
pub mod guest;
mod input;
mod lock;
pub mod openings;
mod play;
mod record;
pub mod report;
mod run;
mod schedule;
mod seed;
mod sequential;
pub mod sgf;
pub mod short;
pub mod stats;
pub mod store;
mod tally;
#[cfg(feature = "testing")]
mod testing;
mod threads;
pub mod tune;

pub use audit::{ProofPolicy, audit, audit_store};
pub use control::Control;
pub use executor::{Executor, GameOutcome, Threads, Workshop, try_programs};
pub use lock::Lock;
pub use play::{NoResult, play};
pub use record::{EndReason, Forfeit, GameEnd, GameRecord, Ply, SeatRecord};
pub use run::{Event, MOST_TRIES, Match, MatchError, MatchFinish, play_into};
pub use schedule::{GameTask, Schedule, Shard, pair_of, player_names};
pub use sequential::{Decision, Sequential};
pub use store::{MatchStore, MatchStoreError, MoveTime, StoredGame};
pub use tally::Tally;
pub use threads::in_threads;
