//! Sends one command and reads one answer, within limits.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::group::Group;
use super::{AnswerLimits, FaultKind};
use crate::protocol::{Answer, AnswerReader};

/// How much is read at once: more than most answers have.
const PIECE_BYTES: usize = 1 << 13;
/// How long an engine that has closed its output may take to end before that counts as a fault of its own.
const LAST_BREATH: Duration = Duration::from_millis(200);
/// How often to check whether the engine has ended, where its end cannot wake us. Usually its output ends too.
const BLIND_PAUSE: Duration = Duration::from_millis(100);
/// The shortest pause between two checks of the processor time, which is counted in ticks of about this length.
const SHORTEST_CPU_PAUSE: Duration = Duration::from_millis(10);

/// The time between two looks whether an answer is to be stopped.
const FOLLOW_PAUSE: Duration = Duration::from_millis(50);
/// The time between two looks at the memory of an engine.
const MEMORY_PAUSE: Duration = Duration::from_secs(1);

/// Hears the lines of an answer, and `None` between them. Returns whether to go on.
pub type Follow<'a> = &'a mut dyn FnMut(Option<&str>) -> bool;

/// Everything that takes part in one exchange.
pub(super) struct Exchange<'a, 'f> {
    pub(super) group: &'a Group,
    pub(super) stdin: &'a mut ChildStdin,
    pub(super) stdout: &'a mut ChildStdout,
    pub(super) answers: &'a mut AnswerReader,
    pub(super) limits: AnswerLimits,
    pub(super) id: u32,
    pub(super) follow: Option<Follow<'f>>,
    pub(super) stop: Option<&'a AtomicBool>,
}

/// Why there is no answer, as far as this is known before the engine is reaped.
pub(super) enum ExchangeFailure {
    /// It ended by itself. Its parent process knows how.
    Ended,
    Kind(FaultKind),
}

impl ExchangeFailure {
    /// The kind of fault, given how the engine ended.
    pub(super) fn into_kind(self, status: Option<ExitStatus>) -> FaultKind {
        match (self, status) {
            (Self::Kind(kind), _) => kind,
            (Self::Ended, Some(status)) => FaultKind::Crashed { status },
            (Self::Ended, None) => FaultKind::Closed,
        }
    }
}

impl<K: Into<FaultKind>> From<K> for ExchangeFailure {
    fn from(kind: K) -> Self {
        Self::Kind(kind.into())
    }
}

impl From<io::Error> for FaultKind {
    fn from(error: io::Error) -> Self {
        Self::System { message: error.to_string() }
    }
}

impl From<Errno> for FaultKind {
    fn from(error: Errno) -> Self {
        io::Error::from(error).into()
    }
}

/// What reading from a pipe gave.
enum PipeInput {
    Some,
    NothingYet,
    End,
}

