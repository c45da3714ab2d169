//! The end of the engine when nobody reads its answers any more.
//!
//! A search writes nothing, so a closed pipe would show only when it is done. The system says it at once to whoever waits for it.

use std::time::Duration;
use std::{io, process, thread};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

/// A file that is being written has so long to be finished.
const GRACE: Duration = Duration::from_millis(200);

/// Ends the process soon after the other end of standard output is closed. A file, or a terminal that is there, never is.
///
/// # Errors
///
/// If there is no thread to be had.
pub(super) fn end_with_reader() -> io::Result<()> {
    let watch = || {
        let output = io::stdout();
        // No event is asked for: errors and hang-ups are told in any case.
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
