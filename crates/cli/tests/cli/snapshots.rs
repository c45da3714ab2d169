//! Status, output and messages of every command, compared with `snapshots/`: one file for each case.
//!
//! A case is a table of a file in `cases/`: `run` has command lines, quoted as in a shell, and `cat FILE`; `input` is the
//! standard input of each; `files` are copied from the repository and `texts` written into the folder before.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, panic, thread};

use regex::Regex;
use serde_json::Value as Json;
use tesuji_archive::store::Digest;
use toml::{Table, Value};

use crate::{Folder, Run};

/// The longest text that a snapshot holds, in bytes. Of a longer one it has the length and a hash.
const LONGEST: usize = 12_000;

/// Parts of the output that no two runs have in common, and what stands for them.
const VARIABLE: &[(&str, &str)] = &[
    // Times, speeds and the number of processors: they depend on the machine. So does the alignment before a time.
    (r#"("(?:[a-z_]*seconds|[a-z]+_cpu|cpu_of_a_move)":)[0-9.e+-]+"#, "$1<time>"),
    (r"( [0-9,]+) +[0-9]+\.[0-9]{3}(  |\n)", "$1 <time>$2"),
    (r" *(?:[0-9]+ min )?[0-9]+\.[0-9]+ (?:ms|s)( |,|;|\)|\n)", " <time>$1"),
    (r"[0-9,]+ nodes/s", "<speed> nodes/s"),
    // How far a search comes before a limit of time stops it.
    (r"undecided \([0-9,]+ nodes?", "undecided (<nodes>"),
    (r"(a limit was reached\n[0-9]+ sets? tried), [0-9,]+ nodes?", "$1, <nodes>"),
    (r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:\\]+Z", "<now>"),
    (r"DT\[[0-9-]+\]", "DT[<today>]"),
    (r#""threads":[0-9]+"#, "\"threads\":<number>"),
    (r"([Tt]esuji[ :])[0-9]+\.[0-9]+\.[0-9]+", "$1<version>"),
];

struct Case {
    name: String,
    table: Table,
}

impl Case {
    fn lines(&self) -> impl Iterator<Item = &str> {
        self.table["run"].as_str().unwrap().lines()
    }

    /// Output of the lines of the case, one below the other.
    fn session(&self) -> String {
        let folder = Folder::new();
        for path in self.table.get("files").and_then(Value::as_array).into_iter().flatten() {
            let path = root().join(path.as_str().unwrap());
            folder.write(path.file_name().unwrap().to_str().unwrap(), fs::read(&path).unwrap());
        }
        for (name, text) in self.table.get("texts").and_then(Value::as_table).into_iter().flatten() {
            folder.write(name, text.as_str().unwrap());
        }
        let input = self.table.get("input").and_then(Value::as_str).unwrap_or_default();
        let variable: Vec<_> = VARIABLE.iter().map(|&(regex, stands)| (Regex::new(regex).unwrap(), stands)).collect();
        let fixed = |text: &str| {
            let text = text.replace(folder.path("").to_str().unwrap(), "<folder>/");
            let text =
                variable.iter().fold(text, |text, (regex, stands)| regex.replace_all(&text, *stands).into_owned());
            // The last digits depend on the C library: on its logarithm, for example.
            let long = Regex::new(r"[0-9]+\.[0-9]{9,}").unwrap();
            let rounded = |found: &regex::Captures| format!("{:.8}", found[0].parse::<f64>().unwrap());
            long.replace_all(&text, rounded).into_owned()
        };
        let mut session = String::new();
        for line in self.lines() {
            let words = words(line);
            if let [cat, name] = &words[..]
                && cat == "cat"
            {
                let text = fs::read(folder.path(name)).map_or_else(
                    |error| format!("! {}\n", error.kind()),
                    |bytes| match String::from_utf8(bytes) {
                        Ok(text) => fixed(&without_times(name, &text)),
                        Err(error) => shortened(error.as_bytes()),
                    },
                );
                writeln!(session, "$ {line}\n{}", of_length(&text)).unwrap();
                continue;
            }
            let Run { status, stdout, stderr, .. } = folder.run_words(&words, input);
            if words.iter().any(|word| word == "--json") && status != 2 {
                check_json(&words, &stdout);
            }
            writeln!(session, "$ tesuji {line}\n{}", of_length(&fixed(&stdout))).unwrap();
            for message in fixed(&stderr).lines() {
                writeln!(session, "! {message}").unwrap();
            }
            writeln!(session, "[status {status}]\n").unwrap();
        }
        session
    }
}

/// Checks each line that a command has printed with `--json` against its schema.
fn check_json(words: &[String], stdout: &str) {
    let schema = tesuji_cli::schema_of(&words[..2]).or_else(|_| tesuji_cli::schema_of(&words[..1])).unwrap();
    for line in stdout.lines() {
        let object = serde_json::from_str(line).unwrap();
        fits(&schema, &object, "").unwrap_or_else(|fault| panic!("{words:?}: {fault} in {line}"));
    }
}

/// Whether a value has this shape, as far as our schemas use the language of schemas.
fn fits(schema: &Json, value: &Json, place: &str) -> Result<(), String> {
    if let Some(all) = schema["anyOf"].as_array() {
        let faults: Vec<String> = all.iter().filter_map(|one| fits(one, value, place).err()).collect();
        return if faults.len() < all.len() { Ok(()) } else { Err(faults.join(", ")) };
    }
    if let Some(expected) = schema.get("const").filter(|expected| *expected != value) {
        return Err(format!("{place}: {value}, expected {expected}"));
    }
    let kind = match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(number) if number.is_f64() => "number",
        Json::Number(_) => "integer",
        Json::String(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    };
    let is_kind = |name: &Json| name == kind || (name == "number" && kind == "integer");
    let kinds = schema.get("type").map(|kinds| kinds.as_array().map_or(is_kind(kinds), |all| all.iter().any(is_kind)));
    if kinds == Some(false) {
        return Err(format!("{place}: {value}, expected {}", schema["type"]));
    }
    for item in value.as_array().into_iter().flatten() {
        fits(&schema["items"], item, &format!("{place}[]"))?;
    }
    let Some(fields) = value.as_object().filter(|_| schema.get("type").is_some()) else { return Ok(()) };
    let required = schema["required"].as_array().into_iter().flatten();
    if let Some(missing) = required.filter_map(Json::as_str).find(|key| !fields.contains_key(*key)) {
        return Err(format!("{place}: no `{missing}`"));
    }
    for (key, value) in fields {
        let shape = schema["properties"].get(key).unwrap_or(&schema["additionalProperties"]);
        if shape == false {
            return Err(format!("{place}: unexpected `{key}`"));
        }
        fits(shape, value, &format!("{place}.{key}"))?;
    }
    Ok(())
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn here(name: &str) -> std::path::PathBuf {
    root().join("crates/cli/tests/cli").join(name)
}

/// All commands below this one, without `help`, each with the words that name it.
fn commands(command: &clap::Command, words: &[&str]) -> Vec<String> {
    let inner = command.get_subcommands().filter(|inner| inner.get_name() != "help");
    let below = inner.flat_map(|inner| commands(inner, &[words, &[inner.get_name()]].concat()));
    below.chain((!words.is_empty()).then(|| words.join(" "))).collect()
}

/// The cases of the files, and the help of each command.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let help = |command: &str| {
        let table = Table::from_iter([("run".to_owned(), Value::from(format!("{command} --help").trim()))]);
        Case { name: format!("help {command}").trim().replace(' ', "-"), table }
    };
    let mut cases: Vec<Case> = commands(&tesuji_cli::command(), &[]).iter().map(|command| help(command)).collect();
    cases.push(help(""));
    for entry in fs::read_dir(here("cases")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let table: Table = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        cases.extend(table.into_iter().map(|(name, table)| Case { name, table: table.try_into().unwrap() }));
    }
    cases
});

