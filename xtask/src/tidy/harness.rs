//! Tests of libraries: part of the library, which is compiled once, and run by one executable for each crate.

use super::Fault;
use crate::rust_text::code_only;
use crate::tree::Tree;

/// What gives `#[test]` its meaning in a library. Without it the compiler drops such functions in silence.
const ATTRIBUTE: &str = "#[macro_use]\nextern crate tesuji_testing;";

/// No library has a test executable of its own, documentation is compiled only where examples stand in it, and each test
/// that stands in a library is on the list that its crate's executable runs.
#[must_use]
pub fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (manifest, text) in tree.texts_of(&["toml"]) {
        let Some(folder) = manifest.strip_suffix("Cargo.toml") else { continue };
        let root = format!("{folder}src/lib.rs");
        let Some(library) = tree.text(&root).filter(|_| folder.starts_with("crates/") || folder == "xtask/") else {
            continue;
        };
        let mut fault = |place: &str, message: &str| faults.push(Fault::new(place, message));
        let is_set = |line: &str| section(text, "[lib]").lines().any(|set| set == line);
        if !is_set("test = false") {
            fault(manifest, "`[lib]` needs `test = false`: the library would be compiled twice");
        }
        let sources = || tree.texts_of(&["rs"]).filter(|(path, _)| path.starts_with(&format!("{folder}src/")));
        let has_example = sources().any(|(_, text)| has_example(text));
        if has_example == is_set("doctest = false") {
            fault(manifest, "`[lib]` has `doctest = false` if and only if its documentation has no example of Rust");
        }
        for (path, text) in sources() {
            if code_only(text).contains("#[cfg(test)]") {
                fault(path, "`#[cfg(test)]` never holds here: say `#[cfg(feature = \"testing\")]`");
            }
        }
        let has_test = sources().any(|(_, text)| text.lines().any(|line| line.trim() == "#[test]"));
        if has_test && !library.contains(ATTRIBUTE) {
            fault(
                &root,
                "tests stand in this crate, and nothing would run them: `extern crate tesuji_testing` is missing",
            );
        }
    }
    faults
}

/// The lines of a section of a manifest.
fn section<'t>(manifest: &'t str, heading: &str) -> &'t str {
    let body = manifest.split_once(&format!("{heading}\n")).map_or("", |(_, body)| body);
    body.split_once("\n[").map_or(body, |(section, _)| section)
}

/// Whether a comment of documentation opens a block of Rust.
fn has_example(text: &str) -> bool {
    let mut is_inside = false;
    text.lines().any(|line| {
        let line = line.trim_start();
        let Some(fence) = ["///", "//!"].iter().find_map(|mark| line.strip_prefix(mark)?.trim().strip_prefix("```"))
        else {
            return false;
        };
        is_inside = !is_inside;
        is_inside && (fence.is_empty() || fence.starts_with("rust") || fence == "no_run")
    })
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    const RIGHT: &str = "[package]\n\n[lib]\ntest = false\ndoctest = false\n\n[dependencies]\n";
    const ROOT: &str =
        "//! What.\n\n#[cfg(feature = \"testing\")]\n#[macro_use]\nextern crate tesuji_testing;\n\nmod x;\n";
    const TEST: &str = "#[cfg(feature = \"testing\")]\nmod tests {\n    #[test]\n    fn f() {}\n}\n";

    fn faults(manifest: &str, root: &str, module: &str) -> usize {
        let files = [("crates/x/Cargo.toml", manifest), ("crates/x/src/lib.rs", root), ("crates/x/src/x.rs", module)];
        check(&Tree::of(files)).len()
    }

    #[test]
    fn a_second_compilation_or_a_lost_test_is_found() {
        assert_eq!(faults(RIGHT, ROOT, TEST), 0);
        assert_eq!(faults("[package]\n[lib]\ndoctest = false\n[dependencies]\ntest = false\n", ROOT, TEST), 1);
        assert_eq!(faults(RIGHT, "mod x;\n", TEST), 1);
        assert_eq!(faults(RIGHT, ROOT, &TEST.replace("feature = \"testing\"", "test")), 1);
    }

    #[test]
    fn examples_in_documentation_are_compiled_and_nothing_else_is() {
        let tested = RIGHT.replace("doctest = false\n", "");
        for (module, is_example) in [
            ("/// Adds.\n/// ```\n/// f();\n/// ```\nfn f() {}\n", true),
            ("//! ```rust\n//! f();\n//! ```\n", true),
            ("/// ```text\n/// a b\n/// ```\nfn f() {}\n", false),
            ("fn f() {}\n", false),
        ] {
            assert_eq!(faults(RIGHT, ROOT, module), usize::from(is_example), "{module}");
            assert_eq!(faults(&tested, ROOT, module), usize::from(!is_example), "{module}");
        }
    }
}
