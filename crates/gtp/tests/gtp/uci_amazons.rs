//! `python/uci_amazons.py`: a UCI engine as a GTP program. The engine here is a script that does what a test needs.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tesuji_engine::{GameSpec, PlayerSpec};
use tesuji_gtp::serve::{EngineSettings, serve};

/// Writes down its input, and chooses its move by the number of moves it was given.
const ENGINE: &str = r#"
import os, select, sys
behaviour, log = sys.argv[1], open(sys.argv[2], "a", buffering=1)
print(os.getpid(), file=log)
moves = {0: "d1d7,d7g7", 1: "a7a5,a5d5", 2: "g1g6,g6d6"}
answer = None

def say(line):
    print(line, flush=True)

for line in sys.stdin:
    log.write(line)
    words = line.split()
    if words == ["uci"]:
        say("id name Scripted 1")
        say("option name UCI_Variant type combo default chess var chess" + " var amazons" * (behaviour != "chess"))
        if behaviour != "fixed-size":
            say("option name VariantPath type string default <empty>")
        say("option name Hash type spin default 16 min 1 max 64")
        say("uciok")
    elif words == ["isready"]:
        say("readyok")
    elif words[:3] == ["setoption", "name", "VariantPath"]:
        log.write(open(words[-1]).read())
    elif words[:1] == ["position"]:
        answer = moves.get(len(words[words.index("moves") + 1:]) if "moves" in words else 0)
    elif words[:1] == ["go"]:
        if behaviour == "ends":
            sys.exit(3)
        if behaviour == "spins":
            while not select.select([0], [], [], 0)[0]:
                pass
        if behaviour in ("waits", "spins"):
            continue
        answer = {"cheats": "d1d10,d10d9", "babbles": "dunno", "gives-up": "(none)"}.get(behaviour, answer)
        say("info depth 1 score cp 12 nodes 7 pv " + answer)
        say("info string nothing")
        say("bestmove " + answer + " ponder a7a5,a5d5")
    elif words == ["stop"] and behaviour in ("waits", "spins"):
        say("bestmove " + answer)
    elif words == ["quit"]:
        break
"#;

struct Bench {
    folder: TempDir,
}