/// The words of a command line; what stands between `'` is one word.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// The text, or if it is long its length and hash.
fn of_length(text: &str) -> String {
    if text.len() <= LONGEST && !text.contains("<svg") { text.to_owned() } else { shortened(text.as_bytes()) }
}

/// The length and a hash.
fn shortened(bytes: &[u8]) -> String {
    format!("<{} bytes, hash {:.16}>\n", bytes.len(), Digest::of(bytes).to_string())
}

/// A table without its columns of processor time.
fn without_times(name: &str, text: &str) -> String {
    if !name.ends_with(".csv") {
        return text.to_owned();
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let is_time = |at: usize| rows.first().is_some_and(|heads| heads[at].ends_with("seconds"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (number, row) in rows.iter().enumerate() {
        let cell = |(at, cell)| if number > 0 && is_time(at) { "<time>" } else { cell };
        writer.write_record(row.iter().enumerate().map(cell)).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

#[test]
fn output_is_that_of_the_snapshots() {
    let next = AtomicUsize::new(0);
    let run = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let cases = numbers.map_while(|number| CASES.get(number));
        cases.map(|case| (&*case.name, case.session())).collect::<Vec<_>>()
    };
    let mut sessions: Vec<(&str, String)> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..thread::available_parallelism().map_or(1, usize::from)).map(|_| scope.spawn(run)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    sessions.sort_unstable();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(here("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let differ = |(name, session): &&(&str, String)| {
        let compare = || settings.bind(|| insta::assert_snapshot!(*name, session));
        panic::catch_unwind(panic::AssertUnwindSafe(compare)).is_err()
    };
    let differing: Vec<&str> = sessions.iter().filter(differ).map(|&(name, _)| name).collect();
    assert!(
        differing.is_empty(),
        "other output than in the snapshots: {differing:?}; CONTRIBUTING.md says how to accept it"
    );
}

#[test]
fn every_command_has_a_snapshot_and_every_snapshot_a_case() {
    let lines = CASES.iter().filter(|case| !case.name.starts_with("help")).flat_map(Case::lines);
    let lines: Vec<String> = lines.map(|line| format!("{line} ")).collect();
    for command in commands(&tesuji_cli::command(), &[]) {
        assert!(
            lines.iter().any(|line| line.starts_with(&format!("{command} "))),
            "no case of cases/ runs `{command}`"
        );
    }
    let names: BTreeSet<String> = CASES.iter().map(|case| format!("{}.snap", case.name)).collect();
    assert_eq!(names.len(), CASES.len(), "two cases of one name");
    let is_kept = |name: &String| name.ends_with(".snap");
    let files = fs::read_dir(here("snapshots")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(files.filter(is_kept).collect::<BTreeSet<_>>(), names, "snapshots, and cases that write them");
}
