//! The winner of a position of connections, and the need of the win.
//!
//! A [`Ground`] is a board of Hex or a claim about a part of one, as both players can link it. A [`Decider`] searches its
//! positions by proof-number search: at each position cells are filled in, then the connections of both players decide
//! it or leave a must-play set. It keeps what it learns, and an [`Advisor`] asks it for the moves of a winner, for those
//! who have to write a proof.
//!
//! A net may say what seems likely ([`Guess`]). The search goes first where that points, and its answers do not depend on it.
//!
//! A decision counts filled-in cells as stones and leaves out moves that cannot matter. It is certain, but no proof that
//! others could check: the proof phase proves it again without these.

mod advice;
mod decider;
mod dfpn;
mod expanded;
mod guess;
mod journal;
mod known;
mod lemmas;
mod moves;
mod notes;
mod patterns;
mod records;
mod sight;
mod state;
mod table;

pub(crate) use advice::{Advisor, Guide};
pub(crate) use decider::{Decider, Ground, SearchLimits};
pub(crate) use dfpn::LISTS;
pub(crate) use guess::{Guess, Trust};
pub use journal::{JournalWish, RecordSink, SearchJournal, SettledReply};
pub(crate) use known::KnownWins;
pub use records::SearchRecords;
pub use state::{OpenReply, SearchState};
pub(crate) use table::{NO_MOVE, WinDecision, WinNeed};