/// End of a run.
struct Run {
    stdout: String,
    stderr: String,
    status: Option<i32>,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("engine.py"), ENGINE).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Input of the engine, line by line, after its process number.
    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    fn start(&self, options: &str, behaviour: &str) -> Child {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/uci_amazons.py");
        let mut command = Command::new("python3");
        command.arg(script).args(options.split_whitespace());
        command.arg("python3").arg(self.path("engine.py")).arg(behaviour).arg(self.path("log"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the tests need `python3`")
    }

    /// Runs the program on a complete input.
    fn run(&self, options: &str, behaviour: &str, input: &str) -> Run {
        let mut child = self.start(options, behaviour);
        // The test may be about a program that ends before it has read everything.
        _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { stdout: text(output.stdout), stderr: text(output.stderr), status: output.status.code() }
    }

    /// The answers to an input, after which the program ends normally.
    fn answers(&self, options: &str, behaviour: &str, input: &str) -> Vec<String> {
        let run = self.run(options, behaviour, input);
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
        let parts: Vec<&str> = run.stdout.split_terminator("\n\n").collect();
        parts.into_iter().map(str::to_owned).collect()
    }

    /// Whether the engine's process is still there. A zombie does not count.
    fn engine_lives(&self) -> bool {
        let log = self.log();
        let status = fs::read_to_string(format!("/proc/{}/stat", log.lines().next().unwrap()));
        status.is_ok_and(|status| !status.rsplit(") ").next().unwrap().starts_with('Z'))
    }

    fn wait_until(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let until = Instant::now() + Duration::from_secs(60);
        while !is_so(self) {
            assert!(Instant::now() < until, "not {what}: {}", self.log());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn moves_are_told_and_chosen_in_both_spellings() {
    let bench = Bench::new();
    let input = "name\n1 boardsize 10\nclear_board\n7 genmove b\ntesuji-comment\n# a remark\nplay w a7-a5/d5\n\
                 genmove black\nundo\nundo\nplay White A7 - A5 (A6) # another\ntesuji-position\nquit\n";
    let answers = bench.answers("--move-time 0.25 --option Hash=8", "plays", input);
    let expected = [
        "= Scripted 1",
        "=1",
        "=",
        "=7 d1-d7/g7",
        "= depth 1 score cp 12 nodes 7 pv d1d7,d7g7",
        "=",
        "= g1-g6/d6",
        "=",
        "=",
        "=",
        "= 3Q2Q3/10/10/3q2*2Q/*9/Q9/q8q/10/10/6q3 b - - 0 1",
        "=",
    ];
    assert_eq!(answers, expected);
    let log = bench.log();
    let start = "position fen 3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 b - - 0 1";
    for line in [
        "setoption name Hash value 8\n",
        "setoption name UCI_Variant value amazons\n",
        &format!("{start}\n"),
        &format!("{start} moves d1d7,d7g7 a7a5,a5d5\n"),
        "go movetime 250\n",
        "quit\n",
    ] {
        assert!(log.contains(line), "{line} is not in {log}");
    }
}

#[test]
fn other_boards_are_declared_as_variants_and_starts_are_ours() {
    let bench = Bench::new();
    let input = "boardsize 10\ntesuji-position\nboardsize 8 8\ntesuji-position\nboardsize 6\ntesuji-position\n\
                 boardsize 5\ntesuji-position\nboardsize 4\ntesuji-position\n\
                 tesuji-position 2*q/3Q w - - 0 1\ntesuji-position\n";
    let answers = bench.answers("--nodes 5", "plays", input);
    let mut ours = Vec::new();
    let amazons = GameSpec::Amazons { columns: 10, rows: 10, setup: None };
    serve(EngineSettings::new(amazons, PlayerSpec::Random, 1), Cursor::new(input), &mut ours).unwrap().unwrap();
    let ours = String::from_utf8(ours).unwrap();
    let ours: Vec<&str> = ours.split_terminator("\n\n").map(str::trim).collect();
    assert_eq!(answers, ours);
    let log = bench.log();
    for text in [
        "[amazons8x8:amazons]\nmaxRank = 8\nmaxFile = h\nstartFen = 2Q2Q2/8/Q6Q/8/8/q6q/8/2q2q2 b - - 0 1\n",
        "setoption name UCI_Variant value amazons8x8\n",
        "[amazons4x2:amazons]\nmaxRank = 2\nmaxFile = d\nstartFen = 2*q/3Q w - - 0 1\n",
    ] {
        assert!(log.contains(text), "{text} is not in {log}");
    }
}

#[test]
fn what_is_wrong_is_refused_and_play_goes_on() {
    let bench = Bench::new();
    let refused = [
        ("boardsize 7", "unacceptable size: expected one of 10x10, 8x8, 6x6, 5x5, 4x4"),
        ("boardsize 0x", "syntax error: expected columns"),
        ("tesuji-position 13/13 b", "unacceptable size: expected at most 12 columns and 10 rows"),
        ("tesuji-position 3/4 b", "not a FEN: all rows must have as many squares"),
        ("tesuji-position 3k/4 b", "not a FEN of Amazons: `k`"),
        ("tesuji-position 4 x", "not a FEN: expected rows and the player to move"),
        ("play b d1-d7", "`d1-d7` is no move: expected one such as d1-d7/g7"),
        ("play b d1-d11/d2", "illegal move: d1-d11/d2"),
        ("play b d1-d7/d10", "illegal move: d1-d7/d10"),
        ("play w a7-a5/a6", "illegal move: b is to move"),
        ("genmove", "syntax error: expected b, who is to move"),
        ("undo", "cannot undo"),
        ("showboard", "unknown command"),
    ];
    let input: String = refused.iter().map(|(line, _)| format!("{line}\ntesuji-position\n")).collect();
    let answers = bench.answers("--nodes 5", "plays", &input);
    assert_eq!(answers.len(), 2 * refused.len(), "{answers:?}");
    for (pair, (line, why)) in answers.chunks(2).zip(refused) {
        assert!(pair[0].starts_with(&format!("? {why}")), "{line}: {}", pair[0]);
        assert!(pair[1].ends_with("3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 b - - 0 1"), "{line}: {}", pair[1]);
    }
    for (behaviour, line, why) in [
        ("cheats", "genmove b", "the engine chose `d1d10,d10d9`, which is not allowed"),
        ("babbles", "genmove b", "the engine chose `dunno`, which is no move"),
        ("gives-up", "genmove b", "the engine chose `(none)`, which is no move"),
        ("fixed-size", "boardsize 8", "unacceptable size: the engine cannot be told of other boards than 10x10"),
        // A player who cannot move is not asked: the engine would have to invent a move.
        ("plays", "tesuji-position q*/*Q b\ngenmove b", "the game is over: there is no move"),
    ] {
        let answers = bench.answers("--nodes 5", behaviour, &format!("{line}\n"));
        assert_eq!(answers.last().map(String::as_str), Some(format!("? {why}").as_str()), "{behaviour}");
    }
}

#[test]
fn an_engine_that_cannot_go_on_ends_it_with_a_message() {
    let bench = Bench::new();
    for (options, behaviour, message) in [
        ("--nodes 5", "ends", "the engine has ended, with status 3"),
        ("--nodes 5", "chess", "Scripted 1 does not know the variant amazons"),
        ("--nodes 5 --option Threads=2", "plays", "the engine has no option Threads"),
        ("--nodes 5 /nonexistent/engine", "plays", "cannot start /nonexistent/engine: No such file or directory"),
    ] {
        let run = bench.run(options, behaviour, "genmove b\n");
        assert_eq!(run.status, Some(1), "{options} {behaviour}: {}", run.stderr);
        assert_eq!(run.stderr, format!("uci_amazons.py: {message}\n"));
        assert_eq!(run.stdout, "", "{options} {behaviour}");
    }
    let run = bench.run("", "plays", "");
    assert!(run.status == Some(2) && run.stderr.contains("say --move-time, --cpu-time or --nodes"), "{}", run.stderr);
}

#[test]
fn a_search_ends_when_the_controller_says_so_or_processor_time_is_used() {
    let bench = Bench::new();
    // The line interrupts every command before it in the input.
    let answers = bench.answers("--nodes 5", "waits", "genmove b\ngenmove w\n# interrupt\nundo\n");
    assert_eq!(answers, ["= d1-d7/g7", "= a7-a5/d5", "="]);
    let answers = bench.answers("--cpu-time 0.05", "spins", "genmove b\n");
    assert_eq!(answers, ["= d1-d7/g7"]);
    assert!(bench.log().contains("go infinite\nstop\n"), "{}", bench.log());
}

#[test]
fn no_engine_is_left_behind() {
    for signal in ["TERM", "INT", "HUP", "KILL"] {
        let bench = Bench::new();
        let mut child = bench.start("--nodes 5", "waits");
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"genmove b\n").unwrap();
        bench.wait_until("thinking", |bench| bench.log().contains("go nodes 5\n"));
        assert!(bench.engine_lives(), "{signal}");
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        assert!(!output.status.success() && output.stderr.is_empty(), "{signal}: {output:?}");
        bench.wait_until("left alone", |bench| !bench.engine_lives());
    }
}
