//! The text of GTP 2: commands, answers, and how each is extracted from a stream.
//!
//! Any bytes give a command, an answer or an error. The length of what is read is bounded ([`MOST_COMMAND_BYTES`], and
//! the bound that an [`AnswerReader`] is given), so the other side cannot fill the memory.
//!
//! The text follows the "Specification of the Go Text Protocol, version 2, draft 2" (G. Farnebäck, 2002). It is lenient
//! where engines are known to be careless: control characters in answers are dropped too, and blank lines before an
//! answer are skipped.

mod answer;
mod command;

pub use answer::{Answer, AnswerError, AnswerReader};
pub use command::{Command, CommandError, CommandReader, Line, MOST_COMMAND_BYTES};
