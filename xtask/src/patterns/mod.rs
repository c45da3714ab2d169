//! `cargo xtask patterns --radius 1`: every inferior-cell pattern in the cells that touch a cell or two neighbours,
//! each proved.
//!
//! What is here: the derivation ([`derive()`]), its text, and the run that compares both with the repository. It shares
//! no code with the inference of crate `connection`, which stores no pattern. A test there reads the file and checks
//! that the inference says the same in all surroundings.
//!
//! # How a pattern is proved
//!
//! The cells in question have a closed ring of places around them. Whatever is played further away, the cells can only
//! join runs of the ring. So a class holds if it makes no difference however the empty places of the ring are filled.
//! This is tried for each of the 3^6 surroundings of one cell and the 3^8 of two neighbours. Edges of the board count
//! as stones.
//!
//! A class that holds with some places empty holds whatever stands on them. So the *minimal* patterns, from which no
//! stone can be removed, say everything. Of patterns that are images of each other, one is kept.

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

/// Derives the patterns, writes them to the file if asked to, and compares them with the file and the inference.
/// Returns the patterns as text.
///
/// # Errors
///
/// If the file or the inference disagrees, or if something cannot be read or run.
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
