//! Another program's engine, asked over pipes.
//!
//! [`Client::send`] always comes back: with the engine's answer, or within the limits with a [`Fault`] that says which
//! of its duties the engine failed. After a fault the engine is dead, and so is everything it started.
//!
//! How it is done: `send` waits in one `poll` for the engine's output, its end and, while there is something left to
//! write, its input; no thread stands between an answer and whoever waits for it, and nothing sleeps. A thread of its
//! own reads standard error, so that an engine can always write there.
//!
//! Unix only: pipes that can be polled, and process groups. Linux tells more (see [`Client::cpu_time`]).

mod exchange;
mod fault;
mod group;
#[cfg(target_os = "linux")]
mod proc;
mod stderr;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::time::Duration;

use self::exchange::Exchange;
pub use self::fault::{Fault, FaultKind, StartError};
use self::group::Group;
use self::stderr::StderrTail;
use crate::protocol::{Answer, AnswerReader};

/// The longest answer that is accepted, in bytes.
pub const MOST_ANSWER_BYTES: usize = 1 << 20;

/// How an engine is started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineCommand {
    /// A path, or a name that is looked up in `PATH`. No shell is involved.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables that are set on top of our own environment.
    pub environment: Vec<(OsString, OsString)>,
    /// Where it runs; here, if not given. A relative `program` is then looked up there.
    pub folder: Option<PathBuf>,
}

/// How long one answer may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnswerLimits {
    /// By the clock.
    pub wall: Duration,
    /// By the processors: what the whole process group uses until the answer. Kept on Linux alone, where a limit costs
    /// two walks through the table of processes for each answer. Of processes that end meanwhile it is counted in ticks,
    /// commonly of 10 ms.
    pub cpu: Option<Duration>,
}

impl AnswerLimits {
    /// A bound by the clock alone.
    #[must_use]
    pub const fn wall(wall: Duration) -> Self {
        Self { wall, cpu: None }
    }
}

/// A running engine. Dropping it kills the engine with all that it started.
#[derive(Debug)]
pub struct Client {
    // Dropped first, so that the engine is dead before its pipes close.
    group: Group,
    stdin: ChildStdin,
    stdout: ChildStdout,
    stderr: StderrTail,
    answers: AnswerReader,
    next_id: u32,
    fault: Option<Fault>,
}

impl Client {
    /// Starts an engine in a process group of its own.
    ///
    /// # Errors
    ///
    /// If the program cannot be started. Whether it is an engine shows when it is asked.
    pub fn start(command: &EngineCommand) -> Result<Self, StartError> {
        let fault = |source| StartError { program: command.program.clone(), source };
        let (group, pipes) = Group::start(command).map_err(fault)?;
        let stderr = StderrTail::follow(pipes.stderr).map_err(fault)?;
        for pipe in [rustix::io::ioctl_fionbio(&pipes.stdin, true), rustix::io::ioctl_fionbio(&pipes.stdout, true)] {
            pipe.map_err(|error| fault(error.into()))?;
        }
        Ok(Self {
            group,
            stdin: pipes.stdin,
            stdout: pipes.stdout,
            stderr,
            answers: AnswerReader::new(MOST_ANSWER_BYTES),
            next_id: 1,
            fault: None,
        })
    }

    /// Sends one command, without id, and waits for its answer.
    ///
    /// An answer that says the command failed is an answer. Control characters in the command become spaces, so that it
    /// stays one line; it should not be blank, as nobody answers nothing.
    ///
    /// # Errors
    ///
    /// If there is no answer within the limits. The engine is killed then, and every later call gives the same fault.
    pub fn send(&mut self, command: &str, limits: AnswerLimits) -> Result<Answer, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let id = self.next_id;
        // Ids have 31 bits; what matters is that neighbours differ.
        self.next_id = id % (1 << 30) + 1;
        let exchange = Exchange {
            group: &self.group,
            stdin: &mut self.stdin,
            stdout: &mut self.stdout,
            answers: &mut self.answers,
            limits,
            id,
        };
        exchange.run(command).map_err(|failure| {
            let status = self.group.end();
            self.stderr.finish();
            let kind = failure.into_kind(status);
            let fault = Fault { command: command.to_owned(), kind, stderr: self.stderr.text() };
            self.fault = Some(fault.clone());
            fault
        })
    }

    /// Asks the engine to quit, gives it `grace` to do so, and kills what is left.
    ///
    /// Its status, if it ended by itself.
    #[must_use = "whether it ended by itself"]
    pub fn quit(mut self, grace: Duration) -> Option<ExitStatus> {
        self.send("quit", AnswerLimits::wall(grace)).ok()?;
        let by_itself = self.group.has_ended_within(grace);
        self.group.end().filter(|_| by_itself)
    }

    /// The processor time that the engine's process group has used so far, ended children included.
    ///
    /// `None` where the system does not tell. Cost: one walk through the table of processes.
    #[must_use]
    pub fn cpu_time(&self) -> Option<Duration> {
        self.group.cpu_time()
    }

    /// The last of what the engine wrote to standard error.
    #[must_use]
    pub fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// Why the engine is dead, if it is.
    #[must_use]
    pub const fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }
}
