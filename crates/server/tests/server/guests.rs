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
use crate::jobs::{post, wait};

/// A shell engine for Hex. It notes its process in a file, and analyses and plays as its second argument says. The third
/// is the command that it lists.
const ENGINE: &str = r#"echo $$ >> "$1"
while read -r id command rest; do
  case $command in
    list_commands) printf '=%s play\ntime_settings\n%s\n\n' "$id" "$3" ;;
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
    genmove)
      case $2 in
        crashes) echo 'out of luck' >&2; exit 3 ;;
        babbles) echo 'I think so'; echo; continue ;;
        hangs) sleep 3600.5 ;;
        resigns) printf '=%s resign\n\n' "$id"; continue ;;
        grows) hoard=$(head -c 64000000 /dev/zero | tr '\0' x); sleep 3600.5 ;;
      esac
      for cell in b2 a1 b1 c1 a2 c2 a3 b3 c3; do
        case "$taken " in *" $cell "*) ;; *) break ;; esac
      done
      taken="$taken $cell"
      printf '=%s %s\n\n' "$id" "$cell" ;;
    play) taken="$taken ${rest#* }"; printf '=%s\n\n' "$id" ;;
    time_settings) echo "$rest" >> "$1.times"; printf '=%s\n\n' "$id" ;;
    clear_board) taken=; printf '=%s\n\n' "$id" ;;
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

#[test]
fn an_engine_answers_with_a_move_or_gives_up() {
    let (running, folder) = running("works", "genmove");
    let mut asked = question(0.2);
    asked["ask"] = json!("reply");
    let reply = running.client.post("/api/ask", &asked).json();
    assert_eq!((&reply["mv"], &reply["cells"]), (&json!("b2"), &json!(["b2"])));
    assert!(reply["analysis"]["cpu_seconds"].as_f64().is_some_and(|seconds| seconds < 60.0), "{reply}");
    asked["state"]["moves"] = json!(["e1", "b2", "a1"]);
    asked["budget"] = json!({});
    assert_eq!(running.client.post("/api/ask", &asked).json()["mv"], "b1", "it knows all moves");
    assert_eq!(processes(&folder), (1, 1));
    let (running, _folder) = self::running("resigns", "genmove");
    assert_eq!(running.client.post("/api/ask", &asked).json()["mv"], "resign");
    asked["ask"] = json!("analyze");
    let problem = running.client.post("/api/ask", &asked).problem();
    assert!(problem["detail"].as_str().unwrap().contains("`Fake` resigns"), "{problem}");
}

/// A match of the engine against chance. Its table has these lines.
fn control(lines: &str) -> Value {
    json!({ "match": format!(
        "format = \"match\"\ngames = 4\n[game]\ngame = \"hex\"\ncolumns = 3\nrows = 3\n\
         [[player]]\nname = \"Shell\"\nkind = \"guest\"\nengine = \"Fake\"\n{lines}\n\
         [[player]]\nname = \"chance\"\nkind = \"random\"\n"
    ) })
}

/// The match with its report and games, once it is in this state.
fn played(running: &Running, work: &Value, state: &str) -> Value {
    let id = post(running.client, work);
    wait(running.client, &id, state);
    running.client.get(&format!("/api/matches/{id}")).json()
}

#[test]
fn an_engine_plays_a_match_beside_ours() {
    let (running, folder) = running("works", "genmove");
    let view = played(&running, &control(""), "done");
    assert_eq!(view["report"]["reasons"], json!({ "rules": 4 }), "{view}");
    assert_eq!((&view["games"][1]["white"], &view["games"][1]["winner"].is_null()), (&json!("Shell"), &false));
    // Its time is shorter than that after which it has lost.
    let told = |control: &Value| {
        let times = folder.path().join("processes.times");
        _ = fs::remove_file(&times);
        played(&running, control, "done");
        fs::read_to_string(times).unwrap().lines().next().map(str::to_owned)
    };
    assert_eq!(told(&control("")).as_deref(), Some("0 10 1"));
    assert_eq!(told(&control("think = \"3s\"\nlimits = { move = \"60s\" }")).as_deref(), Some("0 3 1"));
    let shell = &view["report"]["players"].as_array().unwrap().iter().find(|player| player["name"] == "Shell").unwrap();
    assert!(shell["cpu_of_a_move"].is_number() && shell["wins"].as_u64() > Some(0), "{shell}");
    expect_living(&folder, 0);
}

