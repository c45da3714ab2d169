//! Ends the engine when nobody reads its answers any more.
//!
//! A search writes nothing, so it would notice a closed pipe only when it is done. A thread that waits for the event
//! learns of it at once from the system.

use std::time::Duration;
use std::{io, process, thread};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

/// The time that a file being written has to be finished.
const GRACE: Duration = Duration::from_millis(200);

/// Ends the process soon after the other end of standard output is closed. This never happens to a file, or to a
/// terminal that still exists.
///
/// # Errors
///
/// If no thread can be started.
pub(super) fn end_with_reader() -> io::Result<()> {
    let watch = || {
        let output = io::stdout();
        // No event is requested: errors and hang-ups are reported in any case.
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        let told = loop {
            match poll(&mut watched, None) {
                Err(Errno::INTR) => {}
                told => break told,
            }
        };
        if told.is_ok() && watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            thread::sleep(GRACE);
            process::exit(0);
        }
    };
    thread::Builder::new().name("gtp-output".to_owned()).spawn(watch).map(drop)
}
