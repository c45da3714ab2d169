//! Bench records: what was run, on which machine, and the results, kept in `bench/runs/<date>-<machine kind>/`.
//!
//! Answers come before times: a run with an answer that contradicts the expected one is not recorded. The sum of the
//! nodes is a checksum of behaviour: a change that claims to change nothing must not change it. This holds for the
//! problem files of the verifiers and for whole boards.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

use serde_json::Value;

use crate::machine::Machine;
use crate::tree::Tree;

/// The folders of the problem files on which Program C is timed, with one thread.
const SUITES: &[&str] = &["examples/", "testdata/claims/"];
/// The limit of Program C, so that one hard problem does not stop the run.
const LIMIT: [&str; 2] = ["--time", "20s"];

/// The suite on which all three programs count their nodes.
const COMPARED: &str = "testdata/claims/union8.toml";
/// The limits of A and B, which would run for days on the hardest problems.
const COMPARED_LIMITS: [&str; 4] = ["--nodes", "200000", "--time", "6s"];

/// Whole boards: the question to `tesuji`, with one thread, and where the output is kept. Each file says who wins.
const BOARDS: &[(&str, &str)] = &[
    ("openings --board 6 --expected testdata/boards/openings-7x7.toml", "openings-6x6.jsonl"),
    ("openings --board 7 --expected testdata/boards/openings-7x7.toml", "openings-7x7.jsonl"),
    ("solve testdata/boards/puzzles.toml", "testdata-boards-puzzles.toml.jsonl"),
];
/// The solver's limit at each position.
const BOARD_LIMIT: [&str; 2] = ["--time", "60s"];

/// The results of `tesuji --json` for one file, or for the openings of one board.
#[derive(Clone, PartialEq, Debug, Default)]
struct Counts {
    problems: usize,
    /// Answers that agree with the expected one, where the output has one.
    confirmed: usize,
    undecided: usize,
    nodes: u64,
    certificate_nodes: u64,
    /// The time reported by the program itself.
    seconds: f64,
    slowest: f64,
}

