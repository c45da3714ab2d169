//! Reads the controller's lines while the engine thinks.
//!
//! A separate thread reads, so that a line that comes in the middle of a search can end it. A [`Bell`] says when: for
//! `# interrupt` always, for any other line only while the engine does work that lasts until a line comes.
//!
//! The input can end in two ways. A script ends right after its last line, and all of it is answered in full. If the
//! input stayed open after its last line and then ended, the controller has gone: whatever still runs is interrupted.

use std::cell::Cell;
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::protocol::{CommandReader, Line};

/// Number of lines read ahead. More wait in the pipe, so that nobody can fill our memory.
const MOST_AHEAD: usize = 256;
/// An input that stays open this long without a line is not a script that ends.
const HELD: Duration = Duration::from_millis(250);
/// Time in which the work in progress may finish when such an input ends.
const GRACE: Duration = Duration::from_millis(400);
/// Time that interrupted work then gets before the engine is left to its owner to end.
const LAST: Duration = Duration::from_millis(450);

/// Lines in the order in which they arrived.
#[derive(Debug)]
pub(super) struct Input {
    lines: Receiver<(Instant, io::Result<Line>)>,
    bell: Arc<Bell>,
    /// Time at which the line taken last was read.
    received: Cell<Option<Instant>>,
}

/// Ends the engine's current work when the controller wants it to.
///
/// Its [flag](Self::flag) is the interrupt of every search. An alarm may set it too. [`Self::listen`] and
/// [`Self::watch`] initialise it before each piece of work.
#[derive(Debug, Default)]
pub(super) struct Bell {
    heard: Mutex<Heard>,
    changed: Condvar,
    flag: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct Heard {
    /// Number of lines read, and of those that the engine has taken. `# interrupt` does not count.
    n_read: u64,
    n_taken: u64,
    /// Lines up to this one are interrupted.
    n_interrupted: u64,
    /// Whether there will be no more lines.
    is_closed: bool,
    /// Whether the controller that held the input open has gone and the time to finish is over too.
    is_left: bool,
    /// Whether any line rings the bell.
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
    /// Starts reading, and ringing the bell. `left` is called if the controller has gone and even an interrupt did not
    /// end the work.
    ///
    /// The thread lives until the input ends, because it cannot be recalled from a pipe on which nothing comes.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub(super) fn new(
        input: impl BufRead + Send + 'static,
        bell: Arc<Bell>,
        left: impl FnOnce() + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, lines) = mpsc::sync_channel(MOST_AHEAD);
        let rung = Arc::clone(&bell);
        thread::Builder::new().name("gtp-input".to_owned()).spawn(move || {
            if read(input, sender, &rung) {
                thread::sleep(LAST);
                left();
            }
        })?;
        Ok(Self { lines, bell, received: Cell::new(None) })
    }

    /// Waits for the next line; `None` after the last one.
    ///
    /// # Errors
    ///
    /// If the input fails.
    pub(super) fn take(&self) -> io::Result<Option<Line>> {
        let Ok((received, line)) = self.lines.recv() else { return Ok(None) };
        self.bell.heard().n_taken += 1;
        self.received.set(Some(received));
        line.map(Some)
    }

    /// Time at which the line taken last was read, which may be long before it was taken.
    pub(super) const fn received(&self) -> Option<Instant> {
        self.received.get()
    }
}

/// Reads to the end. Returns whether the controller has gone, as opposed to a script that ends.
fn read(input: impl BufRead, sender: SyncSender<(Instant, io::Result<Line>)>, bell: &Bell) -> bool {
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
        let received = Instant::now();
        let is_last = line.is_err();
        has_quit |= matches!(&line, Ok(Line::Command(Ok(command))) if command.name == "quit");
        // The bell rings before the line can be taken: whoever hears it waits for the line.
        bell.hear(|heard| heard.n_read += 1);
        if sender.send((received, line)).is_err() || is_last {
            break since.elapsed();
        }
    };
    // An engine with nothing left to do ends at once.
    drop(sender);
    bell.hear(|heard| heard.is_closed = true);
    let is_left = waited >= HELD && !has_quit;
    if is_left {
        thread::sleep(GRACE);
        bell.hear(|heard| heard.is_left = true);
    }
    is_left
}

impl Bell {
    /// The interrupt for searches.
    pub(super) const fn flag(&self) -> &Arc<AtomicBool> {
        &self.flag
    }

    /// Whether it has rung, or an alarm has set the flag.
    #[cfg(feature = "testing")]
    pub(super) fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// From now on only an interrupt rings. Returns whether the current command has been interrupted.
    pub(super) fn listen(&self) -> bool {
        self.begin(false, Heard::is_interrupted)
    }

    /// From now on any line rings, and so does the end of the input. Returns whether one of them is already there.
    pub(super) fn watch(&self) -> bool {
        self.begin(true, Heard::is_waited_for)
    }

    /// Waits until a line is there, the current command is interrupted, or the input ends.
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

    /// The counts are consistent even if a thread has panicked.
    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use std::io::{BufReader, Write};

    use super::*;

    #[test]
    fn lines_come_in_order_and_then_the_end() {
        let input = Input::new(&b"name\n\n# interrupt\n# no\nquit"[..], Arc::default(), || {}).unwrap();
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
        let input = Input::new(BufReader::new(reader), Arc::clone(&bell), || {}).unwrap();
        writer.write_all(b"first\nsecond\n# interrupt\nthird\n").unwrap();
        input.take().unwrap();
        // The third line is read after the interrupt.
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
        let input = Input::new(BufReader::new(reader), Arc::clone(&bell), || {}).unwrap();
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
            let (ended, has_ended) = mpsc::channel();
            let left = move || ended.send(()).expect("the test waits");
            let input = Input::new(BufReader::new(reader), Arc::clone(&bell), left).unwrap();
            input.take().unwrap();
            assert!(!bell.listen());
            if let Some(writer) = held {
                thread::sleep(2 * HELD);
                drop(writer);
            }
            // Without a call the channel closes when the thread ends.
            assert_eq!(has_ended.recv().is_ok(), is_left, "work that goes on is left to its owner");
            assert_eq!(bell.is_set(), is_left, "the first");
            input.take().unwrap();
            assert_eq!(bell.listen(), is_left, "and those behind it");
        }
    }
}
