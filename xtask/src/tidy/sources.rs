//! Sources: what a crate says about itself, how long a file may be, and what it may not do.

use super::Fault;
use super::floors::Floors;
use crate::modules::without_tests;
use crate::rust_text::{code_only, lines_with};
use crate::tree::Tree;

/// The length at which a file can no longer be read in one sitting.
const MOST_LINES: usize = 600;
/// Files that are one long table and may have up to [`MOST_LINES_OF_TABLE`] lines, each with its reason.
const TABLES: &[(&str, &str)] = &[
    ("python/tesuji/answers.py", "generated from the types of the answers"),
    ("web/src/lib/api/types.ts", "generated from the types of the questions"),
];
const MOST_LINES_OF_TABLE: usize = 1_000;

/// Floors that only compute. Limits, seeds and a place to report progress are passed in.
const SILENT_FLOORS: std::ops::RangeInclusive<u32> = 1..=5;

/// Names that a silent crate may not use, and what it should do instead.
const OUTSIDE_WORLD: &[(&str, &str)] = &[
    ("std::fs", "take text or bytes, or any `Read`"),
    ("std::env", "take a value"),
    ("std::net", "this belongs to a door, on an upper floor"),
    ("std::process", "return an error"),
    ("stdin", "take any `Read`"),
    ("stdout", "take any `Write`"),
    ("stderr", "return an error"),
    ("print!", "return the text"),
    ("println!", "return the text"),
    ("eprint!", "return an error"),
    ("eprintln!", "return an error"),
    ("Instant", "take `Limits`"),
    ("SystemTime", "take a value"),
    ("thread_rng", "take a seed"),
    ("from_os_rng", "take a seed"),
    ("OsRng", "take a seed"),
];

/// Modules of `std` that `use std::{…}` could bring in unnoticed.
const OUTSIDE_MODULES: &[&str] = &["fs", "env", "net", "process"];

/// Crates that make or judge proofs exactly, and so without floating point.
const EXACT: &[&str] = &["board", "hex", "proof"];
/// Their modules that only draw and decide nothing.
const DRAWING: &[&str] = &["crates/board/src/drawing.rs", "crates/board/src/drawing/"];

/// Every crate begins with `//!` docs that say what it is for and what it never does.
#[must_use]
pub fn check_crate_docs(tree: &Tree) -> Vec<Fault> {
    let is_crate_root = |path: &str| {
        let folder = path.strip_suffix("/src/lib.rs").or_else(|| path.strip_suffix("/src/main.rs"))?;
        Some(folder.to_owned())
    };
    let mut faults = Vec::new();
    for (path, text) in tree.texts_of(&["rs"]) {
        let Some(folder) = is_crate_root(path) else { continue };
        let is_thin = path.ends_with("main.rs") && tree.has(&format!("{folder}/src/lib.rs"));
        if is_thin {
            continue;
        }
        let docs: String = text.lines().take_while(|line| line.starts_with("//!")).collect::<Vec<_>>().join("\n");
        if docs.is_empty() {
            faults.push(Fault::new(path, "the crate opens without `//!` docs: say what is here and what is not"));
        } else if !docs.to_lowercase().contains("never") {
            faults.push(Fault::new(path, "the crate's docs do not say what it never does: add a line `Never: …`"));
        }
    }
    faults
}

/// No source file is too long for one sitting.
#[must_use]
pub fn check_length(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.texts_of(&["rs", "py", "ts", "svelte"]) {
        let is_table = TABLES.iter().any(|(table, _)| *table == path);
        let most = if is_table { MOST_LINES_OF_TABLE } else { MOST_LINES };
        let n_lines = text.lines().count();
        if n_lines > most {
            faults.push(Fault::new(path, format!("{n_lines} lines, more than {most}: look for the second topic")));
        }
    }
    for (path, reason) in TABLES.iter().filter(|(path, _)| !tree.has(path)) {
        faults.push(Fault::new(*path, format!("named as a table ({reason}), but there is no such file")));
    }
    faults
}

/// No source contains a mark of unfinished work; open questions are issues.
#[must_use]
pub fn check_marks(tree: &Tree) -> Vec<Fault> {
    // Written in two parts; otherwise this file would be full of them.
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("XX", "X"),
        concat!("to", "do!"),
        concat!("unimpl", "emented!"),
        concat!("db", "g!"),
    ];
    let mut faults = Vec::new();
    for (path, text) in tree.texts_of(&["rs", "py", "ts", "svelte", "toml", "sh", "yml"]) {
        for mark in marks {
            for line in lines_with(text, mark) {
                faults.push(Fault::new(format!("{path}:{line}"), format!("`{mark}`: finish it, or open an issue")));
            }
        }
    }
    faults
}

