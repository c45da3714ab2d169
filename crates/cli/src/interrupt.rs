//! Ctrl-C, and searches that it or their time ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use miette::{IntoDiagnostic, Result};
use tesuji_search::Limits;

/// A flag that Ctrl-C sets. Pressed again, Ctrl-C ends the program at once.
///
/// # Errors
///
/// If the handler cannot be installed, for example because this was called before.
pub(crate) fn stop_by_ctrl_c() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .into_diagnostic()?;
    Ok(stop)
}

/// Does some work with limits that interrupt it after `time`, if there is one, and when `stop` is set.
///
/// A thread watches both, and not a [`Deadline`](tesuji_engine::time::Deadline), because some work has no meter that
/// ticks.
pub(crate) fn within<T>(time: Option<Duration>, stop: &Arc<AtomicBool>, work: impl FnOnce(&Limits) -> T) -> T {
    // Not the flag of Ctrl-C itself, because the end of the time is not an interruption by the user.
    let limits = Limits::default();
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let (interrupt, stop) = (Arc::clone(&limits.interrupt), Arc::clone(stop));
        scope.spawn(move || {
            const BEAT: Duration = Duration::from_millis(20);
            let mut left = time.unwrap_or(Duration::MAX);
            while is_done.recv_timeout(BEAT.min(left)) == Err(mpsc::RecvTimeoutError::Timeout) {
                left = left.saturating_sub(BEAT);
                if left.is_zero() || stop.load(Ordering::Relaxed) {
                    interrupt.store(true, Ordering::Relaxed);
                    return;
                }
            }
        });
        let result = work(&limits);
        drop(done);
        result
    })
}
