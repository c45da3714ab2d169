//! What an engine can do wrong.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use crate::protocol::AnswerError;

/// The program could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start `{}`", program.display())]
pub struct StartError {
    /// Which program.
    pub program: OsString,
    /// What the system says.
    pub source: io::Error,
}

/// An engine did not answer as it must. It is dead.
///
/// Shown as one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What it was asked, as it was given to [`send`](super::Client::send).
    pub command: String,
    /// What it did.
    pub kind: FaultKind,
    /// The last of what it wrote to standard error.
    pub stderr: String,
}

/// Which duty an engine failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// It did not answer in time. It may have hung, or thought for too long.
    #[error("no answer within {limit:?}")]
    Timeout {
        /// The time that was given.
        limit: Duration,
    },
    /// It used more than its processor time, over all its processes.
    #[error("no answer within {limit:?} of processor time")]
    CpuTimeout {
        /// The time that was given.
        limit: Duration,
    },
    /// It ended instead of answering.
    #[error("the engine ended ({status})")]
    Crashed {
        /// How it ended.
        status: ExitStatus,
    },
    /// It runs on but has closed its output or input.
    #[error("the engine closed its pipe")]
    Closed,
    /// It printed what is no answer, or an answer that is too long.
    #[error(transparent)]
    Garbage(#[from] AnswerError),
    /// It printed something before it was asked.
    #[error("expected silence before the command, got `{printed}`")]
    Unasked {
        /// The beginning of it.
        printed: String,
    },
    /// It answered another command.
    #[error("expected an answer with the id {expected}, got {found}")]
    WrongId {
        /// What the command was sent with.
        expected: u32,
        /// What the answer bears.
        found: u32,
    },
    /// The system refused to read, write or wait; not the engine's fault.
    #[error("the system failed: {message}")]
    System {
        /// What it says.
        message: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, kind, stderr } = self;
        write!(f, "`{}`: {kind}", command.escape_debug())?;
        // What a program says last mostly tells why it ended.
        let last_words = stderr.lines().rev().map(str::trim).find(|line| !line.is_empty());
        match last_words {
            Some(line) => write!(f, "; its last words: `{}`", line.escape_debug()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.kind)
    }
}
