//! Sends one command and reads one answer, within limits.

use std::io;
use std::process::ExitStatus;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::group::Group;
use super::pipes::{PipeEvent, Pipes};
use super::{AnswerLimits, FaultKind};
use crate::protocol::{Answer, AnswerReader};

/// Longest time in which an engine that has closed its output may end before that counts as a fault of its own.
const LAST_BREATH: Duration = Duration::from_millis(200);
/// Interval at which the engine is checked for its end. Usually its output ends too, which is noticed at once.
const END_PAUSE: Duration = Duration::from_millis(100);
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
    pub(super) group: &'a mut Group,
    pub(super) pipes: &'a Pipes,
    pub(super) answers: &'a mut AnswerReader,
    pub(super) limits: AnswerLimits,
    pub(super) id: u32,
    pub(super) follow: Option<Follow<'f>>,
    pub(super) stop: Option<&'a AtomicBool>,
}

/// Reason why there is no answer, as far as this is known before the engine is reaped.
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

impl Exchange<'_, '_> {
    /// Writes `command` and waits for the answer.
    pub(super) fn run(mut self, command: &str) -> Result<Answer, ExchangeFailure> {
        let mut clock = ExchangeClock::start(self.limits);
        self.expect_silence()?;
        let line: String = command.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        self.pipes.send(&format!("{} {}\n", self.id, line.trim()));
        // The engine is already at work, so this look costs it no time. What it has used so far, some microseconds, is
        // not counted.
        clock.look_at_cpu(self.group);
        let mut has_ended = false;
        let mut looked = Instant::now();
        loop {
            if self.is_stopped_now() {
                (self.follow, clock) = (None, ExchangeClock::start(self.limits));
                self.pipes.send("\n");
            }
            if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(FaultKind::Stopped.into());
            }
            if looked.elapsed() >= MEMORY_PAUSE {
                looked = Instant::now();
                self.check_memory()?;
            }
            let mut pause = END_PAUSE;
            if self.follow.is_some() {
                pause = FOLLOW_PAUSE;
            } else if !has_ended {
                pause = pause.min(clock.pause(self.group)?);
                if self.stop.is_some() {
                    pause = pause.min(FOLLOW_PAUSE);
                }
            }
            if self.read(pause)? {
                if let Some(answer) = self.answers.next_answer().map_err(FaultKind::from)? {
                    self.check_id(&answer)?;
                    clock.check_at_end(self.group)?;
                    if self.follow.is_none() {
                        self.check_memory()?;
                    }
                    return Ok(answer);
                }
            } else if has_ended {
                // What it wrote before its end has been read by now, so no answer is lost.
                return Err(ExchangeFailure::Ended);
            } else {
                has_ended = self.group.has_ended_within(Duration::ZERO);
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
    fn expect_silence(&mut self) -> Result<(), ExchangeFailure> {
        while self.answers.is_blank() {
            if !self.read(Duration::ZERO)? {
                return Ok(());
            }
            // Blank lines are allowed, but not without limit. They hold no answer.
            if self.answers.is_blank() {
                drop(self.answers.next_answer().map_err(FaultKind::from)?);
            }
        }
        Err(FaultKind::Unasked { printed: self.answers.rest() }.into())
    }

    /// Feeds one piece of output to the reader of answers. False if none comes within `pause`.
    fn read(&mut self, pause: Duration) -> Result<bool, ExchangeFailure> {
        match self.pipes.next(pause) {
            Some(PipeEvent::Output(piece)) => self.answers.feed(&piece),
            Some(PipeEvent::Closed) => return Err(self.closed()),
            Some(PipeEvent::Failed(error)) => return Err(error.into()),
            None => return Ok(false),
        }
        Ok(true)
    }

    /// A pipe was closed. Finds out whether the engine has ended, as expected, or is still running.
    fn closed(&mut self) -> ExchangeFailure {
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
    /// Time after the start at which to read the processor time again. It cannot be used up earlier.
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

    /// Longest wait before the next call.
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
