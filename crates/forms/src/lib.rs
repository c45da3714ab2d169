//! Recognition of texts, and games and positions in every form that is read or written.
//!
//! Useful for: finding out what somebody gave us ([`find`]), without what stands around it ([`tidied`]), reading it as
//! games of any kind ([`read_games`]), and writing games, positions and claims in another form ([`write()`], [`write_problems`]). A writer says what its form
//! cannot hold.
//!
//! Not useful for: the rules of a form, which are in the crate of its game and in `problem`; certificates, which `proof`
//! reads and writes.
//! Never: a file, a line printed, a guess that is not said. What was assumed stands in [`Found::assumed`].

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod abstract_play;
mod claims;
mod error;
mod find;
mod go_list;
mod hex_write;
mod read;
mod remote;
mod sgf;
mod sites;
mod tidy;
mod write;

pub use claims::write_problems;
pub use error::{FormError, Likeness};
pub use find::{Found, Hints, Text, TextKind, find};
pub use read::{Reading, read_games};
pub use remote::RemoteGame;
pub use sgf::{SgfNames, whole_sgf};
pub use sites::Site;
pub use tidy::{TidyText, tidied};
pub use write::{Form, Written, write};