impl Exchange<'_, '_> {
    /// Writes `command` and waits for the answer.
    pub(super) fn run(mut self, command: &str) -> Result<Answer, ExchangeFailure> {
        let mut clock = ExchangeClock::start(self.limits);
        let mut piece = [0; PIECE_BYTES];
        self.expect_silence(&mut piece)?;
        let line: String = command.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let line = format!("{} {}\n", self.id, line.trim());
        let mut unsent = line.as_bytes();
        self.write(&mut unsent)?;
        // The engine is already at work, so this look costs it no time. What it has used so far, some microseconds, is
        // not counted.
        clock.look_at_cpu(self.group);
        let mut has_ended = false;
        let mut looked = Instant::now();
        loop {
            self.write(&mut unsent)?;
            if unsent.is_empty() && self.is_stopped_now() {
                (self.follow, clock, unsent) = (None, ExchangeClock::start(self.limits), b"\n");
                self.write(&mut unsent)?;
            }
            if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(FaultKind::Stopped.into());
            }
            if looked.elapsed() >= MEMORY_PAUSE {
                looked = Instant::now();
                self.check_memory()?;
            }
            match self.read(&mut piece)? {
                PipeInput::Some => {
                    if let Some(answer) = self.answers.next_answer().map_err(FaultKind::from)? {
                        self.check_id(&answer)?;
                        clock.check_at_end(self.group)?;
                        if self.follow.is_none() {
                            self.check_memory()?;
                        }
                        return Ok(answer);
                    }
                }
                PipeInput::End => return Err(self.closed()),
                // The engine ended before its output was read to the end, so no answer is lost.
                PipeInput::NothingYet if has_ended => return Err(ExchangeFailure::Ended),
                PipeInput::NothingYet if self.follow.is_some() => {
                    has_ended = self.wait(!unsent.is_empty(), FOLLOW_PAUSE)?;
                }
                PipeInput::NothingYet => {
                    let mut pause = clock.pause(self.group)?;
                    if self.stop.is_some() {
                        pause = pause.min(FOLLOW_PAUSE);
                    } else if self.limits.memory.is_some() {
                        pause = pause.min(MEMORY_PAUSE);
                    }
                    has_ended = self.wait(!unsent.is_empty(), pause)?;
                }
            }
        }
    }

    /// Passes on the lines that have come. Returns whether whoever follows the answer wants no more.
    fn is_stopped_now(&mut self) -> bool {
        let Some(follow) = &mut self.follow else { return false };
        let mut goes_on = true;
        while goes_on && let Some(line) = self.answers.next_line() {
            goes_on = follow(Some(&line));
        }
        !(goes_on && follow(None))
    }

    fn check_memory(&self) -> Result<(), FaultKind> {
        let Some(limit) = self.limits.memory else { return Ok(()) };
        match self.group.memory() {
            Some(found) if found > limit => Err(FaultKind::Memory { limit }),
            _ => Ok(()),
        }
    }

    /// Reads what was printed since the last answer. It should be nothing.
    fn expect_silence(&mut self, piece: &mut [u8]) -> Result<(), ExchangeFailure> {
        while self.answers.is_blank() {
            match self.read(piece)? {
                // Blank lines are allowed, but not without limit. They hold no answer.
                PipeInput::Some if self.answers.is_blank() => {
                    drop(self.answers.next_answer().map_err(FaultKind::from)?)
                }
                PipeInput::Some => {}
                PipeInput::NothingYet => return Ok(()),
                PipeInput::End => return Err(self.closed()),
            }
        }
        Err(FaultKind::Unasked { printed: self.answers.rest() }.into())
    }

    /// Writes as much as the pipe accepts now.
    fn write(&mut self, unsent: &mut &[u8]) -> Result<(), ExchangeFailure> {
        while !unsent.is_empty() {
            match self.stdin.write(unsent) {
                Ok(n_written) => *unsent = &unsent[n_written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Err(self.closed()),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Feeds one piece of output, if there is any, to the reader of answers.
    fn read(&mut self, piece: &mut [u8]) -> Result<PipeInput, ExchangeFailure> {
        loop {
            match self.stdout.read(piece) {
                Ok(0) => return Ok(PipeInput::End),
                Ok(n_read) => {
                    self.answers.feed(&piece[..n_read]);
                    return Ok(PipeInput::Some);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(PipeInput::NothingYet),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Waits until something can be read or written, the engine ends, or `pause` is over. Returns whether the engine
    /// has ended.
    fn wait(&self, is_writing: bool, pause: Duration) -> Result<bool, ExchangeFailure> {
        let exit = self.group.exit();
        let mut polled = vec![PollFd::new(self.stdout, PollFlags::IN)];
        if is_writing {
            polled.push(PollFd::new(self.stdin, PollFlags::OUT));
        }
        polled.extend(exit.as_ref().map(|exit| PollFd::new(exit, PollFlags::IN)));
        let pause = if exit.is_some() { pause } else { pause.min(BLIND_PAUSE) };
        match poll(&mut polled, Some(&timespec(pause))) {
            Ok(_) | Err(Errno::INTR) => Ok(self.group.has_ended_within(Duration::ZERO)),
            Err(error) => Err(error.into()),
        }
    }

    /// A pipe was closed. Finds out whether the engine has ended, as expected, or is still running.
    fn closed(&self) -> ExchangeFailure {
        if self.group.has_ended_within(LAST_BREATH) { ExchangeFailure::Ended } else { FaultKind::Closed.into() }
    }

    /// An answer may leave out the id, as careless engines do, but it may not have a different one.
    fn check_id(&self, answer: &Answer) -> Result<(), ExchangeFailure> {
        match answer.id {
            Some(found) if found != self.id => Err(FaultKind::WrongId { expected: self.id, found }.into()),
            _ => Ok(()),
        }
    }
}

/// The limits of one exchange, as time runs down.
struct ExchangeClock {
    limits: AnswerLimits,
    started: Instant,
    /// Processor time used before the exchange; `None` where it is not limited or not known.
    cpu_before: Option<Duration>,
    /// When, after the start, to look at the processor time again. It cannot be used up earlier.
    next_look: Duration,
}

impl ExchangeClock {
    fn start(limits: AnswerLimits) -> Self {
        let next_look = limits.cpu.map_or(Duration::MAX, fastest);
        Self { limits, started: Instant::now(), cpu_before: None, next_look }
    }

    /// Notes how much processor time was used before, if there is a limit.
    fn look_at_cpu(&mut self, group: &Group) {
        self.cpu_before = self.limits.cpu.and_then(|_| group.cpu_time());
    }

    /// How long to wait at most before calling this again.
    fn pause(&mut self, group: &Group) -> Result<Duration, FaultKind> {
        let elapsed = self.started.elapsed();
        if elapsed >= self.limits.wall {
            return Err(FaultKind::Timeout { limit: self.limits.wall });
        }
        if elapsed >= self.next_look {
            let left = self.cpu_left(group)?;
            self.next_look = elapsed.saturating_add(left.map_or(Duration::MAX, fastest).max(SHORTEST_CPU_PAUSE));
        }
        Ok(self.limits.wall.min(self.next_look).saturating_sub(elapsed))
    }

    /// Checks that the answer came within the limit on processor time.
    fn check_at_end(&self, group: &Group) -> Result<(), FaultKind> {
        if self.limits.cpu.is_some_and(|limit| self.started.elapsed() >= fastest(limit)) {
            self.cpu_left(group)?;
        }
        Ok(())
    }

    fn cpu_left(&self, group: &Group) -> Result<Option<Duration>, FaultKind> {
        let (Some(limit), Some(before), Some(now)) = (self.limits.cpu, self.cpu_before, group.cpu_time()) else {
            return Ok(None);
        };
        match limit.checked_sub(now.saturating_sub(before)) {
            Some(left) if !left.is_zero() => Ok(Some(left)),
            _ => Err(FaultKind::CpuTimeout { limit }),
        }
    }
}

/// The shortest time in which this much processor time can be used: with all processors busy.
fn fastest(cpu: Duration) -> Duration {
    static N_PROCESSORS: LazyLock<u32> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, |n| n.get().try_into().unwrap_or(u32::MAX)));
    cpu / *N_PROCESSORS
}

/// Converts a duration for `poll`. More than a day becomes a day, after which the caller asks again.
pub(super) fn timespec(duration: Duration) -> Timespec {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    let duration = duration.min(DAY);
    Timespec { tv_sec: duration.as_secs().try_into().unwrap_or(i64::MAX), tv_nsec: duration.subsec_nanos().into() }
}
