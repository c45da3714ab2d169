//! The processes of an engine: started, watched and ended together.

use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::OwnedFd;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::EngineCommand;
#[cfg(target_os = "linux")]
use super::proc;

/// How long the system may take to end a killed process. It takes longer only if it hangs in the kernel.
const KILL_PATIENCE: Duration = Duration::from_secs(10);
/// How often to check for the end where the system cannot wake us.
const PAUSE: Duration = Duration::from_millis(2);

/// Waits until we die, which closes its input, and then kills the group. A line of input means that it is no longer
/// needed.
const GUARD: &str = r#"read -r _ || kill -s KILL -- "-$1""#;

/// The pipes to an engine. All of them block.
pub(super) struct Pipes {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

/// A process group with an engine as its leader. It is ended when dropped.
#[derive(Debug)]
pub(super) struct Group {
    /// Only reaped after the group has been killed: until then no other process can have its number.
    leader: Child,
    id: Pid,
    /// Readable once the leader has ended.
    #[cfg(target_os = "linux")]
    exit: Option<OwnedFd>,
    /// A tag that processes carry even if they leave the group.
    #[cfg(target_os = "linux")]
    tag: proc::Tag,
    /// Kills the group if we are killed.
    guard: Option<Child>,
    is_over: bool,
}

impl Group {
    pub(super) fn start(engine: &EngineCommand) -> io::Result<(Self, Pipes)> {
        let mut command = Command::new(&engine.program);
        command
            .args(&engine.arguments)
            .envs(engine.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        if let Some(folder) = &engine.folder {
            command.current_dir(folder);
        }
        #[cfg(target_os = "linux")]
        let tag = proc::Tag::new();
        #[cfg(target_os = "linux")]
        command.env(proc::Tag::VARIABLE, tag.value());
        let mut leader = command.spawn()?;
        let id = Pid::from_child(&leader);
        let pipes = (leader.stdin.take(), leader.stdout.take(), leader.stderr.take());
        let group = Self {
            leader,
            id,
            #[cfg(target_os = "linux")]
            exit: rustix::process::pidfd_open(id, rustix::process::PidfdFlags::empty()).ok(),
            #[cfg(target_os = "linux")]
            tag,
            guard: guard(id).ok(),
            is_over: false,
        };
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("the process was started without pipes"));
        };
        Ok((group, Pipes { stdin, stdout, stderr }))
    }

    /// A descriptor that becomes readable when the leader ends, where the system has such a thing.
    pub(super) fn exit(&self) -> Option<BorrowedFd<'_>> {
        #[cfg(target_os = "linux")]
        return self.exit.as_ref().map(AsFd::as_fd);
        #[cfg(not(target_os = "linux"))]
        return None;
    }

    /// Whether the leader has ended, or ends within `patience`.
    pub(super) fn has_ended_within(&self, patience: Duration) -> bool {
        let started = Instant::now();
        loop {
            // This only looks, without reaping.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            if self.is_over || !matches!(waitid(WaitId::Pid(self.id), options), Ok(None)) {
                return true;
            }
            let left = patience.saturating_sub(started.elapsed());
            if left.is_zero() {
                return false;
            }
            match self.exit() {
                // An interrupted wait looks again, like any other.
                Some(exit) => {
                    _ = poll(&mut [PollFd::new(&exit, PollFlags::IN)], Some(&super::exchange::timespec(left)));
                }
                None => thread::sleep(left.min(PAUSE)),
            }
        }
    }

    /// Kills all processes of the group. Returns how the leader ended, unless the system hangs.
    ///
    /// A leader that has already ended by itself keeps its exit status.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        if !self.is_over {
            // The only possible error is that no process is left.
            _ = kill_process_group(self.id, Signal::KILL);
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
        return proc::memory(self.id);
        #[cfg(not(target_os = "linux"))]
        return None;
    }

    /// The processor time of all processes of the group.
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        #[cfg(target_os = "linux")]
        return proc::cpu_time(self.id);
        #[cfg(not(target_os = "linux"))]
        return None;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts the process that outlives us. It has a group of its own, so that a signal to ours does not reach it.
fn guard(group: Pid) -> io::Result<Child> {
    Command::new("sh")
        .args(["-c", GUARD, "guard", &group.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
}
