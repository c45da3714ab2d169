//! Claims and whole boards of Hex: winner, winning moves, and proof.
//!
//! [`verify()`] answers a claim with a certificate; the referee is exhaustive search ([`brute`]). [`BoardSolver`] answers a
//! [`Question`] about a whole board with the winner, a winning move and its carrier, and keeps what it learns about one
//! board.
//!
//! Both go the same way. A search decides (`search`): at each position cells are filled in, then the connections of both
//! players decide it or leave a must-play set. A net may say where to look first (`view`); no answer rests on it. A
//! decision counts filled-in cells as stones and leaves out moves that cannot matter. It is certain, but no proof that
//! others could check, so the proof phase (`phase`) proves it again without these.
//!
//! Not useful for: what is asked about a claim that holds (`claims`), the programs of Mishima et al. 2008 (`mishima`).
//! Never: no I/O, no clock; an answer without certainty. Limits and progress come in as values.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod board;
mod claim;
mod pairing;
mod phase;
mod sample;
mod search;
#[cfg(feature = "testing")]
pub mod testing;
mod view;

pub use board::{
    Answer, BoardConfig, BoardSolver, DepthStop, DepthToWin, Distance, Forgetful, Known, MAX_SIDE, MoveMap, Question,
    QuickestWin, Symmetry, longest_defence, most_stones,
};
pub use claim::{
    ClaimSamples, Verifier, VerifyOutcome, VerifyReport, brute, claim_state, samples_of, verify, verify_kept,
    verify_on_threads,
};
pub use phase::Proof;
pub use sample::TrainingSample;
pub use search::{JournalWish, OpenReply, RecordSink, SearchJournal, SearchRecords, SearchState, SettledReply};