/// The lower floors do no I/O, do not read clocks or the environment, and print nothing. The exact crates have no
/// floating point.
///
/// Tests, benches and examples are exempt.
#[must_use]
pub fn check_silence(tree: &Tree, floors: &Floors) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (name, floor) in floors {
        let is_silent = SILENT_FLOORS.contains(floor);
        let sources = format!("crates/{name}/src/");
        for (path, text) in without_tests(tree.texts_of(&["rs"]).filter(|(path, _)| path.starts_with(&sources))) {
            let code = code_only(text);
            let mut fault = |line: usize, word: &str, instead: &str| {
                faults.push(Fault::new(
                    format!("{path}:{line}"),
                    format!("`{word}` has no place in {name} (floor {floor}): {instead}"),
                ));
            };
            if is_silent {
                for (word, instead) in OUTSIDE_WORLD {
                    lines_with(&code, word).into_iter().for_each(|line| fault(line, word, instead));
                }
                for (line, module) in grouped_imports(&code) {
                    fault(line, &format!("std::{module}"), "name what is needed as a value");
                }
            }
            let draws = DRAWING.iter().any(|drawing| path.starts_with(drawing));
            if EXACT.contains(&name.as_str()) && !draws {
                for float in ["f32", "f64"] {
                    lines_with(&code, float).into_iter().for_each(|line| fault(line, float, "use integers"));
                }
            }
        }
    }
    faults
}

/// Modules of the outside world inside `use std::{…}`, with the line on which the `use` starts.
fn grouped_imports(code: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("use std::{") {
        let group = code[at..].split(';').next().unwrap_or_default();
        let line = 1 + code[..at].matches('\n').count();
        let is_named =
            |module: &str| group.split(['{', ',', '}']).any(|part| part.trim().split("::").next() == Some(module));
        found.extend(OUTSIDE_MODULES.iter().filter(|module| is_named(module)).map(|&module| (line, module)));
    }
    found
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn floors() -> Floors {
        [("board".to_owned(), 1), ("cli".to_owned(), 9)].into()
    }

    #[test]
    fn a_crate_says_what_it_never_does() {
        let docs = |text| check_crate_docs(&Tree::of([("crates/board/src/lib.rs", text)]));
        assert_eq!(docs("//! Places.\n//!\n//! Never: rules.\n"), []);
        assert!(docs("mod cell;\n// Never\n")[0].message.contains("without `//!`"));
        assert!(docs("//! Places.\nmod cell; // Never\n")[0].message.contains("never does"));
        let thin = Tree::of([("xtask/src/lib.rs", "//! Never."), ("xtask/src/main.rs", "fn main() {}")]);
        assert_eq!(check_crate_docs(&thin), []);
    }

    #[test]
    fn a_file_has_a_bound() {
        let lines = |n: usize| "\n".repeat(n);
        let table = lines(900);
        let tables = [TABLES[0], TABLES[1]].map(|(path, _)| (path, table.as_str()));
        let faults = |one: (&str, String), other: (&str, String)| {
            check_length(&Tree::of([tables[0], tables[1], (one.0, &one.1), (other.0, &other.1)]))
        };
        assert_eq!(faults(("a.rs", lines(600)), ("a.json", lines(9_000))), []);
        assert_eq!(faults(("a.rs", lines(601)), ("b.py", lines(700))).len(), 2);
    }

    #[test]
    fn marks_are_found_with_their_line() {
        let text = format!("fn f() {{\n    // {}: later\n    {}(x)\n}}\n", concat!("TO", "DO"), concat!("db", "g!"));
        let faults = check_marks(&Tree::of([("a.rs", &text), ("a.md", &text)]));
        assert_eq!(faults.iter().map(|fault| fault.place.as_str()).collect::<Vec<_>>(), ["a.rs:2", "a.rs:3"]);
    }

    #[test]
    fn lower_floors_are_silent() {
        let silence = |path, text| check_silence(&Tree::of([(path, text)]), &floors());
        let board = "crates/board/src/lib.rs";
        for noise in [
            "use std::fs::File;",
            "use std::{fmt, env};",
            "use std::{\n    fs::File,\n};",
            "let now = Instant::now();",
            "println!(\"{x}\");",
            "let size: f32 = 1.0;",
            "let mut out = io::stdout();",
        ] {
            assert_eq!(silence(board, noise).len(), 1, "{noise}");
        }
        for silent in [
            "// println! is not used",
            "let text = \"std::fs\";",
            "#[cfg(feature = \"testing\")]\nmod tests { fn f() { println!() } }",
            "use std::{fmt, io::Read};",
        ] {
            assert_eq!(silence(board, silent), [], "{silent}");
        }
        assert_eq!(silence("crates/cli/src/main.rs", "println!()"), []);
        assert_eq!(silence("crates/board/tests/all.rs", "println!()"), []);
        assert_eq!(silence(board, "\n\nstd::env::args()")[0].place, "crates/board/src/lib.rs:3");
    }

    #[test]
    fn a_test_module_in_its_own_file_is_free() {
        let declared = "#[cfg(feature = \"testing\")]\nmod tests;\n";
        let tree = Tree::of([("crates/board/src/cell.rs", declared), ("crates/board/src/cell/tests.rs", "println!()")]);
        assert_eq!(check_silence(&tree, &floors()), []);
        let tree =
            Tree::of([("crates/board/src/cell.rs", "mod tests;"), ("crates/board/src/cell/tests.rs", "println!()")]);
        assert_eq!(check_silence(&tree, &floors()).len(), 1);
    }
}
