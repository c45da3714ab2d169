//! Bench records: what was run, on what, and what came out, kept in `bench/runs/<date>-<machine kind>/`.
//!
//! Answers come before times: a run in which an answer contradicts what is expected is not recorded. The sum of the
//! nodes is a checksum of behaviour: a change that claims to change nothing leaves it as it was.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

use serde_json::Value;

use crate::machine::Machine;
use crate::tree::Tree;

/// Where the problem files lie that are timed, each folder with what its files end in.
const SUITES: &[(&str, &[&str])] = &[("examples/", &["toml"]), ("testdata/problems/", &["toml", "json"])];

/// What `tesuji verify --json` said of one file.
#[derive(Clone, PartialEq, Debug, Default)]
struct Counts {
    problems: usize,
    /// Answers that agree with an expected one.
    confirmed: usize,
    undecided: usize,
    nodes: u64,
    certificate_nodes: u64,
    /// The verifier's own time.
    seconds: f64,
    slowest: f64,
}

/// Runs everything with release builds and writes the record; the text is its summary.
///
/// # Errors
///
/// If something does not build or run, or an answer contradicts what its file expects. Nothing is recorded then.
pub fn record(root: &Path) -> io::Result<String> {
    let machine = Machine::this();
    let tree = Tree::read(root)?;
    run(root, "cargo", &["build", "--release", "--locked", "-p", "tesuji-cli"])?;
    let mut table = String::from(
        "| file | problems | confirmed | undecided | nodes | certificate nodes | slowest s | s | wall s |\n",
    );
    table.push_str("| --- | --: | --: | --: | --: | --: | --: | --: | --: |\n");
    let mut kept: Vec<(String, String)> = Vec::new();
    let mut n_nodes = 0;
    for file in suites(&tree)? {
        let program = target(root).join("release/tesuji");
        let (lines, wall) = run(root, &program.to_string_lossy(), &["verify", file, "--json"])?;
        let counts = count(&lines).map_err(|error| io::Error::other(format!("{file}: {error}")))?;
        n_nodes += counts.nodes;
        let Counts { problems, confirmed, undecided, nodes, certificate_nodes, seconds, slowest } = counts;
        let wall = wall.as_secs_f64();
        let _ = writeln!(
            table,
            "| {file} | {problems} | {confirmed} | {undecided} | {nodes} | {certificate_nodes} | {slowest:.3} | {seconds:.3} | {wall:.3} |",
        );
        kept.push((format!("{}.jsonl", file.replace('/', "-")), lines));
    }
    if tree.paths().any(|path| path.starts_with("crates/") && path.contains("/benches/")) {
        kept.push(("criterion.txt".to_owned(), run(root, "cargo", &["bench", "--locked", "--workspace"])?.0));
    }
    let folder = new_folder(root, &machine)?;
    for (name, text) in &kept {
        fs::write(folder.join(name), text)?;
    }
    let summary = describe(&machine, &commit(root)?, &table, n_nodes);
    fs::write(folder.join("README.md"), &summary)?;
    Ok(format!("{summary}\nkept in bench/runs/{}", folder.file_name().unwrap_or_default().to_string_lossy()))
}

fn describe(machine: &Machine, commit: &str, table: &str, n_nodes: u64) -> String {
    let Machine { processor, n_threads, memory_gib, system, compiler } = machine;
    format!(
        "# Bench run\n\n\
         - machine: {processor}, {n_threads} threads, {memory_gib} GiB, {system}\n\
         - compiler: {compiler}, profile `release`\n\
         - commit: {commit}\n\
         - command: `make bench`; each row is `tesuji verify FILE --json`\n\
         - nodes in all: {n_nodes}\n\n{table}"
    )
}

/// The files of every suite; a suite without files is an error, or a folder that moved would look like a fast run.
fn suites(tree: &Tree) -> io::Result<Vec<&str>> {
    let mut files = Vec::new();
    for (folder, endings) in SUITES {
        let is_suite = |path: &&str| {
            let ending = path.strip_prefix(folder).and_then(|name| name.rsplit_once('.'));
            ending.is_some_and(|(_, ending)| endings.contains(&ending))
        };
        let before = files.len();
        files.extend(tree.paths().filter(is_suite));
        if files.len() == before {
            return Err(io::Error::other(format!("no problem file in {folder}")));
        }
    }
    Ok(files)
}

