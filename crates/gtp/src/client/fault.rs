//! The faults of an engine.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use crate::protocol::AnswerError;

/// The program could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start `{}`: {source}", program.display())]
pub struct StartError {
    /// The program.
    pub program: OsString,
    /// The error of the system.
    pub source: io::Error,
}

/// An engine did not answer as it must. It is dead.
///
/// Displayed as one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineFault {
    /// The command, as passed to [`send`](super::Client::send).
    pub command: String,
    /// The kind of fault.
    pub kind: FaultKind,
    /// The end of what it wrote to standard error.
    pub stderr: String,
}

/// Faults of an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// It did not answer in time. It may hang, or think for too long.
    #[error("no answer within {limit:?}")]
    Timeout {
        /// The limit.
        limit: Duration,
    },
    /// It used more than its processor time, all its processes together.
    #[error("no answer within {limit:?} of processor time")]
    CpuTimeout {
        /// The limit.
        limit: Duration,
    },
    /// It took more memory than it may, all its processes together.
    #[error("it takes more than {} MiB of memory", limit >> 20)]
    Memory {
        /// The limit in bytes.
        limit: u64,
    },
    /// It was stopped from outside, which is nobody's fault.
    #[error("it was stopped")]
    Stopped,
    /// It ended instead of answering.
    #[error("the engine ended ({status})")]
    Crashed {
        /// The end of the game.
        status: ExitStatus,
    },
    /// It still runs but has closed its output or input.
    #[error("the engine closed its pipe")]
    Closed,
    /// It printed something that is not an answer, or an answer that is too long.
    #[error(transparent)]
    Garbage(#[from] AnswerError),
    /// It printed something before it was asked.
    #[error("expected silence before the command, got `{printed}`")]
    Unasked {
        /// The beginning of what it printed.
        printed: String,
    },
    /// It answered a different command.
    #[error("expected an answer with the id {expected}, got {found}")]
    WrongId {
        /// The id that the command was sent with.
        expected: u32,
        /// The id in the answer.
        found: u32,
    },
    /// The system refused to read, write or wait. This is not the engine's fault.
    #[error("the system failed: {message}")]
    System {
        /// The error message of the system.
        message: String,
    },
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, kind, stderr } = self;
        write!(f, "`{}`: {kind}", command.escape_debug())?;
        // The last thing a program says usually explains why it ended.
        let last_words = stderr.lines().rev().map(str::trim).find(|line| !line.is_empty());
        match last_words {
            Some(line) => write!(f, "; its last words: `{}`", line.escape_debug()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for EngineFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.kind)
    }
}
