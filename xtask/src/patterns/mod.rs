//! `cargo xtask patterns --radius 1`: every inferior-cell pattern in what touches a cell or two neighbours, each proved.
//!
//! What is here: the derivation ([`derive()`]), its text, and the run that compares both with the repository. It shares no
//! code with the inference of crate `connection`, which stores no pattern: a test there reads the file and asks whether in
//! every surroundings that inference says the same.
//!
//! # How a pattern is proved
//!
//! Around the cells in question lies a closed ring of places. Whatever is played further away, all that the cells can do is
//! join runs of the ring, so a class holds if no way to fill the empty places of the ring tells the difference. That is
//! tried for each of the 3^6 surroundings of one cell and the 3^8 of two neighbours. Edges of the board are stones.
//!
//! A class that holds with some places empty holds whatever stands on them. So the *minimal* patterns, from which no stone
//! can be taken, say everything, and of those that symmetries exchange one is kept.

mod derive;
mod ring;
mod text;

use std::path::Path;
use std::process::Command;
use std::{fs, io};

pub use derive::{Class, Pattern, Patterns, derive};
pub use text::to_toml;

/// Where the patterns of radius 1 are kept.
pub const FILE: &str = "testdata/inferior/radius-1.toml";

/// The test that compares the inference of crate `connection` with the file.
const COMPARISON: [&str; 5] = ["test", "--locked", "-ptesuji-connection", "--lib", "inferior::tests::surrounded"];

/// Derives the patterns, keeps them if they are to be written, and compares them with the file and the inference; the text
/// is the patterns.
///
/// # Errors
///
/// If the file says something else, or the inference does, or one of them cannot be read or run.
pub fn run(root: &Path, write: bool) -> io::Result<String> {
    let text = to_toml(&derive());
    let path = root.join(FILE);
    if write {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, &text)?;
    }
    if fs::read_to_string(&path)? != text {
        return Err(io::Error::other(format!("{FILE} does not hold what is derived; `--write` replaces it")));
    }
    let compared = Command::new("cargo").args(COMPARISON).current_dir(root).output()?;
    if !compared.status.success() {
        let said = String::from_utf8_lossy(&compared.stdout);
        return Err(io::Error::other(format!("the inference of `connection` is not what is derived:\n{said}")));
    }
    Ok(text)
}
