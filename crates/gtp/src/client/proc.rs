//! Linux's reports about processes in `/proc`.

use std::fs;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// Number of searches for bearers of a tag: they may start other processes while they are being killed.
const MOST_ROUNDS: usize = 10;

/// All processes, in no particular order.
fn processes() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

/// The processor time of all processes of a group, including children that have ended and were waited for.
///
/// For live processes it is exact. For children that have ended it is counted in ticks, usually of 10 ms. `None` if it
/// cannot be read. Cost: one system call for each process on the system, and one line to read for each process of the
/// group.
pub(super) fn cpu_time(group: Pid) -> Option<Duration> {
    let members = processes().filter(|&process| is_in(process, group));
    // A process that ends in between is gone or a zombie. Its parent then reports its time.
    let ticks_per_second = u32::try_from(rustix::param::clock_ticks_per_second()).ok()?;
    let time = |n_ticks| Duration::from_secs(n_ticks) / ticks_per_second;
    let times = members.filter_map(|process| {
        let own = own_time(process);
        let line = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_pid())).ok()?;
        // Checked again, because the number of a process that ended may belong to another by now.
        let stat = Stat::parse(&line).filter(|stat| stat.group == group.as_raw_pid())?;
        // A process that has ended but has not been waited for no longer has a clock.
        Some(own.unwrap_or_default().max(time(stat.n_own)) + time(stat.n_children))
    });
    times.reduce(|sum, time| sum + time)
}

/// The memory that all processes of a group hold, in bytes. What they share counts for each. Cost: as [`cpu_time`].
pub(super) fn memory(group: Pid) -> Option<u64> {
    let pages = processes().filter(|&process| is_in(process, group)).filter_map(|process| {
        let line = fs::read_to_string(format!("/proc/{}/statm", process.as_raw_pid())).ok()?;
        line.split(' ').nth(1)?.parse::<u64>().ok()
    });
    pages.reduce(|sum, pages| sum + pages).map(|pages| pages * rustix::param::page_size() as u64)
}

/// Processor time of the threads of a process, including those that ended. Read from the process's own clock.
fn own_time(process: Pid) -> Option<Duration> {
    let clock = nix::time::clock_getcpuclockid(nix::unistd::Pid::from_raw(process.as_raw_pid())).ok()?;
    clock.now().ok().map(Duration::from)
}

/// Whether the process is in the group. Processes that have ended are not.
fn is_in(process: Pid, group: Pid) -> bool {
    // `rustix` considers group 0, which system threads have, impossible. `nix` does not.
    let process = nix::unistd::Pid::from_raw(process.as_raw_pid());
    nix::unistd::getpgid(Some(process)).is_ok_and(|found| found.as_raw() == group.as_raw_pid())
}

/// The fields we need of a process's `stat` line; see proc(5).
#[derive(PartialEq, Eq, Debug)]
struct Stat {
    /// Field 5; 0 for system threads.
    group: i32,
    /// Fields 14 and 15, in ticks: the user and system time of the process.
    n_own: u64,
    /// Fields 16 and 17: the same for its waited-for children.
    n_children: u64,
}

impl Stat {
    fn parse(line: &str) -> Option<Self> {
        // The second field is the name of the program in parentheses, and a name can contain anything.
        let (_, fields) = line.rsplit_once(')')?;
        let mut fields = fields.split_ascii_whitespace();
        let group = fields.nth(2)?.parse().ok()?;
        fields.nth(7)?;
        let mut next = || fields.next()?.parse::<u64>().ok();
        Some(Self { group, n_own: next()? + next()?, n_children: next()? + next()? })
    }
}

/// A variable in the environment of an engine, and so in that of everything it starts.
///
/// It serves to find processes that leave the process group, as programs that go into the background do. A process that
/// changes both its group and its environment is not found.
#[derive(Debug)]
pub(super) struct Tag(String);

impl Tag {
    pub(super) const VARIABLE: &str = "TESUJI_ENGINE";

    /// A new tag, different from that of any other process, past or present.
    pub(super) fn new() -> Self {
        static N_TAGS: AtomicU64 = AtomicU64::new(0);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
        Self(format!("{}.{now}.{}", process::id(), N_TAGS.fetch_add(1, Ordering::Relaxed)))
    }

    pub(super) fn value(&self) -> &str {
        &self.0
    }

    /// Kills every process that bears the tag.
    ///
    /// Cost: reads the environment of every process of this user.
    pub(super) fn kill_bearers(&self) {
        for _ in 0..MOST_ROUNDS {
            let bearers = processes().filter(|&process| self.is_borne_by(process));
            if bearers.map(|process| self.kill(process)).count() == 0 {
                break;
            }
        }
    }

    fn is_borne_by(&self, process: Pid) -> bool {
        let variable = format!("{}={}", Self::VARIABLE, self.0);
        let environment = fs::read(format!("/proc/{}/environ", process.as_raw_pid()));
        environment.is_ok_and(|bytes| bytes.split(|&byte| byte == 0).any(|entry| entry == variable.as_bytes()))
    }

    /// Kills a process if it still bears the tag: meanwhile its number may have passed to another process.
    fn kill(&self, process: Pid) {
        let Ok(handle) = pidfd_open(process, PidfdFlags::empty()) else { return };
        if self.is_borne_by(process) {
            _ = pidfd_send_signal(handle, Signal::KILL);
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_behind_any_name() {
        let fields = "S 1 7 9 0 -1 4194304 89 10 0 0 20 3 400 5000 20 0 1 0 99";
        for name in ["sh", "a b", "x) S (y", ")"] {
            let expected = Stat { group: 7, n_own: 23, n_children: 5400 };
            assert_eq!(Stat::parse(&format!("7 ({name}) {fields}")), Some(expected), "{name}");
        }
        for broken in
            ["", "7 (sh)", "7 (sh) S 1 7", "7 sh S 1 7", "7 (sh) S 1 x 9 0 -1 4194304 89 10 0 0 20 3 400 5000"]
        {
            assert_eq!(Stat::parse(broken), None, "{broken}");
        }
    }

    #[test]
    fn our_own_time_is_told() {
        let ours = rustix::process::getpgrp();
        let before = cpu_time(ours).expect("we are in our group");
        // This loop works, so the clock must move on at some point.
        while cpu_time(ours).expect("we are still there") == before {}
    }

    #[test]
    fn times_are_finer_than_ticks() {
        let ours = rustix::process::getpgrp();
        // It is practically impossible that all of them are whole milliseconds.
        let is_coarse = |_| cpu_time(ours).expect("we are in our group").subsec_nanos().is_multiple_of(1_000_000);
        assert!(!(0..10).all(is_coarse));
    }

    #[test]
    fn tags_differ() {
        assert_ne!(Tag::new().value(), Tag::new().value());
        assert!(!Tag::new().is_borne_by(rustix::process::getpid()));
    }
}
