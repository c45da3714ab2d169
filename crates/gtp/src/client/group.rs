//! The processes of an engine: started, watched and ended together.

#[cfg(any(not(unix), feature = "testing"))]
mod elsewhere;
#[cfg(unix)]
mod unix;

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(not(unix))]
use self::elsewhere as system;
#[cfg(unix)]
use self::unix as system;
use super::EngineCommand;
#[cfg(target_os = "linux")]
use super::proc;

/// Longest time in which the system may end a killed process. It takes longer only if it hangs in the kernel.
const KILL_PATIENCE: Duration = Duration::from_secs(10);
/// The time between two looks whether the leader has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// Our ends of the pipes to an engine.
pub(super) struct PipeEnds {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

/// A process group with an engine as its leader. It is ended when dropped.
#[derive(Debug)]
pub(super) struct Group {
    /// Only reaped after the group has been killed: until then no other process can have its number.
    leader: Child,
    /// A tag that processes carry even if they leave the group.
    #[cfg(target_os = "linux")]
    tag: proc::Tag,
    /// Kills the group if we are killed.
    guard: Option<Child>,
    is_over: bool,
}

impl Group {
    pub(super) fn start(engine: &EngineCommand) -> io::Result<(Self, PipeEnds)> {
        let mut command = Command::new(&engine.program);
        command
            .args(&engine.arguments)
            .envs(engine.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        system::lead_group(&mut command);
        if let Some(folder) = &engine.folder {
            command.current_dir(folder);
        }
        #[cfg(target_os = "linux")]
        let tag = proc::Tag::new();
        #[cfg(target_os = "linux")]
        command.env(proc::Tag::VARIABLE, tag.value());
        let mut leader = command.spawn()?;
        let pipes = (leader.stdin.take(), leader.stdout.take(), leader.stderr.take());
        let group = Self {
            guard: system::guard(&leader).ok().flatten(),
            leader,
            #[cfg(target_os = "linux")]
            tag,
            is_over: false,
        };
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("the process was started without pipes"));
        };
        Ok((group, PipeEnds { stdin, stdout, stderr }))
    }

    /// Whether the leader has ended, or ends within `patience`.
    pub(super) fn has_ended_within(&mut self, patience: Duration) -> bool {
        let started = Instant::now();
        loop {
            if self.is_over || system::has_ended(&mut self.leader) {
                return true;
            }
            let left = patience.saturating_sub(started.elapsed());
            if left.is_zero() {
                return false;
            }
            thread::sleep(left.min(PAUSE));
        }
    }

    /// Kills all processes of the group. Returns how the leader ended, unless the system hangs.
    ///
    /// A leader that has already ended by itself keeps its exit status.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        if !self.is_over {
            system::kill_group(&self.leader);
            // The leader may have moved to another group.
            _ = self.leader.kill();
            #[cfg(target_os = "linux")]
            self.tag.kill_bearers();
            if let Some(mut guard) = self.guard.take() {
                // It is our child and not reaped yet, so this cannot hit any other process.
                _ = guard.kill();
                _ = guard.wait();
            }
            if !self.has_ended_within(KILL_PATIENCE) {
                return None;
            }
            self.is_over = true;
        }
        self.leader.wait().ok()
    }

    /// The memory of all processes of the group, in bytes.
    pub(super) fn memory(&self) -> Option<u64> {
        #[cfg(target_os = "linux")]
        return proc::memory(unix::group(&self.leader));
        #[cfg(not(target_os = "linux"))]
        return None;
    }

    /// The processor time of all processes of the group.
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        #[cfg(target_os = "linux")]
        return proc::cpu_time(unix::group(&self.leader));
        #[cfg(not(target_os = "linux"))]
        return None;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}
