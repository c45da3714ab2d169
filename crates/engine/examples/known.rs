//! Asks the strong player of Go about positions with known answers, and says what it was wrong about:
//!
//! ```sh
//! cargo run -p tesuji-engine --example known -- testdata/go/known.toml 2000 1
//! ```
//!
//! The numbers are playouts and seed; further words are kinds to look at, and `-reads`, `+spaces` and `+early` switch what the player
//! does in playouts.

#![allow(clippy::print_stdout, reason = "an example talks to whoever runs it")]

use tesuji_engine::StrongSpec;

#[allow(unreachable_pub, reason = "the test has it as well")]
#[path = "../tests/engine/go_known/suite.rs"]
mod suite;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(default, |word| word.parse().expect("a number"));
    let text = std::fs::read_to_string(words.first().expect("a file of positions")).expect("a file that can be read");
    let mut spec = StrongSpec { playouts: number(1, 2_000), memory_mib: 64, ..StrongSpec::default() };
    let has = |word: &str| words.iter().any(|other| other == word);
    spec.go.reads &= !has("-reads");
    spec.go.spaces |= has("+spaces");
    spec.go.early |= has("+early");
    let mut known = suite::all(&text);
    let kinds: Vec<_> = words.iter().skip(3).filter(|word| !word.starts_with(['-', '+'])).collect();
    known.retain(|position| kinds.is_empty() || kinds.contains(&&position.kind));
    let start = std::time::Instant::now();
    let rights = suite::ask_all(&known, &spec, number(2, 1), |position, wrong| {
        if !wrong.is_empty() {
            println!("{}: {}", position.id, wrong.join("; "));
        }
    });
    for (kind, right) in rights {
        println!("{kind}: {right:?}");
    }
    println!("{:.1} s", start.elapsed().as_secs_f64());
}
