//! Engines that behave and engines that do not. Each is a few lines of shell.
//!
//! Every fault has the right type, comes within the limits, and leaves no process behind.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tesuji_gtp::Client;
use tesuji_gtp::client::{AnswerLimits, EngineCommand, EngineFault, FaultKind, MOST_ANSWER_BYTES};
use tesuji_gtp::protocol::AnswerError;

/// Far more time than any machine needs to start a shell: it is reached only if something hangs.
const AMPLE: Duration = Duration::from_secs(60);
/// The time given to an engine that will not answer.
const SHORT: Duration = Duration::from_millis(300);

/// Answers every command.
const POLITE: &str =
    r#"while read -r id name rest; do printf '=%s %s\n\n' "$id" "$name"; [ "$name" = quit ] && exit; done"#;
/// Reads one command and leaves its id in `$id`.
const ASKED: &str = "read -r id rest;";

/// A running engine written in shell. All its processes can be found.
struct Engine {
    client: Client,
    mark: String,
}

impl Engine {
    fn start(script: &str) -> Self {
        static N_ENGINES: AtomicU32 = AtomicU32::new(0);
        let number = N_ENGINES.fetch_add(1, Ordering::Relaxed);
        Self::marked(script, format!("{}.{number}", process::id()))
    }

    fn marked(script: &str, mark: String) -> Self {
        let command = EngineCommand {
            program: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
            environment: vec![("MARK".into(), mark.clone().into())],
            folder: None,
        };
        Self { client: Client::start(&command).expect("there is a shell"), mark }
    }

    fn send(&mut self, limits: AnswerLimits) -> Result<String, EngineFault> {
        let answer = self.client.send("genmove b", limits)?;
        Ok(answer.result.expect("none of these engines refuses"))
    }

    /// Asks the engine and expects a fault, after which no process is left.
    fn fault(mut self, limits: AnswerLimits) -> EngineFault {
        let fault = self.send(limits).expect_err("this engine does not answer");
        expect_nobody(&self.mark);
        assert_eq!(self.send(limits), Err(fault.clone()), "a dead engine stays dead");
        assert_eq!(self.client.fault(), Some(&fault));
        assert_eq!(fault.to_string().lines().count(), 1, "one clear line: {fault}");
        fault
    }
}

/// Waits until no process of an engine lives. Zombies only wait for their parent and have no environment.
fn expect_nobody(mark: &str) {
    let started = Instant::now();
    while !living(mark).is_empty() {
        assert!(started.elapsed() < AMPLE, "still there: {:?}", living(mark));
        thread::yield_now();
    }
}

/// The processes of an engine and its children.
fn living(mark: &str) -> Vec<String> {
    let variable = format!("MARK={mark}");
    let bears_mark = |process: &str| {
        fs::read(format!("/proc/{process}/environ"))
            .is_ok_and(|bytes| bytes.split(|&byte| byte == 0).any(|entry| entry == variable.as_bytes()))
    };
    let entries = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().into_string().ok());
    entries.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())).filter(|name| bears_mark(name)).collect()
}

#[test]
fn an_answer_in_pieces_is_followed_until_it_is_stopped() {
    // It says more and more until a line comes, then answers as every other engine does.
    let script = format!(
        "{ASKED} printf '=%s\\ninfo 1\\n' $id; sleep 0.1; echo info 2; read -r stop; printf 'info 3\\n\\n'; {POLITE}"
    );
    let mut engine = Engine::start(&script);
    let mut lines = Vec::new();
    let answer = engine.client.follow("lz-analyze b", wall(AMPLE), &mut |line| {
        lines.extend(line.map(str::to_owned));
        lines.len() < 2
    });
    assert_eq!(
        (lines.as_slice(), answer.unwrap().result),
        (&["info 1".to_owned(), "info 2".to_owned()][..], Ok("\ninfo 3".to_owned()))
    );
    assert_eq!(engine.send(wall(AMPLE)).unwrap(), "genmove");
    // One that goes on after it was stopped is killed.
    let mut endless = Engine::start("read -r id rest; printf '=%s\\n' $id; while :; do echo info; sleep 0.01; done");
    let fault = endless.client.follow("lz-analyze b", wall(SHORT), &mut |line| line.is_none()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Timeout { limit: SHORT });
    expect_nobody(&endless.mark);
    let mut large = Engine::start("read -r id rest; printf '=%s\\n' $id; sleep 3600.5");
    let limits = AnswerLimits { memory: Some(1), ..wall(AMPLE) };
    assert_eq!(large.client.follow("x", limits, &mut |_| true).unwrap_err().kind, FaultKind::Memory { limit: 1 });
    assert_eq!(Engine::start(POLITE).fault(limits).kind, FaultKind::Memory { limit: 1 }, "at the end of an answer too");
}

