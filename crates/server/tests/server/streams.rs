//! Streams of updates: to the answer, broken off, and many at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Running;

/// A claim about an empty board that nobody answers within a second. With a budget, if `seconds` is one.
fn hard(seconds: Option<f64>) -> Value {
    claim(9, seconds)
}

/// The claim that Black joins top and bottom of the empty board.
fn claim(side: usize, seconds: Option<f64>) -> Value {
    let budget = seconds.map_or(json!({}), |seconds| json!({ "seconds": seconds }));
    json!({ "ask": "verify", "text": rhombus(side, side), "budget": budget })
}

fn rhombus(columns: usize, rows: usize) -> String {
    format!(
        "[[problem]]\nid = 'hard'\nowner = 'black'\ngoal = 'top-bottom'\nboard = '{columns}x{rows}'\ncarrier = 'all'\n"
    )
}

/// Two stones to be joined on a graph of 1,024 cells, each linked with about 30 others.
fn graph() -> String {
    let names: Vec<String> = (0..1_024).map(|cell| format!("n{cell}")).collect();
    let far = |cell: usize, number: usize| (cell * 31 + number * number * 37 + 1) % 1_024;
    let links = (0..1_024).flat_map(|cell| (1..16).map(move |number| (cell, far(cell, number))));
    let links: Vec<String> = links.filter(|(a, b)| a != b).map(|(a, b)| format!("n{a}-n{b}")).collect();
    format!(
        "[[problem]]\nid = 'hard'\nowner = 'black'\ngoal = 'n0-n1'\nnodes = '{}'\nlinks = '{}'\nstones = 'n0 n1'\n\
         carrier = '{}'\n",
        names.join(" "),
        links.join(" "),
        names[2..].join(" ")
    )
}

#[test]
fn a_stream_ends_with_the_answer() {
    let running = Running::new();
    let mut stream = running.client.stream("POST", "/api/ask", &hard(Some(1.5)));
    assert_eq!(stream.status, 200);
    let mut names = Vec::new();
    let mut nodes = 0;
    let mut last = Value::Null;
    while let Some(event) = stream.next() {
        if event.data["update"] == "progress" {
            nodes = event.data["nodes"].as_u64().unwrap();
        }
        names.push(event.name);
        last = event.data;
    }
    assert_eq!(
        (names.last().map(String::as_str), &last["answer"], &last["holds"]),
        (Some("answer"), &json!("verify"), &Value::Null)
    );
    assert!(nodes > 0 && names[..names.len() - 1].iter().all(|name| name == "update"), "{names:?}, {nodes} nodes");
}

#[test]
fn the_time_of_a_question_is_bounded() {
    let running = Running::with(|settings| settings.bounds.long_time = Duration::from_millis(300));
    let since = Instant::now();
    let reply = running.client.post("/api/ask", &hard(Some(1_000.0)));
    assert!((reply.status, &reply.json()["holds"]) == (200, &Value::Null), "{reply:?}");
    assert!(since.elapsed() < Duration::from_secs(20));
}

