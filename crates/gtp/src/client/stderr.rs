//! The standard error of an engine: always read, with its end kept.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::process::ChildStderr;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Number of bytes that are kept.
const TAIL_BYTES: usize = 4096;
/// Number of bytes read at once.
const PIECE_BYTES: usize = 1 << 16;
/// Longest wait for the rest that a dead engine left in the pipe. It takes so long only if a process that it started
/// lives on.
const MOST_WAITED: Duration = Duration::from_secs(2);

/// The last bytes that a thread has read.
#[derive(Debug)]
pub(super) struct StderrTail {
    tail: Arc<Mutex<VecDeque<u8>>>,
    /// Closed once everything is read.
    end: Receiver<()>,
}

impl StderrTail {
    /// Reads until the end of `stderr`.
    pub(super) fn follow(stderr: ChildStderr) -> io::Result<Self> {
        let (reading, end) = mpsc::channel();
        let tail = Arc::default();
        let shared = Arc::clone(&tail);
        let follow = move || {
            follow(stderr, &shared);
            drop(reading);
        };
        thread::Builder::new().name("engine-stderr".to_owned()).spawn(follow)?;
        Ok(Self { tail, end })
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

    /// Waits until what a dead engine left in the pipe is read.
    pub(super) fn finish(&self) {
        // Nothing is ever sent.
        _ = self.end.recv_timeout(MOST_WAITED);
    }
}

fn follow(mut stderr: ChildStderr, tail: &Mutex<VecDeque<u8>>) {
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        match stderr.read(&mut piece) {
            Ok(0) => return,
            Ok(n_read) => {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend(&piece[n_read.saturating_sub(TAIL_BYTES)..n_read]);
                let n_old = tail.len().saturating_sub(TAIL_BYTES);
                tail.drain(..n_old);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
