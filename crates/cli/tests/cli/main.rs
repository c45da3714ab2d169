//! The binary as its users meet it: what it prints, writes and answers to a script.

#[macro_use]
extern crate tesuji_testing;

mod amazons;
mod amazons_journey;
mod amazons_records;
mod analyses;
mod boards;
mod bounds;
mod certificates;
#[cfg(unix)]
mod ends;
mod fit;
mod forms;
#[cfg(unix)]
mod gtp;
mod maps;
mod matches;
mod measure;
mod openings;
mod pasted;
/// Shared with the tests of `gtp`.
#[cfg(target_os = "linux")]
#[path = "../../../gtp/tests/gtp/peers.rs"]
mod peers;
mod pictures;
mod plays;
mod prove;
mod records;
mod reviews;
mod serves;
mod shapes;
mod short_matches;
mod snapshots;
mod stores;
mod strategies;
mod studies;
mod tables;
mod traces;
mod tunes;
mod work;
mod workshop;

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The ziggurat and two smaller claims, one of them false.
///
/// ```text
/// # # o .      . o .      o
///  # . . .      . .        x   (a2 is the only way down)
///   . . . .
/// ```
pub(crate) const PROBLEMS: &str = "\
[[problem]]
id = 'ziggurat'
owner = 'black'
expect = 'holds'
goal = 'A-bottom'
diagram = '''
# # A .
 # . . .
  . . . .
'''

[[problem]]
id = 'no bridge'
owner = 'black'
expect = 'fails'
goal = 'A-bottom'
diagram = '''
# A
 # .
'''

[[problem]]
id = 'graph'
owner = 'white'
goal = 'x-end'
nodes = 'x, y, z'
links = 'x-y, x-z'
terminals = { end = 'y, z' }
stones = 'x'
carrier = 'y, z'
";

/// The result of a run of the binary.
pub(crate) struct Run {
    pub(crate) arguments: String,
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// A folder in which the binary runs.
pub(crate) struct Folder(TempDir);

impl Run {
    pub(crate) fn new(arguments: &str, output: Output) -> Self {
        Self {
            arguments: arguments.to_owned(),
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Checks that nothing was printed but a message with these words.
    pub(crate) fn assert_refused(&self, words: &str) {
        let Self { arguments, .. } = self;
        assert_eq!((self.status, self.stdout.as_str()), (2, ""), "{arguments}: {}", self.stderr);
        // Long messages are wrapped, with a bar before each line.
        let message = self.stderr.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(message.contains(words), "{arguments}: {message}");
    }
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn names(&self, name: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(name)).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
        command.args(arguments.split_whitespace()).current_dir(self.0.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs commands that are refused. Each has its arguments, which take the place of `{}`, and words of the message.
    pub(crate) fn refuses(&self, command: &str, cases: &[(&str, &str)]) {
        for (arguments, words) in cases {
            self.run(&command.replace("{}", arguments)).assert_refused(words);
        }
    }

    pub(crate) fn run(&self, arguments: &str) -> Run {
        self.run_with(arguments, "")
    }

    pub(crate) fn run_with(&self, arguments: &str, input: &str) -> Run {
        self.run_words(&arguments.split_whitespace().collect::<Vec<_>>(), input)
    }

    /// Runs with these arguments, which may contain spaces.
    pub(crate) fn run_words(&self, arguments: &[impl AsRef<OsStr> + Display], input: &str) -> Run {
        let mut child = self.command("").args(arguments).stdin(Stdio::piped()).spawn().unwrap();
        // A binary that does not read its input may already have closed it.
        _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        Run::new(&arguments.join(" "), child.wait_with_output().unwrap())
    }
}

/// Issue 16: the program does not ask the system for more threads than there can be.
#[test]
fn threads_and_memory_have_a_bound() {
    let folder = Folder::new();
    folder.write("problems.toml", PROBLEMS);
    folder.write(
        "match.toml",
        "format = 'match'\ngames = 2\nconcurrency = 100000\nseed = 1\n[game]\ngame = 'hex'\ncolumns = 3\nrows = 3\n\
        [[player]]\nname = 'one'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'random'\n",
    );
    for (arguments, option) in [
        ("solve a1 --board 3 --threads 100000", "--threads"),
        ("solve a1 --board 3 --jobs 100000", "--jobs"),
        ("openings --board 3 --threads 100000", "--threads"),
        ("prove problems.toml --jobs 100000", "--jobs"),
        ("analyze --board 3x3 --playouts 100 --threads 100000", "--threads"),
        ("match match.toml", "concurrency"),
    ] {
        let run = folder.run(arguments);
        let told = run.stderr.lines().next().unwrap_or_default();
        assert!(told.starts_with(&format!("`{option}` is 100,000: no more than 1,024 threads")), "{arguments}: {told}");
        assert_eq!(run.status, 0, "{arguments}: {}", run.stderr);
    }
    folder.run("solve a1 --board 3 --memory 99999999G").assert_refused("the memory of this machine");
    let run = folder.run_with("gtp --game hex", "tesuji-param memory_mib 99999999\ntesuji-param threads 100000\n");
    let refused: Vec<&str> = run.stdout.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert!(refused.len() == 2 && refused.iter().all(|answer| answer.starts_with("? ")), "{}", run.stdout);
    assert!(refused[0].contains("memory_mib is 99999999, expected at least 1 and no more MiB"), "{}", refused[0]);
    folder.run("gtp --game hex --set memory_mib=99999999").assert_refused("memory_mib");
}

tesuji_testing::main!(tesuji_cli);
