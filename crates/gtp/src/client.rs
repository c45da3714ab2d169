//! Talks to another program's engine over pipes.
//!
//! [`Client::send`] always returns: with the engine's answer or, within the limits, with a [`EngineFault`] that says what the
//! engine did wrong. After a fault the engine is dead, and so is everything it started.
//!
//! How it works: a thread writes to the engine, one reads its output and one its standard error, so that no pipe is ever
//! full. `send` waits for what the first two report. Linux reports more of an engine (see [`Client::cpu_time`]).

mod exchange;
mod fault;
mod group;
mod pipes;
#[cfg(target_os = "linux")]
mod proc;
mod stderr;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use self::exchange::Exchange;
pub use self::exchange::Follow;
pub use self::fault::{EngineFault, FaultKind, StartError};
use self::group::Group;
use self::pipes::Pipes;
use self::stderr::StderrTail;
use crate::protocol::{Answer, AnswerReader};

/// The longest answer that is accepted, in bytes.
pub const MOST_ANSWER_BYTES: usize = 1 << 20;

/// Command that starts an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineCommand {
    /// A path, or a name to be looked up in `PATH`. No shell is involved.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables that are set in addition to our own environment.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder where it runs; by default the current one. A relative `program` is then looked up there.
    pub folder: Option<PathBuf>,
}

/// Limits on one answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnswerLimits {
    /// By the clock on the wall.
    pub wall: Duration,
    /// By processor time: what the whole process group uses until the answer. Works only on Linux, where a limit costs
    /// two walks through the process table for each answer. The time of processes that end in between is counted in
    /// ticks, usually of 10 ms.
    pub cpu: Option<Duration>,
    /// By memory: what all processes of the group hold together, in bytes. It is looked at once a second, and at the end
    /// of an answer that is not followed. Works only on Linux.
    pub memory: Option<u64>,
}

impl AnswerLimits {
    /// A limit by the clock alone.
    #[must_use]
    pub const fn wall(wall: Duration) -> Self {
        Self { wall, cpu: None, memory: None }
    }
}

/// A running engine. Dropping it kills the engine and everything it started.
#[derive(Debug)]
pub struct Client {
    // Dropped first, so that the engine is dead before its pipes close.
    group: Group,
    pipes: Pipes,
    stderr: StderrTail,
    answers: AnswerReader,
    next_id: u32,
    fault: Option<EngineFault>,
    stop: Option<Arc<AtomicBool>>,
}

impl Client {
    /// Starts an engine in a process group of its own.
    ///
    /// # Errors
    ///
    /// If the program cannot be started. Whether it is an engine only shows when it is asked.
    pub fn start(command: &EngineCommand) -> Result<Self, StartError> {
        let fault = |source| StartError { program: command.program.clone(), source };
        let (group, ends) = Group::start(command).map_err(fault)?;
        let stderr = StderrTail::follow(ends.stderr).map_err(fault)?;
        let pipes = Pipes::open(ends.stdin, ends.stdout).map_err(fault)?;
        Ok(Self {
            group,
            pipes,
            stderr,
            answers: AnswerReader::new(MOST_ANSWER_BYTES),
            next_id: 1,
            fault: None,
            stop: None,
        })
    }

    /// Kills the engine soon after this flag is set, while it is asked something: the fault is then [`FaultKind::Stopped`].
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Sends one command, without an id, and waits for its answer.
    ///
    /// An answer that reports a failed command is an answer too. Control characters in the command become spaces, so
    /// that it stays one line. The command should not be blank, because nobody answers a blank line.
    ///
    /// # Errors
    ///
    /// If there is no answer within the limits. The engine is then killed, and every later call returns the same fault.
    pub fn send(&mut self, command: &str, limits: AnswerLimits) -> Result<Answer, EngineFault> {
        self.exchange(command, limits, None)
    }

    /// As [`send`](Self::send), for an answer that may come in pieces and go on until it is stopped: `follow` hears each
    /// line after the first, and `None` at least ten times a second. Once it returns false an empty line is sent, and
    /// only from then on does the limit by the clock count. Lines that arrive with the end are in the answer.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send).
    pub fn follow(&mut self, command: &str, limits: AnswerLimits, follow: Follow<'_>) -> Result<Answer, EngineFault> {
        self.exchange(command, limits, Some(follow))
    }

    fn exchange(
        &mut self,
        command: &str,
        limits: AnswerLimits,
        follow: Option<Follow<'_>>,
    ) -> Result<Answer, EngineFault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let id = self.next_id;
        // Ids have 31 bits. All that matters is that consecutive ids differ.
        self.next_id = id % (1 << 30) + 1;
        let exchange = Exchange {
            group: &mut self.group,
            pipes: &self.pipes,
            answers: &mut self.answers,
            limits,
            id,
            follow,
            stop: self.stop.as_deref(),
        };
        exchange.run(command).map_err(|failure| {
            let status = self.group.end();
            self.stderr.finish();
            let kind = failure.into_kind(status);
            let fault = EngineFault { command: command.to_owned(), kind, stderr: self.stderr.text() };
            self.fault = Some(fault.clone());
            fault
        })
    }

    /// Asks the engine to quit, gives it `grace` to do so, and kills what is left.
    ///
    /// Returns its exit status, if it ended by itself.
    #[must_use = "whether it ended by itself"]
    pub fn quit(mut self, grace: Duration) -> Option<ExitStatus> {
        self.stop = None;
        self.send("quit", AnswerLimits::wall(grace)).ok()?;
        let by_itself = self.group.has_ended_within(grace);
        self.group.end().filter(|_| by_itself)
    }

    /// The processor time that the engine's process group has used so far, ended children included.
    ///
    /// `None` where the system does not report it. Cost: one walk through the process table.
    #[must_use]
    pub fn cpu_time(&self) -> Option<Duration> {
        self.group.cpu_time()
    }

    /// The end of what the engine wrote to standard error.
    #[must_use]
    pub fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// The fault that killed the engine, if it is dead.
    #[must_use]
    pub const fn fault(&self) -> Option<&EngineFault> {
        self.fault.as_ref()
    }
}
