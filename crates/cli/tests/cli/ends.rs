//! Ends of the engine: when its input ends, its reader goes away, or a signal comes; and the part of a script that is
//! answered (issue 16).

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use super::Folder;

/// A command that never ends by itself: who wins on the empty 11x11 board, without a bound.
const ENDLESS: &str = "tesuji-find-winning b 0";

/// An engine that is working on something.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts an engine and gives it this command. The engine has taken the command when this returns.
    fn at_work(arguments: &str, command: &str) -> Self {
        let folder = Folder::new();
        let mut child = folder.command(arguments).stdin(Stdio::piped()).spawn().expect("the binary has been built");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        writeln!(input, "name\n{command}").expect("the engine reads");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("the engine answers");
        assert_eq!(answer, "= Tesuji\n");
        thread::sleep(Duration::from_secs(1));
        Self { child, input, output }
    }
}

/// Everything that takes longer than a controller waits. Options, commands that are answered at once, and the one that
/// is at work when the controller goes.
const AT_WORK: [(&str, &str, &str); 28] = [
    ("hex --board 13", "", "genmove b"),
    ("hex --board 11 --player uct", "", "genmove b"),
    ("hex --board 11 --player alpha-beta --depth 30", "", "genmove b"),
    ("hex --board 11 --player takada2014-alpha-beta --depth 30", "", "reg_genmove w"),
    ("hex --board 11 --player takada2014-uct", "", "genmove b"),
    ("hex --board 19", "", "tesuji-analyze b 1000"),
    ("hex --board 11 --player uct", "", "kata-genmove_analyze b 1000"),
    ("hex --board 11", "tesuji-param solve_time off", "dfpn-solver-find-winning b live"),
    ("hex --board 11", "", "tesuji-solve-moves b 0"),
    ("hex --board 11", "", "dfpn-solve-state b 0"),
    ("hex --board 11", "", "tesuji-get-pv b 0"),
    ("hex --board 19", "play b j10", "vc-build w"),
    ("hex --board 19", "play b j10", "tesuji-overlay inferior w"),
    ("hex --board 19", "play b j10", "tesuji-vc-between b j10 north"),
    ("hex --board 19", "play b j10", "tesuji-figures betweenness b"),
    ("hex --board 19", "play b j10", "tesuji-heat criticality b"),
    ("hex --board 19", "play b j10", "tesuji-overlay measures"),
    ("go --board 19", "", "genmove b"),
    ("go --board 19 --player uct", "", "genmove b"),
    ("go --board torus:19x19", "", "kata-analyze b 1000 ownership true"),
    ("go --board 19", "play b D4", "tesuji-pairs pairs w"),
    ("go --board 19", "play b D4", "final_status_list dead"),
    ("amazons", "", "genmove b"),
    ("amazons --player uct", "", "genmove b"),
    ("amazons --player alpha-beta --evaluator lieberum --depth 30", "", "genmove b"),
    ("amazons", "", "lz-analyze b 1000"),
    ("amazons", "", "tesuji-find-winning b 0"),
    ("amazons", "", "tesuji-solve-state b 0"),
];

#[test]
fn a_controller_that_goes_ends_everything() {
    let cases = Mutex::new(AT_WORK.iter());
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some((options, before, command)) = { cases.lock().expect("no panic").next() } {
                    let arguments = format!("gtp --memory 64M --time 1000000 --game {options}");
                    let Engine { child, input, output } = Engine::at_work(&arguments, &format!("{before}\n{command}"));
                    drop(input);
                    let since = Instant::now();
                    assert!(end(child).success(), "{options}: {command}");
                    // It takes less than a second on an idle machine, and this one is at work on five more.
                    assert!(since.elapsed() < Duration::from_secs(10), "{options}: {command}: {:?}", since.elapsed());
                    drop(output);
                }
            });
        }
    });
}

/// Waits for the end much longer than it may take, so that a busy machine causes no failure.
fn end(mut child: Child) -> ExitStatus {
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(60) {
        if let Some(status) = child.try_wait().expect("the child is ours") {
            return status;
        }
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("the child is ours");
    panic!("the engine goes on");
}

#[test]
fn who_held_the_input_and_goes_ends_what_is_at_work() {
    for (command, answer) in [
        (ENDLESS, "? unknown: "),
        ("tesuji-solve-state b 0\ntesuji-solve-state w 0", "= unknown"),
        ("tesuji-get-pv b 0", "="),
        ("genmove b", "= "),
        ("lz-analyze 100", "="),
    ] {
        let arguments = "gtp --game hex --board 11 --time 1000000 --memory 64M";
        let Engine { child, input, mut output } = Engine::at_work(arguments, command);
        drop(input);
        assert!(end(child).success(), "{command}");
        let mut told = String::new();
        output.read_to_string(&mut told).expect("the output is text");
        assert!(told.trim_start().starts_with(answer), "{command}: {told}");
        let n_answers = told.lines().filter(|line| line.starts_with(['=', '?'])).count();
        assert_eq!(n_answers, command.lines().count(), "each command is answered: {told}");
    }
}

#[test]
fn the_engine_ends_when_nobody_reads_it() {
    for command in [ENDLESS, "genmove b", ""] {
        let arguments = "gtp --game hex --board 11 --time 1000000 --memory 64M --ponder";
        let Engine { child, input, output } = Engine::at_work(arguments, command);
        drop(output);
        assert!(end(child).success(), "{command}");
        drop(input);
    }
}

#[test]
fn a_signal_ends_the_engine() {
    // Other signals may be ignored, as they are behind `nohup` or `&`.
    let Engine { child, input: _input, output: _output } = Engine::at_work("gtp --game hex", ENDLESS);
    let sent = Command::new("kill").args(["-s", "TERM", &child.id().to_string()]).status();
    assert!(sent.expect("every system has `kill`").success());
    assert_eq!(end(child).signal(), Some(15));
}

/// A file of commands that is read to its end at once, or one that says `quit`, is answered in full however long that
/// takes.
#[test]
fn a_script_is_answered_in_full() {
    // This takes longer than the engine waits after its reader has gone; each new game begins without what was learnt.
    const LONG: &str = "clear_board\ntesuji-find-winning b 0\n";
    let script = format!("boardsize 6\n{}", LONG.repeat(6));
    let folder = Folder::new();
    let told = folder.run_with("gtp --game hex --memory 64M", &script);
    assert_eq!(told.stdout.matches("= f1 ").count(), 6, "{}", told.stdout);
    assert!(!told.stdout.contains("unknown"), "{}", told.stdout);
    let mut child = folder.command("gtp --game hex --memory 64M").stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{script}quit").unwrap();
    thread::sleep(Duration::from_millis(600));
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), told.stdout + "= \n\n");
}
