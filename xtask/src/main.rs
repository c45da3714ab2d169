//! `cargo run -p xtask -- bench` records a run of the benchmarks; the tidy checks are tests (`cargo test -p xtask`).

use std::process::ExitCode;

use xtask::{bench, tree};

const USAGE: &str =
    "usage: cargo run -p xtask -- bench\n\n    bench    run the benchmarks and keep the result in bench/runs/";

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a program speaks to its terminal")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["bench"] => match bench::record(&tree::root()) {
            Ok(summary) => {
                println!("{summary}");
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("bench: {error}");
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