#[test]
fn an_engine_is_killed_when_its_flag_is_set() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut engine = Engine::start("read -r id rest; sleep 3600.5");
    engine.client = engine.client.stopped_by(Arc::clone(&stop));
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(SHORT);
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(engine.send(wall(AMPLE)).unwrap_err().kind, FaultKind::Stopped);
    });
    expect_nobody(&engine.mark);
    // One that is idle can still say goodbye.
    let idle = Engine::start(POLITE);
    assert!(idle.client.stopped_by(stop).quit(AMPLE).is_some_and(|status| status.success()));
}

fn wall(limit: Duration) -> AnswerLimits {
    AnswerLimits::wall(limit)
}

#[test]
fn a_polite_engine_answers_and_ends() {
    let mut engine = Engine::start(POLITE);
    for _ in 0..100 {
        assert_eq!(engine.send(wall(AMPLE)), Ok("genmove".to_owned()));
    }
    assert_eq!(living(&engine.mark).len(), 1);
    let Engine { client, mark } = engine;
    assert!(client.quit(AMPLE).is_some_and(|status| status.success()));
    expect_nobody(&mark);
}

#[test]
fn an_answer_that_refuses_is_an_answer() {
    let mut engine = Engine::start(&format!(r"{ASKED} printf '?%s no\n such move\n\n' $id; read -r x"));
    let answer = engine.client.send("play b z99\nquit", wall(AMPLE)).unwrap();
    assert_eq!(answer.result, Err("no\n such move".to_owned()));
}

#[test]
fn a_careless_engine_is_understood() {
    // No id, Windows line ends, blank lines before and after, a slow writer.
    let script =
        format!(r"printf '\r\n\n'; {ASKED} printf '='; sleep 0.05; printf ' B4\r\n\r'; printf '\n\n\n'; read -r x");
    let mut engine = Engine::start(&script);
    assert_eq!(engine.send(wall(AMPLE)), Ok("B4".to_owned()));
}