#[test]
fn a_fault_costs_the_game_and_the_match_says_whose_it_was() {
    for (behaviour, lines, reason, words) in [
        ("crashes", "", "crash", "out of luck"),
        ("babbles", "", "garbage", "I think so"),
        ("hangs", "limits = { move = \"300ms\" }", "time", "no move within 300ms"),
        ("grows", "memory_mib = 40", "memory", "more than 40 MiB"),
    ] {
        let (running, folder) = running(behaviour, "genmove");
        let view = played(&running, &control(lines), "done");
        assert_eq!(view["report"]["reasons"], json!({ format!("forfeit by {reason}"): 4 }), "{behaviour}: {view}");
        let detail = view["games"][0]["detail"].as_str().unwrap();
        assert!(detail.starts_with("Shell (black), move 1: ") && detail.contains(words), "{behaviour}: {detail}");
        let players = view["report"]["players"].as_array().unwrap();
        let shell = players.iter().find(|player| player["name"] == "Shell").unwrap();
        assert_eq!((&shell["forfeits"][reason], &shell["losses"]), (&json!(4), &json!(4)), "{behaviour}");
        expect_living(&folder, 0);
    }
}

#[test]
fn an_engine_that_hangs_is_ended_with_its_match_and_with_the_server() {
    let (running, folder) = running("hangs", "genmove");
    let work = control("limits = { move = \"5m\" }");
    let id = post(running.client, &work);
    expect_living(&folder, 1);
    let since = Instant::now();
    running.client.post(&format!("/api/jobs/{id}/stop"), &Value::Null);
    wait(running.client, &id, "stopped");
    expect_living(&folder, 0);
    let id = post(running.client, &work);
    expect_living(&folder, 1);
    let kept = running.into_folder();
    expect_living(&folder, 0);
    assert!(since.elapsed() < Duration::from_secs(60), "it is not waited for");
    // The next server has another engine with this name, and the one after it has none. Both say so.
    let other = GtpGuest::parse("Fake=sh -c cat").unwrap();
    let running = Running::at(kept, |settings| settings.guests = vec![Arc::new(other)]);
    let job = wait(running.client, &id, "failed");
    assert!(job["trouble"]["detail"].as_str().unwrap().contains("another command"), "{job}");
    let running = Running::at(running.into_folder(), |_| {});
    let problem = running.client.post(&format!("/api/jobs/{id}/resume"), &Value::Null).problem();
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.contains("player `Shell`: there is no engine `Fake` here"), "{detail}");
}

#[test]
fn a_match_starts_no_other_program_and_has_bounds() {
    let (running, folder) = running("works", "genmove");
    for (lines, words) in [
        ("command = [\"sh\"]", "`command` is not known here"),
        ("startup = [\"quit\"]", "`startup` is not known here"),
        ("think = \"2m\"", "360 s for a move are more than 300 s"),
        ("limits = { move = \"1h\" }", "3600 s for a move are more than 300 s"),
        ("memory_mib = 20000", "20000 MiB"),
    ] {
        let problem = running.client.post("/api/jobs", &control(lines)).problem();
        assert!(problem["detail"].as_str().unwrap().contains(words), "{lines}: {problem}");
    }
    let mut other = control("");
    other["match"] = other["match"].as_str().unwrap().replace("engine = \"Fake\"", "engine = \"sh\"").into();
    let problem = running.client.post("/api/jobs", &other).problem();
    assert!(problem["detail"].as_str().unwrap().contains("those are Fake"), "{problem}");
    assert_eq!(processes(&folder), (0, 0));
    let broken = GtpGuest::parse("Fake=/no/such/engine --gtp").unwrap();
    let running = Running::with(|settings| settings.guests = vec![Arc::new(broken)]);
    let job = wait(running.client, &post(running.client, &control("")), "failed");
    let detail = job["trouble"]["detail"].as_str().unwrap();
    assert!(detail.contains("player `Shell`: cannot start `/no/such/engine`"), "{detail}");
}
