//! Finds out whether the page was built. It builds nothing itself, so that the program can be built without Node.

use std::path::Path;

fn main() {
    let page = Path::new("../../web/dist");
    println!("cargo::rustc-check-cfg=cfg(has_page)");
    // `make web` touches this file. A path that does not exist cannot be watched: Cargo would build the crate each time.
    println!("cargo::rerun-if-changed=build.rs");
    if page.join("index.html").is_file() {
        println!("cargo::rustc-cfg=has_page");
        println!("cargo::rerun-if-changed=../../web/dist");
    }
}
