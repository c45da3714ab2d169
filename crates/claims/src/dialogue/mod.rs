//! Strategies in the making, which a person and the machine write together.
//!
//! A [`Dialogue`] knows of each position whether it is proved or refuted, with a certificate, and answers: what is left to
//! do ([`next`](Dialogue::next)), what could be done at a position ([`suggest`](Dialogue::suggest)), what becomes of a
//! proposal ([`attempt`](Dialogue::attempt)), what another file knows ([`merge`](Dialogue::merge)), and the cases of a book
//! ([`cases`](Dialogue::cases)). Certificates come from an [`Answerer`], which remembers them.

mod answers;
mod attempt;
mod cases;
mod derived;
mod error;
mod merge;
mod next;
mod node;
mod place;
mod session;
mod suggest;

pub use answers::{Answerer, SearchResult};
pub use attempt::{Attempt, AttemptOutcome};
pub use cases::{BookCase, BookKind};
pub use error::DialogueError;
pub use next::{OpenQuestion, OpenTask, estimate};
pub use node::DialogueNode;
pub use session::{Dialogue, DialogueConfig};
pub use suggest::{Offer, Suggestion};

#[cfg(feature = "testing")]
mod tests;
