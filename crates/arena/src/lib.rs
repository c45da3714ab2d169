//! Matches: who plays whom, from which opening, with which seeds; the games played, kept, and counted.
//!
//! A [`Control`] says what is to be played. [`Schedule`] turns the number of a game into its [`Task`], a value with a
//! content hash that says all that the game depends on, so any game can be played again anywhere. An [`Executor`] plays
//! tasks, [`MatchStore`] keeps every result the moment it is there, and [`Match`] leads the three: it goes on where a
//! killed run was, and stops when a sequential test has decided.
//!
//! Useful for: `Control::load` and `Match::run` to play; `MatchStore` and `Tally` to count what was played.
//!
//! Not useful for: rules and players of our own (`engine`), the protocol of others (`gtp`).
//! Never: a game that counts twice or is forgotten, a result that depends on how many games ran at a time, a fault of a
//! player that ends the match, a number without the interval that belongs to it where one can be given.

mod adjudication;
mod alarm;
pub mod competitor;
pub mod control;
mod executor;
mod lock;
pub mod openings;
mod play;
mod record;
mod run;
mod schedule;
mod seed;
mod sequential;
pub mod sgf;
pub mod stats;
pub mod store;
mod tally;
#[cfg(test)]
mod testing;

pub use control::{BookFile, Control};
pub use executor::{Executor, Played, Threads, Workshop, try_programs};
pub use lock::Lock;
pub use play::{Unplayed, play};
pub use record::{Ending, Forfeit, GameRecord, Ply, Reason, Side};
pub use run::{Event, Finish, Match, MatchError};
pub use schedule::{Schedule, Shard, Task, pair_of, player_names};
pub use sequential::{Decision, Sequential};
pub use store::{MatchStore, MatchStoreError, MoveTime, StoredGame};
pub use tally::Tally;
