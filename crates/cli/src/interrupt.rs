//! The handler of Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use miette::{IntoDiagnostic, Result};

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