#[test]
fn closing_the_connection_stops_the_work() {
    let running = Running::with(|settings| {
        settings.bounds.long = 1;
        settings.bounds.long_waiting = 0;
    });
    let client = running.client;
    let is_free = || client.post("/api/ask", &hard(Some(0.01))).status == 200;
    // As a stream, and as a plain request: what counts is that the place becomes free. One position of the later claims
    // takes minutes, so that the work has to look at its limits within it (issue 40).
    let of = |ask: &str, text: String| json!({ "ask": ask, "text": text });
    let questions = [
        (true, hard(None)),
        (false, hard(None)),
        (true, of("verify", graph())),
        (false, of("minimize", graph())),
        (true, of("repair", graph())),
        (false, of("split", graph())),
    ];
    for (is_stream, question) in questions {
        let ask = || match is_stream {
            true => client.stream("POST", "/api/ask", &question).into_connection(),
            false => client.leave("POST", "/api/ask", &question),
        };
        let mut kept = ask();
        let since = Instant::now();
        while is_free() {
            assert!(since.elapsed() < Duration::from_secs(10), "the question was not begun");
            // The request that looks may have come first and taken the place, so that the question was refused.
            kept = ask();
        }
        let refused = client.post("/api/ask", &hard(None));
        assert_eq!((refused.problem()["status"].clone(), refused.header("retry-after")), (json!(503), "5"));
        drop(kept);
        let since = Instant::now();
        while !is_free() {
            assert!(since.elapsed() < Duration::from_secs(10), "the work goes on: {}", question["ask"]);
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn fifty_clients_listen_at_a_time() {
    let running = Running::with(|settings| settings.bounds.long_waiting = 40);
    let client = running.client;
    let (answers, refusals) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..50 {
            scope.spawn(|| {
                let mut stream = client.stream("POST", "/api/ask", &claim(4, Some(0.1)));
                if stream.status == 503 {
                    refusals.fetch_add(1, Ordering::Relaxed);
                    return;
                }
                assert_eq!(stream.status, 200);
                let mut last = String::new();
                while let Some(event) = stream.next() {
                    last = event.name;
                }
                assert_eq!(last, "answer");
                answers.fetch_add(1, Ordering::Relaxed);
            });
        }
    });
    let (answers, refusals) = (answers.into_inner(), refusals.into_inner());
    assert_eq!(answers + refusals, 50);
    assert!(answers >= 40, "{answers} answers");
}

#[test]
fn a_question_can_be_a_job() {
    let running = Running::new();
    let client = running.client;
    let posted = client.post("/api/jobs", &hard(None)).json();
    let path = format!("/api/jobs/{}", posted["id"].as_str().unwrap());
    let since = Instant::now();
    let nodes = |job: &Value| job["progress"]["nodes"].as_u64().unwrap_or(0);
    while nodes(&client.get(&path).json()) == 0 {
        assert!(since.elapsed() < Duration::from_secs(30), "nothing was searched");
        thread::sleep(Duration::from_millis(20));
    }
    let stopped = client.post(&format!("{path}/stop"), &Value::Null).json();
    assert_eq!((&stopped["state"], &stopped["about"]), (&json!("stopped"), &json!("verify")));
    assert_eq!(stopped["work"]["ask"], "verify");
}

#[test]
fn what_was_solved_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let running = Running::with(|settings| settings.store = Some(store));
    let client = running.client;
    let state = json!({ "game": { "game": "hex", "columns": 4, "rows": 4 }, "moves": ["a1"] });
    let mut question = json!({ "ask": "solve", "state": state, "moves": true, "certificate": true });
    let first = client.post("/api/ask", &question).json();
    assert_eq!((&first["winner"], &first["is_stored"]), (&json!("white"), &json!(false)), "{first}");
    question["budget"] = json!({ "nodes": 0 });
    let second = client.post("/api/ask", &question).json();
    assert_eq!(second["is_stored"], true);
    for field in ["winner", "winning", "losing", "certificate"] {
        assert_eq!(first[field], second[field], "{field}");
    }
    let list = client.get("/api/store?winner=white").json();
    assert!(list["entries"].as_array().unwrap().iter().any(|entry| entry["certificate"].is_string()), "{list}");
    assert_eq!(list["notices"], json!([]));
    // What the store says of a position is asked for as it is listed.
    let listed = json!({ "ask": "solve", "state": list["entries"][0]["state"], "budget": { "nodes": 0 } });
    assert_eq!(client.post("/api/ask", &listed).json()["is_stored"], true);
}

#[test]
fn a_map_of_openings_goes_on_after_a_restart() {
    let running = Running::new();
    let posted = running.client.post("/api/jobs", &json!({ "ask": "openings", "columns": 6, "rows": 6 })).json();
    let path = format!("/api/jobs/{}", posted["id"].as_str().unwrap());
    let n_known = |job: &Value| {
        ["winning", "losing"].iter().filter_map(|field| Some(job["so_far"][field].as_array()?.len())).sum::<usize>()
    };
    let since = Instant::now();
    while n_known(&running.client.get(&path).json()) < 4 {
        assert!(since.elapsed() < Duration::from_secs(60), "no opening was settled");
        thread::sleep(Duration::from_millis(5));
    }
    let again = Running::at(running.into_folder(), |_| {});
    let job = again.client.get(&path).json();
    assert!(n_known(&job) >= 4, "{job}");
    assert_ne!(job["state"], "failed");
    // It knows at once what was known, and the nodes of before count.
    let nodes = job["so_far"]["nodes"].as_u64().unwrap();
    let later = loop {
        let job = again.client.get(&path).json();
        if job["so_far"]["nodes"].as_u64().unwrap() > nodes || job["state"] == "done" {
            break job;
        }
        assert!(since.elapsed() < Duration::from_secs(120), "{job}");
        thread::sleep(Duration::from_millis(20));
    };
    assert!(n_known(&later) >= n_known(&job), "{later}");
}