/// Sums one JSON object a line.
fn count(lines: &str) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for line in lines.lines() {
        let problem: Value = serde_json::from_str(line).map_err(|error| format!("no JSON: {error}"))?;
        let id = problem["id"].as_str().ok_or("a problem without `id`")?;
        let answer = problem["answer"].as_str().ok_or_else(|| format!("{id} has no `answer`"))?;
        let seconds = problem["seconds"].as_f64().ok_or_else(|| format!("{id} has no `seconds`"))?;
        counts.problems += 1;
        counts.undecided += usize::from(answer == "undecided");
        match problem["expected"].as_bool().map(|holds| if holds { "holds" } else { "fails" }) {
            Some(expected) if answer == expected => counts.confirmed += 1,
            Some(expected) if answer != "undecided" => return Err(format!("{id} {answer}, expected: {expected}")),
            _ => {}
        }
        counts.nodes += problem["nodes"].as_u64().ok_or_else(|| format!("{id} has no `nodes`"))?;
        counts.certificate_nodes += problem["certificate_nodes"].as_u64().unwrap_or(0);
        counts.seconds += seconds;
        counts.slowest = counts.slowest.max(seconds);
    }
    Ok(counts)
}

/// Standard output and wall time of a command that must succeed.
fn run(root: &Path, program: &str, arguments: &[&str]) -> io::Result<(String, Duration)> {
    let start = Instant::now();
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()?;
    let wall = start.elapsed();
    if !output.status.success() {
        return Err(io::Error::other(format!("`{program} {}`: {}", arguments.join(" "), output.status)));
    }
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), wall))
}

fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

fn commit(root: &Path) -> io::Result<String> {
    let git = |arguments: &[&str]| Ok::<_, io::Error>(run(root, "git", arguments)?.0.trim().to_owned());
    let is_changed = !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    Ok(git(&["rev-parse", "HEAD"])? + if is_changed { ", with changes that are not committed" } else { "" })
}

/// A folder that was not there before: today's date, the kind of machine, and a number from the second run on.
fn new_folder(root: &Path, machine: &Machine) -> io::Result<PathBuf> {
    let today = run(root, "date", &["-u", "+%Y-%m-%d"])?.0;
    let name = format!("{}-{}", today.trim(), machine.kind());
    let runs = root.join("bench/runs");
    let folder = (1_usize..)
        .map(|run| runs.join(if run == 1 { name.clone() } else { format!("{name}-{run}") }))
        .find(|folder| !folder.exists())
        .ok_or_else(|| io::Error::other("no free folder"))?;
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_verify_says() {
        let lines = "{\"id\":\"a\",\"answer\":\"holds\",\"expected\":true,\"nodes\":5,\"seconds\":0.5,\"certificate_nodes\":3}\n\
            {\"id\":\"b\",\"answer\":\"undecided\",\"expected\":false,\"nodes\":7,\"seconds\":0.25,\"certificate_nodes\":null}\n";
        let counts = count(lines).unwrap();
        assert_eq!((counts.problems, counts.confirmed, counts.undecided), (2, 1, 1));
        assert_eq!((counts.nodes, counts.certificate_nodes), (12, 3));
        assert!((counts.seconds - 0.75).abs() < 1e-9 && (counts.slowest - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_wrong_answer_is_not_timed() {
        let wrong = "{\"id\":\"a\",\"answer\":\"fails\",\"expected\":true,\"nodes\":5,\"seconds\":0.5}";
        assert_eq!(count(wrong).unwrap_err(), "a fails, expected: holds");
        assert!(count("{\"id\":\"a\",\"answer\":\"holds\",\"seconds\":1.0}").unwrap_err().contains("`nodes`"));
        assert!(count("table").is_err());
    }

    #[test]
    fn suites_are_problem_files() {
        let tree = Tree::of([("examples/a.toml", ""), ("examples/b.sgf", ""), ("testdata/problems/c.json", "")]);
        assert_eq!(suites(&tree).unwrap(), ["examples/a.toml", "testdata/problems/c.json"]);
        assert!(suites(&Tree::of([("examples/a.toml", "")])).is_err());
    }
}
