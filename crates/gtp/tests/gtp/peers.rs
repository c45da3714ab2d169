//! Programs that tests play against, where they are installed. The tests of `cli` have this file too.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;

/// Debian installs games outside some users' `PATH`.
const GAMES: &str = "/usr/games";

/// The path of GNU Go, or `None` where it is not installed: then the caller passes, and this says so past the capture
/// of tests. With `TESUJI_PEERS=required`, as in CI, it has to be there.
pub(crate) fn gnu_go() -> Option<String> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&folders).chain([PathBuf::from(GAMES)]).map(|folder| folder.join("gnugo"));
    let path = places.into_iter().find(|path| path.is_file()).and_then(|path| path.into_os_string().into_string().ok());
    if path.is_none() {
        let is_required = env::var_os("TESUJI_PEERS").is_some_and(|value| value == "required");
        assert!(!is_required, "GNU Go is required and not installed: `make peers`");
        _ = writeln!(io::stderr(), "skipped: GNU Go is not installed (`make peers`)");
    }
    path
}
