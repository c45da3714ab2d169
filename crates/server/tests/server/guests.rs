//! Engines of other people: what they think, what they do wrong, and that no process of theirs is left.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tesuji_arena::guest::GtpGuest;
use tesuji_engine::{GameSpec, Guest, Session};

use crate::Running;

/// A shell engine for Hex. It notes its process in a file, and analyses as its second argument says. The third is the
/// command that it lists.
const ENGINE: &str = r#"echo $$ >> "$1"
while read -r id command rest; do
  case $command in
    list_commands) printf '=%s play\n%s\n\n' "$id" "$3" ;;
    kata-analyze)
      case $2 in
        crashes) echo 'out of luck' >&2; exit 3 ;;
        babbles) echo 'I think so'; echo; continue ;;
        hangs) sleep 3600.5 ;;
      esac
      printf '=%s\n' "$id"
      echo 'info move C3 visits 30 winrate 0.625 order 0 pv C3 B2 info move A1 visits 10 winrate 0.125 order 1 pv A1'
      read -r stop
      printf '\n' ;;
    genmove) printf '=%s B2\n\n' "$id" ;;
    *) printf '=%s\n\n' "$id"; [ "$command" = quit ] && exit ;;
  esac
done
"#;

/// A server with one engine, and the folder with its notes.
fn running(behaviour: &str, listed: &str) -> (Running, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let guest = guest(folder.path(), behaviour, listed);
    (Running::with(|settings| settings.guests = vec![Arc::new(guest)]), folder)
}

fn guest(folder: &Path, behaviour: &str, listed: &str) -> GtpGuest {
    fs::write(folder.join("engine.sh"), ENGINE).unwrap();
    let place = folder.display();
    GtpGuest::parse(&format!("Fake=sh '{place}/engine.sh' '{place}/processes' {behaviour} {listed}")).unwrap()
}

/// The processes that were started, and how many of them live. One that has ended may still be a zombie.
fn processes(folder: &TempDir) -> (usize, usize) {
    let notes = fs::read_to_string(folder.path().join("processes")).unwrap_or_default();
    let lives = |id: &&str| fs::read(format!("/proc/{id}/cmdline")).is_ok_and(|words| !words.is_empty());
    (notes.lines().count(), notes.lines().filter(lives).count())
}

/// Waits until this many processes live.
fn expect_living(folder: &TempDir, n_processes: usize) {
    let since = Instant::now();
    while processes(folder).1 != n_processes {
        assert!(since.elapsed() < Duration::from_secs(60), "{:?}, not {n_processes}", processes(folder));
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn question(seconds: f64) -> Value {
    json!({
        "ask": "analyze", "player": { "kind": "guest", "name": "Fake" }, "budget": { "seconds": seconds },
        "state": { "game": { "game": "hex", "columns": 5, "rows": 5 }, "moves": ["e1"] },
    })
}

#[test]
fn an_engine_gives_its_opinion_and_is_used_again() {
    let (running, folder) = running("works", "kata-analyze");
    let catalogue = running.client.post("/api/ask", &json!({ "ask": "catalogue" })).json();
    assert_eq!(catalogue["guests"][0]["player"], json!({ "kind": "guest", "name": "Fake" }));
    assert_eq!(processes(&folder), (0, 0), "it is started when it is asked");
    for _ in 0..2 {
        let view = running.client.post("/api/ask", &question(0.2)).json();
        assert_eq!((&view["best"], &view["value"], &view["black"]), (&json!("c3"), &json!(0.625), &json!(0.375)));
        assert_eq!((&view["certainty"], &view["nodes"]), (&json!("opinion"), &json!(40)));
        assert_eq!(view["moves"][0]["line"], json!(["c3", "b2"]));
    }
    assert_eq!(processes(&folder), (1, 1));
    let mut other = question(0.2);
    other["player"] = json!({ "kind": "guest", "name": "sh", "command": "sh" });
    let problem = running.client.post("/api/ask", &other).problem();
    assert!(problem["advice"].as_str().unwrap().contains("--engine"), "no question names another: {problem}");
    // The server ends while the engine thinks.
    let mut stream = running.client.stream("POST", "/api/ask", &question(600.0));
    assert_eq!(stream.next().unwrap().data["best"], "c3");
    let mut running = running;
    running.stop();
    expect_living(&folder, 0);
}

#[test]
fn an_engine_that_only_moves_names_one_move_without_a_value() {
    let (running, _folder) = running("works", "genmove");
    let view = running.client.post("/api/ask", &question(0.2)).json();
    assert_eq!((&view["best"], &view["value"], &view["nodes"]), (&json!("b2"), &Value::Null, &json!(0)));
    assert!(view["comment"].as_str().unwrap().contains("without a value"), "{view}");
}

#[test]
fn faults_are_reported_and_the_next_question_starts_the_engine_again() {
    for (behaviour, words) in [("crashes", "out of luck"), ("babbles", "I think so")] {
        let (running, folder) = running(behaviour, "kata-analyze");
        for n_started in 1..=2 {
            let problem = running.client.post("/api/ask", &question(0.2)).problem();
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains("`Fake` has failed") && detail.contains(words), "{behaviour}: {detail}");
            assert_eq!(processes(&folder), (n_started, 0), "{behaviour}");
        }
    }
}

#[test]
fn an_engine_that_hangs_is_ended_when_nobody_listens() {
    let (running, folder) = running("hangs", "kata-analyze");
    let stream = running.client.stream("POST", "/api/ask", &question(600.0));
    expect_living(&folder, 1);
    drop(stream);
    expect_living(&folder, 0);
}

#[test]
fn an_engine_that_nobody_asks_rests() {
    let folder = tempfile::tempdir().unwrap();
    let guest = guest(folder.path(), "works", "kata-analyze");
    let session = Session::new(&GameSpec::hex(5, 5)).unwrap();
    for n_started in 1..=2 {
        let opinion = guest.analyze(&session, Some(Duration::from_millis(100)), &mut |_| true).unwrap();
        assert_eq!(opinion.analysis.choice.mv, "c3");
        guest.rest(Duration::from_secs(3_600));
        assert_eq!(processes(&folder), (n_started, 1));
        guest.rest(Duration::ZERO);
        expect_living(&folder, 0);
    }
}
