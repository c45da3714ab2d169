//! The input and the output of an engine, each with a thread of its own.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Duration;

/// Bytes read at once: more than most answers have.
const PIECE_BYTES: usize = 1 << 13;
/// Number of pieces that may wait to be examined. An engine that writes more has to wait itself.
const MOST_PIECES: usize = 16;

/// Events of a pipe.
pub(super) enum PipeEvent {
    Output(Vec<u8>),
    /// The engine has closed its input or its output.
    Closed,
    Failed(io::Error),
}

/// Both pipes. The threads end once the engine is dead and this is dropped.
#[derive(Debug)]
pub(super) struct Pipes {
    lines: Sender<Vec<u8>>,
    events: Receiver<PipeEvent>,
}

impl Pipes {
    pub(super) fn open(stdin: ChildStdin, stdout: ChildStdout) -> io::Result<Self> {
        let (events, heard) = mpsc::sync_channel(MOST_PIECES);
        let (lines, to_write) = mpsc::channel();
        let told = events.clone();
        thread::Builder::new().name("engine-input".to_owned()).spawn(move || write(stdin, &to_write, &told))?;
        thread::Builder::new().name("engine-output".to_owned()).spawn(move || read(stdout, &events))?;
        Ok(Self { lines, events: heard })
    }

    /// Writes this as soon as the engine reads. That it does not read any more is an event.
    pub(super) fn send(&self, line: &str) {
        // The thread has gone only if it has reported why.
        _ = self.lines.send(line.as_bytes().to_vec());
    }

    /// The next event, unless none comes within `pause`.
    pub(super) fn next(&self, pause: Duration) -> Option<PipeEvent> {
        match self.events.recv_timeout(pause) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(PipeEvent::Closed),
        }
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>, events: &SyncSender<PipeEvent>) {
    for line in lines {
        let event = match stdin.write_all(&line) {
            Ok(()) => continue,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => PipeEvent::Closed,
            Err(error) => PipeEvent::Failed(error),
        };
        // Nobody listens once the client is dropped.
        _ = events.send(event);
        return;
    }
}

fn read(mut stdout: ChildStdout, events: &SyncSender<PipeEvent>) {
    let mut piece = [0; PIECE_BYTES];
    loop {
        let event = match stdout.read(&mut piece) {
            Ok(0) => PipeEvent::Closed,
            Ok(n_read) => PipeEvent::Output(piece[..n_read].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => PipeEvent::Failed(error),
        };
        let is_last = !matches!(event, PipeEvent::Output(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}
