//! The lines of the controller, read while the engine thinks.
//!
//! A thread of its own reads, so that a line that comes in the middle of a search can end it. A [`Bell`] says when: for
//! `# interrupt` always, for any other line only while the engine does what lasts until a line comes.
//!
//! The end of the input is of two kinds. A script ends right behind its last line, and all of it is answered in full. An input
//! that stayed open behind its last line and then ended was held by somebody who has gone: what still runs is interrupted.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::protocol::{CommandReader, Line};

/// So many lines are read ahead: more wait in the pipe, so that nobody fills our memory.
const MOST_AHEAD: usize = 256;
/// Whoever keeps the input open for so long without a line is no script that comes to its end.
const HELD: Duration = Duration::from_millis(250);
/// What is about to be answered when such an input ends has so long to finish.
const GRACE: Duration = Duration::from_millis(400);

/// Lines in the order in which they came.
#[derive(Debug)]
pub(super) struct Input {
    lines: Receiver<io::Result<Line>>,
    bell: Arc<Bell>,
}

/// Ends what the engine does when the controller wants it.
///
/// Its [flag](Self::flag) is the interrupt of every search. An alarm may set it as well; [`Self::listen`] and
/// [`Self::watch`] set it anew before each piece of work.
#[derive(Debug, Default)]
pub(super) struct Bell {
    heard: Mutex<Heard>,
    changed: Condvar,
    flag: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct Heard {
    /// Lines read, and of these those that the engine has taken. `# interrupt` is none of them.
    n_read: u64,
    n_taken: u64,
    /// The lines up to this one are interrupted.
    n_interrupted: u64,
    /// Will there be no more?
    is_closed: bool,
    /// Has whoever held the input open gone, and the time to finish as well?
    is_left: bool,
    /// Does any line ring?
    is_watched: bool,
}

impl Heard {
    const fn is_interrupted(&self) -> bool {
        self.is_left || self.n_taken > 0 && self.n_interrupted >= self.n_taken
    }

    const fn is_waited_for(&self) -> bool {
        self.is_interrupted() || self.is_closed || self.n_read > self.n_taken
    }
}

impl Input {
    /// Begins to read, and to ring.
    ///
    /// The thread lives until the input ends: it cannot be called back from a pipe on which nothing comes.
    ///
    /// # Errors
    ///
    /// If there is no thread to be had.
    pub(super) fn new(input: impl BufRead + Send + 'static, bell: Arc<Bell>) -> io::Result<Self> {
        let (sender, lines) = mpsc::sync_channel(MOST_AHEAD);
        let rung = Arc::clone(&bell);
        thread::Builder::new().name("gtp-input".to_owned()).spawn(move || read(input, &sender, &rung))?;
        Ok(Self { lines, bell })
    }

    /// Waits for the next line; `None` after the last.
    ///
    /// # Errors
    ///
    /// If the input fails.
    pub(super) fn take(&self) -> io::Result<Option<Line>> {
        let Ok(line) = self.lines.recv() else { return Ok(None) };
        self.bell.heard().n_taken += 1;
        line.map(Some)
    }
}

fn read(input: impl BufRead, sender: &SyncSender<io::Result<Line>>, bell: &Bell) {
    let mut reader = CommandReader::new(input);
    let mut has_quit = false;
    let waited = loop {
        let since = Instant::now();
        let line = match reader.next_line() {
            Ok(None) => break since.elapsed(),
            Ok(Some(Line::Interrupt)) => {
                bell.hear(|heard| heard.n_interrupted = heard.n_read);
                continue;
            }
            Ok(Some(line)) => Ok(line),
            Err(error) => Err(error),
        };
        let is_last = line.is_err();
        has_quit |= matches!(&line, Ok(Line::Command(Ok(command))) if command.name == "quit");
        // Rung before the line is there to be taken: who hears the bell waits for it.
        bell.hear(|heard| heard.n_read += 1);
        if sender.send(line).is_err() || is_last {
            break since.elapsed();
        }
    };
    bell.hear(|heard| heard.is_closed = true);
    if waited >= HELD && !has_quit {
        thread::sleep(GRACE);
        bell.hear(|heard| heard.is_left = true);
    }
}

impl Bell {
    /// The interrupt for searches.
    pub(super) const fn flag(&self) -> &Arc<AtomicBool> {
        &self.flag
    }

