//! Groups of processes on Unix.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// Waits until we die, which closes its input, and then kills the group. A line of input means that it is no longer
/// needed.
const GUARD: &str = r#"read -r _ || kill -s KILL -- "-$1""#;

pub(super) fn lead_group(command: &mut Command) {
    command.process_group(0);
}

/// The group that this process leads.
pub(super) fn group(leader: &Child) -> Pid {
    Pid::from_child(leader)
}

/// Only looks, without reaping: until then no other process can have the number of the group.
pub(super) fn has_ended(leader: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(group(leader)), options), Ok(None))
}

pub(super) fn kill_group(leader: &Child) {
    // The only possible error is that no process is left.
    _ = kill_process_group(group(leader), Signal::KILL);
}

/// Starts the process that outlives us. It has a group of its own, so that a signal to ours does not reach it.
pub(super) fn guard(leader: &Child) -> io::Result<Option<Child>> {
    Command::new("sh")
        .args(["-c", GUARD, "guard", &group(leader).to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map(Some)
}