/// Runs everything with builds of the profile `dist` and writes the record. Returns its summary.
///
/// # Errors
///
/// If something does not build or run, or an answer contradicts what its file expects. In that case nothing is
/// recorded.
pub fn record(root: &Path) -> io::Result<String> {
    let machine = Machine::this();
    let commit = commit(root)?;
    let tree = Tree::read(root)?;
    run(root, "cargo", &["build", "--profile", "dist", "--locked", "-p", "tesuji"])?;
    let mut table = String::from(
        "| file | problems | confirmed | undecided | nodes | certificate nodes | slowest s | s | wall s |\n",
    );
    table.push_str("| --- | --: | --: | --: | --: | --: | --: | --: | --: |\n");
    let mut kept: Vec<(String, String)> = Vec::new();
    let mut n_nodes = 0;
    for file in suites(&tree)? {
        let (lines, wall) = verify(root, file, &LIMIT)?;
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
    let boards = boards(root, &mut kept)?;
    let mut programs = Vec::new();
    for program in ["a", "b", "c"] {
        let arguments = [&["--program", program][..], &COMPARED_LIMITS].concat();
        let (lines, _) = verify(root, COMPARED, &arguments)?;
        count(&lines).map_err(|error| io::Error::other(format!("{COMPARED}, Program {program}: {error}")))?;
        kept.push((format!("{}.{program}.jsonl", COMPARED.replace('/', "-")), lines));
        programs.push(kept.last().map_or("", |(_, lines)| lines).to_owned());
    }
    let comparison = compare(&programs[0], &programs[1], &programs[2]).map_err(io::Error::other)?;
    if tree.paths().any(|path| path.starts_with("crates/") && path.contains("/benches/")) {
        kept.push(("criterion.txt".to_owned(), run(root, "cargo", &["bench", "--locked", "--workspace"])?.0));
    }
    let folder = new_folder(root, &machine)?;
    for (name, text) in &kept {
        fs::write(folder.join(name), text)?;
    }
    let summary = describe(&machine, &commit, &Tables { table, n_nodes, boards, comparison });
    fs::write(folder.join("README.md"), &summary)?;
    Ok(format!("{summary}\nkept in bench/runs/{}", folder.file_name().unwrap_or_default().to_string_lossy()))
}

/// What a summary shows.
struct Tables {
    /// The suites of the verifiers, one row each.
    table: String,
    /// The nodes of all suites together.
    n_nodes: u64,
    boards: String,
    comparison: String,
}

fn describe(machine: &Machine, commit: &str, tables: &Tables) -> String {
    let Machine { processor, n_threads, memory_gib, system, compiler } = machine;
    let Tables { table, n_nodes, boards, comparison } = tables;
    let (limit, compared_limits, board_limit) = (LIMIT.join(" "), COMPARED_LIMITS.join(" "), BOARD_LIMIT.join(" "));
    format!(
        "# Bench run\n\n\
         - machine: {processor}, {n_threads} threads, {memory_gib} GiB, {system}\n\
         - compiler: {compiler}, profile `dist`\n\
         - commit: {commit}\n\
         - command: `make bench`; each row is `tesuji prove FILE --json {limit}`, one thread\n\
         - `s` is processor time as the program counts it, `wall s` is on the clock, with the start of the program\n\
         - nodes in all: {n_nodes}\n\n{table}\n\
         ## Whole boards\n\n\
         Each row is `tesuji COMMAND --json {board_limit}`, one thread.\n\n{boards}\n\
         ## Nodes of the three programs\n\n\
         `tesuji prove {COMPARED} --program a|b|c --json {compared_limits}`; `>` where a limit was met first.\n\n{comparison}"
    )
}

/// One row for each of [`BOARDS`]. The output goes to `kept`.
///
/// If an answer contradicts the file it is compared with, the program fails, and the run with it.
fn boards(root: &Path, kept: &mut Vec<(String, String)>) -> io::Result<String> {
    let mut table = String::from("| command | positions | undecided | nodes | slowest s | s | wall s |\n");
    table.push_str("| --- | --: | --: | --: | --: | --: | --: |\n");
    for &(command, name) in BOARDS {
        let arguments: Vec<&str> = command.split(' ').chain(["--json"]).chain(BOARD_LIMIT).collect();
        let (lines, wall) = tesuji(root, &arguments)?;
        let counts = count_boards(&lines).map_err(|error| io::Error::other(format!("{command}: {error}")))?;
        let Counts { problems, undecided, nodes, seconds, slowest, .. } = counts;
        let wall = wall.as_secs_f64();
        let _ = writeln!(
            table,
            "| {command} | {problems} | {undecided} | {nodes} | {slowest:.3} | {seconds:.3} | {wall:.3} |",
        );
        kept.push((name.to_owned(), lines));
    }
    Ok(table)
}

/// One row for each problem: the nodes of A, B and C, and how many times as many as C the others need.
fn compare(a: &str, b: &str, c: &str) -> Result<String, String> {
    let rows = |lines: &str| -> Result<Vec<Value>, String> {
        lines.lines().map(|line| serde_json::from_str(line).map_err(|error| format!("no JSON: {error}"))).collect()
    };
    let (a, b, c) = (rows(a)?, rows(b)?, rows(c)?);
    if a.len() != c.len() || b.len() != c.len() {
        return Err(format!("A, B and C answered {}, {} and {} problems", a.len(), b.len(), c.len()));
    }
    let mut table = String::from("| problem | empty cells | A | B | C | A / C | B / C |\n");
    table.push_str("| --- | --: | --: | --: | --: | --: | --: |\n");
    for ((a, b), c) in a.iter().zip(&b).zip(&c) {
        let id = c["id"].as_str().unwrap_or_default();
        if a["id"] != c["id"] || b["id"] != c["id"] {
            return Err(format!("{id}: A and B answered another problem there"));
        }
        let nodes = |row: &Value| row["nodes"].as_u64().unwrap_or(0);
        let more = |row: &Value| if row["answer"] == "undecided" { "> " } else { "" };
        let ratio = |row: &Value| format!("{}{}", more(row), nodes(row) / nodes(c).max(1));
        let _ = writeln!(
            table,
            "| {id} | {} | {}{} | {}{} | {}{} | {} | {} |",
            c["empties"],
            more(a),
            nodes(a),
            more(b),
            nodes(b),
            more(c),
            nodes(c),
            ratio(a),
            ratio(b),
        );
    }
    Ok(table)
}

/// The files of every suite. A suite without files is an error; otherwise a folder that has moved would look like a
/// fast run.
fn suites(tree: &Tree) -> io::Result<Vec<&str>> {
    let mut files = Vec::new();
    for folder in SUITES {
        let before = files.len();
        // Matches and players are TOML files too.
        let texts = tree.texts_of(&["toml"]).filter(|(path, _)| path.starts_with(folder));
        files.extend(texts.filter(|(_, text)| text.contains("[[problem]]")).map(|(path, _)| path));
        if files.len() == before {
            return Err(io::Error::other(format!("no problem file in {folder}")));
        }
    }
    Ok(files)
}

/// Sums the output of `tesuji prove`, one JSON object on each line.
fn count(lines: &str) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for line in lines.lines() {
        let problem: Value = serde_json::from_str(line).map_err(|error| format!("no JSON: {error}"))?;
        let id = problem["id"].as_str().ok_or("a problem without `id`")?;
        let answer = problem["answer"].as_str().ok_or_else(|| format!("{id} has no `answer`"))?;
        counts.add(id, &problem, answer != "undecided")?;
        match problem["expected"].as_bool().map(|holds| if holds { "holds" } else { "fails" }) {
            Some(expected) if answer == expected => counts.confirmed += 1,
            Some(expected) if answer != "undecided" => return Err(format!("{id} {answer}, expected: {expected}")),
            _ => {}
        }
        counts.certificate_nodes += problem["certificate_nodes"].as_u64().unwrap_or(0);
    }
    Ok(counts)
}

