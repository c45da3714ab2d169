//! The standard error of an engine: always read, with its end kept.

use std::collections::VecDeque;
use std::io::{self, PipeReader, PipeWriter, Read};
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

/// How many bytes are kept.
const TAIL_BYTES: usize = 4096;
/// How many bytes are read at once.
const PIECE_BYTES: usize = 1 << 16;
/// How much is still read of what a dead engine left in the pipe. Pipes usually hold no more.
const MOST_LEFT_BYTES: usize = 1 << 20;

/// A thread that reads, and the last bytes it has read.
#[derive(Debug)]
pub(super) struct StderrTail {
    tail: Arc<Mutex<VecDeque<u8>>>,
    /// The reading thread stops when this is closed.
    stop: Option<PipeWriter>,
    thread: Option<JoinHandle<()>>,
}

impl StderrTail {
    /// Reads until the end of `stderr`, or until [`finish`](Self::finish).
    pub(super) fn follow(stderr: ChildStderr) -> io::Result<Self> {
        rustix::io::ioctl_fionbio(&stderr, true)?;
        let (stopped, stop) = io::pipe()?;
        let tail = Arc::default();
        let shared = Arc::clone(&tail);
        let thread =
            thread::Builder::new().name("stderr".to_owned()).spawn(move || follow(stderr, &stopped, &shared))?;
        Ok(Self { tail, stop: Some(stop), thread: Some(thread) })
    }

    /// The end of what was written, without half a line at its beginning.
    pub(super) fn text(&self) -> String {
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = tail.iter().copied().collect();
        let beginning = match bytes.iter().position(|&byte| byte == b'\n') {
            Some(end) if bytes.len() == TAIL_BYTES && end + 1 < bytes.len() => end + 1,
            _ => 0,
        };
        String::from_utf8_lossy(&bytes[beginning..]).into_owned()
    }

    /// Reads what is left in the pipe and stops. For a dead engine, although processes that inherited the pipe may
    /// still run.
    pub(super) fn finish(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // The thread does not panic. If it did, the tail would be what it had read so far.
            _ = thread.join();
        }
    }
}

impl Drop for StderrTail {
    fn drop(&mut self) {
        self.finish();
    }
}

fn follow(mut stderr: ChildStderr, stopped: &PipeReader, tail: &Mutex<VecDeque<u8>>) {
    let mut piece = vec![0; PIECE_BYTES];
    let mut is_stopped = false;
    let mut n_left = MOST_LEFT_BYTES;
    while n_left > 0 {
        match stderr.read(&mut piece) {
            Ok(0) => return,
            Ok(n_read) => {
                if is_stopped {
                    n_left = n_left.saturating_sub(n_read);
                }
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend(&piece[n_read.saturating_sub(TAIL_BYTES)..n_read]);
                let n_old = tail.len().saturating_sub(TAIL_BYTES);
                tail.drain(..n_old);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && !is_stopped => {
                let mut polled = [PollFd::new(&stderr, PollFlags::IN), PollFd::new(stopped, PollFlags::IN)];
                match poll(&mut polled, None) {
                    Ok(_) => is_stopped = !polled[1].revents().is_empty(),
                    Err(Errno::INTR) => {}
                    Err(_) => return,
                }
            }
            Err(_) => return,
        }
    }
}
