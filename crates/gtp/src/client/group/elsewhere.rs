//! Trees of processes where there are no groups, as on Windows.
//!
//! If we are killed, an engine learns of it only by the end of its input.

use std::io;
use std::process::{Child, Command, Stdio};

pub(super) const fn lead_group(_: &mut Command) {}

pub(super) fn has_ended(leader: &mut Child) -> bool {
    !matches!(leader.try_wait(), Ok(None))
}

/// Ends what the leader has started. The leader itself is ended by the caller, in any case.
pub(super) fn kill_group(leader: &Child) {
    let id = leader.id().to_string();
    let mut taskkill = Command::new("taskkill");
    taskkill.args(["/F", "/T", "/PID", &id]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Without this command only the leader is ended.
    _ = taskkill.status();
}

/// Nothing outlives us.
#[expect(clippy::unnecessary_wraps, reason = "the same signature as on Unix")]
pub(super) const fn guard(_: &Child) -> io::Result<Option<Child>> {
    Ok(None)
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_seen_and_a_killed_leader_ends() {
        let mut command = Command::new("sleep");
        command.arg("1000");
        lead_group(&mut command);
        let mut leader = command.spawn().unwrap();
        assert!(!has_ended(&mut leader) && guard(&leader).unwrap().is_none());
        kill_group(&leader);
        leader.kill().unwrap();
        while !has_ended(&mut leader) {}
        assert!(has_ended(&mut leader), "once reaped it is still seen");
    }
}