#[test]
fn a_program_that_is_none_is_named() {
    let command = EngineCommand { program: "./no-such-engine".into(), ..EngineCommand::default() };
    let error = Client::start(&command).expect_err("there is no such file");
    assert!(error.to_string().starts_with("cannot start `./no-such-engine`: No such file"), "{error}");
    assert_eq!(error.source.kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn a_hanging_engine_runs_out_of_time() {
    for script in [
        "sleep 1000",
        "while :; do :; done",
        "trap '' TERM HUP INT QUIT; while :; do sleep 1000; done",
        // An answer that is never complete.
        &format!(r"{ASKED} printf '=%s B4\n' $id; sleep 1000"),
        // An answer that comes too late.
        &format!(r"{ASKED} sleep 1; printf '=%s B4\n\n' $id; sleep 1000"),
        // An engine that stopped itself.
        "kill -STOP $$",
    ] {
        let started = Instant::now();
        let fault = Engine::start(script).fault(wall(SHORT));
        assert_eq!(fault.kind, FaultKind::Timeout { limit: SHORT }, "{script}");
        assert!(started.elapsed() >= SHORT, "{script}");
    }
}

#[test]
fn an_engine_that_does_not_read_runs_out_of_time() {
    let mut engine = Engine::start("sleep 1000");
    let long = "x".repeat(1 << 20);
    let fault = engine.client.send(&long, wall(SHORT)).expect_err("no pipe holds so much");
    assert_eq!(fault.kind, FaultKind::Timeout { limit: SHORT });
    expect_nobody(&engine.mark);
}

#[test]
fn processor_time_is_that_of_the_group() {
    let limits = AnswerLimits { cpu: Some(SHORT), ..AnswerLimits::wall(AMPLE) };
    let fault = FaultKind::CpuTimeout { limit: SHORT };
    assert_eq!(Engine::start("while :; do :; done").fault(limits).kind, fault);
    // The engine sleeps while its children work: one beside it, or always new ones that it waits for.
    assert_eq!(Engine::start("(while :; do :; done) & wait").fault(limits).kind, fault);
    assert_eq!(
        Engine::start("while :; do dd if=/dev/zero of=/dev/null count=99999 2>&-; done").fault(limits).kind,
        fault
    );
    // An answer that took too much processor time is too late.
    let late =
        format!(r"{ASKED} i=0; while [ $i -lt 999999 ]; do i=$((i+1)); done; printf '=%s B4\n\n' $id; read -r x");
    let limit = Duration::from_millis(20);
    assert_eq!(
        Engine::start(&late).fault(AnswerLimits { cpu: Some(limit), ..AnswerLimits::wall(AMPLE) }).kind,
        FaultKind::CpuTimeout { limit }
    );
    // Sleeping costs nothing.
    let mut idle = Engine::start(&format!(r"{ASKED} sleep 0.5; printf '=%s B4\n\n' $id; read -r x"));
    assert_eq!(idle.send(limits), Ok("B4".to_owned()));
    assert!(idle.client.cpu_time().is_some_and(|time| time < SHORT));
}

#[test]
fn a_crashing_engine_tells_how_it_ended() {
    let crash = |script: &str| {
        let fault = Engine::start(script).fault(wall(AMPLE));
        match fault.kind {
            FaultKind::Crashed { status } => (status.code(), status.signal(), fault.to_string()),
            kind => panic!("{script}: {kind:?}"),
        }
    };
    assert_eq!(crash("exit 3").0, Some(3));
    assert_eq!(crash(&format!("{ASKED} kill -SEGV $$")).1, Some(11));
    assert_eq!(crash(&format!("{ASKED} printf '=%s B4' $id")).0, Some(0), "half an answer");
    let (code, _, line) = crash(&format!("{ASKED} echo 'out of\tmemory' >&2; echo >&2; exit 1"));
    assert_eq!(code, Some(1));
    assert_eq!(line, r"`genmove b`: the engine ended (exit status: 1); its last words: `out of\tmemory`");
}

#[test]
fn a_crash_is_seen_although_a_child_holds_the_pipes() {
    let fault = Engine::start(&format!("sleep 1000 & {ASKED} exit 4")).fault(wall(AMPLE));
    assert!(matches!(fault.kind, FaultKind::Crashed { status } if status.code() == Some(4)), "{fault}");
}

#[test]
fn an_answer_before_the_end_counts() {
    let mut engine = Engine::start(&format!(r"{ASKED} printf '=%s B4\n\n' $id"));
    assert_eq!(engine.send(wall(AMPLE)), Ok("B4".to_owned()));
    assert!(matches!(engine.fault(wall(AMPLE)).kind, FaultKind::Crashed { .. }));
}

#[test]
fn a_closed_pipe_is_a_fault() {
    for script in ["exec >&-; sleep 1000", "exec <&-; sleep 1; exec >&-; sleep 1000"] {
        assert_eq!(Engine::start(script).fault(wall(AMPLE)).kind, FaultKind::Closed, "{script}");
    }
}

#[test]
fn garbage_is_shown() {
    let garbage = |script: &str| match Engine::start(&format!("{ASKED} {script}; sleep 1000")).fault(wall(AMPLE)).kind {
        FaultKind::Garbage(error) => error,
        kind => panic!("{script}: {kind:?}"),
    };
    assert_eq!(garbage("echo hello"), AnswerError::Mark { line: "hello".to_owned() });
    assert!(matches!(garbage(r"printf '\376'; head -c 100000 /dev/urandom"), AnswerError::Mark { .. }));
    let too_long = AnswerError::TooLong { most_bytes: MOST_ANSWER_BYTES };
    assert_eq!(garbage("yes ="), too_long, "lines for ever");
    assert_eq!(garbage("printf '='; cat /dev/zero"), too_long, "one line for ever");
    assert_eq!(garbage("yes ''"), too_long, "blank lines for ever");
}

#[test]
fn an_engine_speaks_when_it_is_asked() {
    // Asked repeatedly, because nobody knows when the surplus arrives.
    let often = |script: &str| {
        let mut engine = Engine::start(script);
        while engine.send(wall(AMPLE)).is_ok() {}
        engine.fault(wall(AMPLE)).kind
    };
    let doubled = r#"while read -r id rest; do printf '=%s B4\n\n=%s B4\n\n' "$id" "$id"; done"#;
    assert!(matches!(often(doubled), FaultKind::Unasked { printed } if printed.contains("B4")));
    // Without ids the only sign is that there is too much output.
    assert!(matches!(often(r"while :; do printf '= B4\n\n'; done"), FaultKind::Unasked { .. }));
    assert_eq!(
        often(r"while read -r id rest; do printf '=1 B4\n\n'; done"),
        FaultKind::WrongId { expected: 2, found: 1 }
    );
}

#[test]
fn standard_error_never_blocks_and_its_end_is_kept() {
    let script = format!(
        r"{ASKED} head -c 5000000 /dev/zero >&2; printf '=%s B4\n\n' $id; head -c 5000000 /dev/zero >&2; echo >&2; echo last >&2; {ASKED} exit 1"
    );
    let mut engine = Engine::start(&script);
    assert_eq!(engine.send(wall(AMPLE)), Ok("B4".to_owned()));
    let fault = engine.fault(wall(AMPLE));
    assert_eq!(fault.stderr, "last\n");
    assert!(matches!(fault.kind, FaultKind::Crashed { .. }));
    let flood = Engine::start("yes >&2").fault(wall(SHORT));
    assert_eq!(flood.kind, FaultKind::Timeout { limit: SHORT });
    assert!(flood.stderr.starts_with("y\ny\n") && flood.stderr.len() <= 4096);
}

#[test]
fn nobody_is_left_behind() {
    for script in [
        "sleep 1000 & sleep 1000 & (sleep 1000 & sleep 1000) & wait",
        // It ignores the signals that it can, and so do its children.
        "trap '' TERM HUP INT PIPE; sh -c 'while :; do sleep 1; done' & wait",
        // A child in a session of its own that holds all pipes.
        "setsid sleep 1000 & wait",
        // New children all the time.
        "trap '' TERM; while :; do sleep 0.01 & done",
    ] {
        assert_eq!(Engine::start(script).fault(wall(SHORT)).kind, FaultKind::Timeout { limit: SHORT }, "{script}");
        let engine = Engine::start(script);
        while living(&engine.mark).len() < 2 {
            thread::yield_now();
        }
        let Engine { client, mark } = engine;
        drop(client);
        expect_nobody(&mark);
    }
}

#[test]
fn an_engine_that_does_not_quit_is_killed() {
    let Engine { client, mark } = Engine::start(&format!(r"{ASKED} printf '=%s\n\n' $id; sleep 1000"));
    assert_eq!(client.quit(SHORT), None);
    expect_nobody(&mark);
}

/// Line that the next test process prints once its engine is started, with everything that belongs to it.
const HELD: &str = "held";

/// Not a test: this is the process that the next one kills.
#[test]
#[ignore = "started by another test, and killed"]
fn hold_an_engine() {
    let mark = std::env::var("MARK_OF_ENGINES").expect("the other test gives a mark");
    let _engine = Engine::marked("trap '' TERM HUP INT PIPE; sleep 1000 & while :; do sleep 1; done", mark);
    std::io::stdout().write_all(format!("{HELD}\n").as_bytes()).unwrap();
    thread::sleep(AMPLE);
}

#[test]
fn engines_do_not_outlive_us() {
    let mark = format!("{}.outlived", process::id());
    let mut us = process::Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "client::hold_an_engine"])
        .env("MARK_OF_ENGINES", &mark)
        .stdout(process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(us.stdout.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap().ends_with(HELD)), "it holds its engine");
    while living(&mark).len() < 2 {
        assert_eq!(us.try_wait().unwrap(), None, "it holds its engine");
        thread::yield_now();
    }
    us.kill().unwrap();
    us.wait().unwrap();
    expect_nobody(&mark);
}
