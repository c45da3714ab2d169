//! `cargo xtask bench` records a run of the benchmarks, `cargo xtask patterns --radius 1` derives the inferior-cell
//! patterns, `cargo xtask quick` chooses the tests of a change, `cargo xtask bindgen` writes the JavaScript of a WebAssembly
//! module; the tidy checks are tests (`make tidy`).

use std::process::ExitCode;

use xtask::{bench, patterns, quick, tree};

const USAGE: &str = "\
usage: cargo xtask bench
       cargo xtask patterns --radius 1 [--write]
       cargo xtask quick [COMMIT]
       cargo run -p xtask --features wasm -- bindgen MODULE.wasm FOLDER NAME

    bench      run the benchmarks and keep the result in bench/runs/
    patterns   derive every inferior-cell pattern around a cell and around two neighbours, print them, and compare them with
               testdata/inferior/ and with what crate `connection` infers; --write keeps them first. The surroundings
               of radius 2 are 3^18, too many to look at each: the radius is 1
    quick      print the arguments for `cargo test --workspace` that choose the tests of the crates that differ from COMMIT
               (HEAD by default), of those that name them, and of the house
    bindgen    write FOLDER/NAME_bg.wasm and FOLDER/NAME.js, which loads it in a browser";

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a program speaks to its terminal")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = tree::root();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["bench"] => bench::record(&root),
        ["patterns", "--radius", "1"] => patterns::run(&root, false),
        ["patterns", "--radius", "1", "--write"] => patterns::run(&root, true),
        ["quick"] => quick::arguments(&root, "HEAD"),
        ["quick", since] => quick::arguments(&root, since),
        #[cfg(feature = "wasm")]
        ["bindgen", module, folder, name] => bindgen(module, folder, name),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", arguments[0]);
            ExitCode::FAILURE
        }
    }
}

/// Writes the module and its glue, and returns where.
#[cfg(feature = "wasm")]
fn bindgen(module: &str, folder: &str, name: &str) -> std::io::Result<String> {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(false).remove_name_section(true);
    let written = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    written.map_err(|error| std::io::Error::other(format!("{error:#}")))?;
    Ok(format!("{folder}/{name}_bg.wasm"))
}
