//! Takes in the page, compressed, if it was built. It builds nothing itself, so that the program can be built without Node.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    // A package that is published brings its page along (`.ci/release.sh`).
    let page = ["page", "../../web/dist"].map(Path::new).into_iter().find(|page| page.join("index.html").is_file());
    println!("cargo::rustc-check-cfg=cfg(has_page)");
    // `make web` touches this file. A path that does not exist cannot be watched: Cargo would build the crate each time.
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(page) = page {
        println!("cargo::rustc-cfg=has_page");
        println!("cargo::rerun-if-changed={}", page.display());
        let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?).join("page");
        if out.exists() {
            fs::remove_dir_all(&out)?;
        }
        compress(page, &out)?;
    }
    Ok(())
}

/// Copies a folder. Files that get shorter are compressed, and their names then end in `.gz`.
fn compress(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let copy = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            compress(&path, &copy)?;
            continue;
        }
        let bytes = fs::read(&path)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&bytes)?;
        let short = encoder.finish()?;
        if short.len() < bytes.len() {
            let mut name = copy.into_os_string();
            name.push(".gz");
            fs::write(name, short)?;
        } else {
            fs::write(copy, bytes)?;
        }
    }
    Ok(())
}
