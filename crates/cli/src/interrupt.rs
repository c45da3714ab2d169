//! Ctrl-C, and searches that it or their time ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use miette::{IntoDiagnostic, Result};
use tesuji_archive::within;
use tesuji_search::Limits;

/// A flag that Ctrl-C sets. Pressed again, Ctrl-C ends the program at once.
///
/// # Errors
///
/// If the handler cannot be installed, for example because this was called before.
pub(crate) fn stop_by_ctrl_c() -> Result<Arc<AtomicBool>> {
    stop_while(Arc::new(AtomicBool::new(true)))
}

fn stop_while(is_busy: Arc<AtomicBool>) -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if !is_busy.load(Ordering::Relaxed) || flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .into_diagnostic()?;
    Ok(stop)
}

/// Searches that a person watches, of this time each, or as long as the settings of a player say.
///
/// While one runs, Ctrl-C ends it, and the best so far counts. At any other time, and when pressed twice, Ctrl-C ends the
/// program. A game that is to be saved has been: it is written after each move.
pub(crate) struct WatchedSearches {
    time: Option<Duration>,
    is_busy: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl WatchedSearches {
    /// As [`stop_by_ctrl_c`].
    pub(crate) fn begin(time: Option<Duration>) -> Result<Self> {
        let is_busy = Arc::new(AtomicBool::new(false));
        Ok(Self { time, stop: stop_while(Arc::clone(&is_busy))?, is_busy })
    }

    /// Does some work under limits. `most` is the time for it where the person has set none.
    pub(crate) fn work<T>(&self, most: Option<Duration>, work: impl FnOnce(&Limits) -> T) -> T {
        self.is_busy.store(true, Ordering::Relaxed);
        self.stop.store(false, Ordering::Relaxed);
        let result = within(self.time.or(most), &self.stop, work);
        self.is_busy.store(false, Ordering::Relaxed);
        result
    }
}