/// Sums the output of `tesuji solve` or `tesuji openings`, one JSON object on each line.
fn count_boards(lines: &str) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for line in lines.lines() {
        let position: Value = serde_json::from_str(line).map_err(|error| format!("no JSON: {error}"))?;
        let id = position["id"].as_str().or_else(|| position["opening"].as_str());
        let id = id.ok_or("a position without `id` or `opening`")?;
        let decided = position["decided"].as_bool().ok_or_else(|| format!("{id} has no `decided`"))?;
        counts.add(id, &position, decided)?;
    }
    Ok(counts)
}

impl Counts {
    /// Adds the results of all programs on a problem.
    fn add(&mut self, id: &str, problem: &Value, decided: bool) -> Result<(), String> {
        let seconds = problem["seconds"].as_f64().ok_or_else(|| format!("{id} has no `seconds`"))?;
        self.problems += 1;
        self.undecided += usize::from(!decided);
        self.nodes += problem["nodes"].as_u64().ok_or_else(|| format!("{id} has no `nodes`"))?;
        self.seconds += seconds;
        self.slowest = self.slowest.max(seconds);
        Ok(())
    }
}

/// The output of `tesuji prove` for these programs, one object on each line, and its wall time.
fn verify(root: &Path, file: &str, arguments: &[&str]) -> io::Result<(String, Duration)> {
    tesuji(root, &[&["prove", file, "--json"][..], arguments].concat())
}

/// The output of the program as it is shipped, and its wall time.
fn tesuji(root: &Path, arguments: &[&str]) -> io::Result<(String, Duration)> {
    let program = target(root).join("dist/tesuji");
    run(root, &program.to_string_lossy(), arguments)
}

/// The standard output and the wall time of a command that must succeed.
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

/// A new folder: today's date, the kind of machine, and a number from the second run on.
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

#[cfg(feature = "testing")]
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
    fn counts_what_is_said_of_boards() {
        let lines = "{\"id\":\"a\",\"winner\":\"black\",\"decided\":true,\"nodes\":5,\"seconds\":0.5}\n\
            {\"opening\":\"d4\",\"winner\":null,\"decided\":false,\"nodes\":7,\"seconds\":0.25}\n";
        let counts = count_boards(lines).unwrap();
        assert_eq!((counts.problems, counts.undecided, counts.nodes), (2, 1, 12));
        assert!((counts.seconds - 0.75).abs() < 1e-9 && (counts.slowest - 0.5).abs() < 1e-9);
        assert!(count_boards("{\"decided\":true,\"nodes\":5,\"seconds\":0.5}").unwrap_err().contains("`opening`"));
        assert!(count_boards(&lines.replace("decided", "answer")).unwrap_err().contains("a has no `decided`"));
    }

    #[test]
    fn a_wrong_answer_is_not_timed() {
        let wrong = "{\"id\":\"a\",\"answer\":\"fails\",\"expected\":true,\"nodes\":5,\"seconds\":0.5}";
        assert_eq!(count(wrong).unwrap_err(), "a fails, expected: holds");
        assert!(count("{\"id\":\"a\",\"answer\":\"holds\",\"seconds\":1.0}").unwrap_err().contains("`nodes`"));
        assert!(count("table").is_err());
    }

    #[test]
    fn a_limit_shows_in_the_ratios() {
        let row = |answer: &str, nodes: u64| {
            format!("{{\"id\":\"x\",\"answer\":\"{answer}\",\"empties\":20,\"nodes\":{nodes}}}\n")
        };
        let table = compare(&row("undecided", 5000), &row("holds", 300), &row("holds", 2)).unwrap();
        assert_eq!(table.lines().last(), Some("| x | 20 | > 5000 | 300 | 2 | > 2500 | 150 |"));
        assert!(compare(&row("holds", 1), "", &row("holds", 1)).is_err());
        assert!(compare(&row("holds", 1), &row("holds", 1).replace('x', "y"), &row("holds", 1)).is_err());
    }

    #[test]
    fn suites_are_problem_files() {
        let problem = "# one\n[[problem]]\n";
        let tree = Tree::of([
            ("examples/a.toml", problem),
            ("examples/b.sgf", ""),
            ("examples/match.toml", "[[player]]\n"),
            ("testdata/claims/c.toml", problem),
        ]);
        assert_eq!(suites(&tree).unwrap(), ["examples/a.toml", "testdata/claims/c.toml"]);
        assert!(suites(&Tree::of([("examples/a.toml", problem)])).is_err());
    }
}
