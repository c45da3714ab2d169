//! The text of GTP 2: commands, answers, and how each is cut out of a stream.
//!
//! Any bytes give a command, an answer or an error. What is read is bounded in length ([`MOST_COMMAND_BYTES`], and the
//! bound that an [`AnswerReader`] is given), so the other side cannot fill the memory.
//!
//! The text follows the "Specification of the Go Text Protocol, version 2, draft 2" (G. Farnebäck, 2002). Where engines
//! are known to be careless this side is lenient: control characters are left out of answers too, and blank lines
//! before an answer are skipped.

mod answer;
mod command;

pub use answer::{Answer, AnswerError, AnswerReader};
pub use command::{Command, CommandError, CommandReader, Line, MOST_COMMAND_BYTES};