    /// Has it rung, or an alarm?
    pub(super) fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// From now on only an interrupt rings; says whether the command at hand has been interrupted.
    pub(super) fn listen(&self) -> bool {
        self.begin(false, Heard::is_interrupted)
    }

    /// From now on any line rings, and the end of the input; says whether there is one already.
    pub(super) fn watch(&self) -> bool {
        self.begin(true, Heard::is_waited_for)
    }

    /// Waits until a line is there, the command at hand is interrupted, or the input ends.
    pub(super) fn wait(&self) {
        let wait = self.changed.wait_while(self.heard(), |heard| !heard.is_waited_for());
        drop(wait.unwrap_or_else(PoisonError::into_inner));
    }

    fn begin(&self, is_watched: bool, rings: impl Fn(&Heard) -> bool) -> bool {
        let mut heard = self.heard();
        heard.is_watched = is_watched;
        let rings = rings(&heard);
        self.flag.store(rings, Ordering::Relaxed);
        rings
    }

    fn hear(&self, note: impl FnOnce(&mut Heard)) {
        let mut heard = self.heard();
        note(&mut heard);
        if heard.is_interrupted() || (heard.is_watched && heard.is_waited_for()) {
            self.flag.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    /// A thread that panicked has left the counts whole.
    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Write};

    use super::*;

    #[test]
    fn lines_come_in_order_and_then_the_end() {
        let input = Input::new(&b"name\n\n# interrupt\n# no\nquit"[..], Arc::default()).unwrap();
        let names: Vec<Option<String>> = std::iter::from_fn(|| input.take().unwrap())
            .map(|line| match line {
                Line::Command(command) => command.ok().map(|command| command.name),
                Line::Blank | Line::Interrupt => None,
            })
            .collect();
        assert_eq!(names, [Some("name".to_owned()), None, None, Some("quit".to_owned())]);
        assert!(input.take().unwrap().is_none(), "and so it stays");
    }

    #[test]
    fn an_interrupt_rings_for_the_lines_before_it_alone() {
        let (reader, mut writer) = io::pipe().unwrap();
        let bell = Arc::new(Bell::default());
        let input = Input::new(BufReader::new(reader), Arc::clone(&bell)).unwrap();
        writer.write_all(b"first\nsecond\n# interrupt\nthird\n").unwrap();
        input.take().unwrap();
        // The third line was read after the interrupt.
        while bell.heard().n_read < 3 {
            thread::yield_now();
        }
        assert!(bell.listen() && bell.is_set(), "first");
        input.take().unwrap();
        assert!(bell.listen(), "second");
        input.take().unwrap();
        assert!(!bell.listen() && !bell.is_set(), "third");
        writer.write_all(b"# interrupt\n").unwrap();
        bell.wait();
        assert!(bell.is_set());
    }

    #[test]
    fn any_line_and_the_end_ring_for_who_watches() {
        let (reader, mut writer) = io::pipe().unwrap();
        let bell = Arc::new(Bell::default());
        let input = Input::new(BufReader::new(reader), Arc::clone(&bell)).unwrap();
        assert!(!bell.watch());
        writer.write_all(b"\n").unwrap();
        bell.wait();
        assert!(bell.is_set() && bell.watch(), "until it is taken");
        assert_eq!(input.take().unwrap(), Some(Line::Blank));
        assert!(!bell.watch() && !bell.is_set());
        drop(writer);
        bell.wait();
        assert!(bell.is_set());
    }

    #[test]
    fn who_held_the_input_and_leaves_interrupts_and_a_script_does_not() {
        for (text, is_held, is_left) in [
            (&b"first\nsecond\n"[..], true, true),
            (b"first\nsecond\nquit\n", true, false),
            (b"first\nsecond\n", false, false),
        ] {
            let (reader, mut writer) = io::pipe().unwrap();
            writer.write_all(text).unwrap();
            let held = is_held.then_some(writer);
            let bell = Arc::new(Bell::default());
            let input = Input::new(BufReader::new(reader), Arc::clone(&bell)).unwrap();
            input.take().unwrap();
            assert!(!bell.listen());
            if let Some(writer) = held {
                thread::sleep(2 * HELD);
                drop(writer);
            }
            thread::sleep(3 * GRACE);
            assert_eq!(bell.is_set(), is_left, "the first");
            input.take().unwrap();
            assert_eq!(bell.listen(), is_left, "and those behind it");
        }
    }
}
