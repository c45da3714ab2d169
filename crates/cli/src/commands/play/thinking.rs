//! Searches that a person watches: they end after their time, or when Ctrl-C is pressed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use miette::{IntoDiagnostic, Result};
use tesuji_search::Limits;

use crate::interrupt::within;

/// What stops a search.
pub(super) struct Thinking {
    time: Option<Duration>,
    is_busy: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Thinking {
    /// Searches of this time each, or as long as the settings of a player say. While one runs, Ctrl-C ends it, and the
    /// best so far counts. At any other time, and when pressed twice, Ctrl-C ends the program.
    ///
    /// # Errors
    ///
    /// If the handler cannot be installed.
    pub(super) fn begin(time: Option<Duration>) -> Result<Self> {
        let (is_busy, stop) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (busy, flag) = (Arc::clone(&is_busy), Arc::clone(&stop));
        ctrlc::set_handler(move || {
            if !busy.load(Ordering::Relaxed) || flag.swap(true, Ordering::Relaxed) {
                // A game that is to be saved has been: it is written after each move.
                std::process::exit(130);
            }
        })
        .into_diagnostic()?;
        Ok(Self { time, is_busy, stop })
    }

    /// Does some work under limits. `most` is the time for it where the person has set none.
    pub(super) fn work<T>(&self, most: Option<Duration>, work: impl FnOnce(&Limits) -> T) -> T {
        self.is_busy.store(true, Ordering::Relaxed);
        self.stop.store(false, Ordering::Relaxed);
        let result = within(self.time.or(most), &self.stop, work);
        self.is_busy.store(false, Ordering::Relaxed);
        result
    }
}
