//! Many at once, and bodies that nobody would send: only answers or clear refusals.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

use crate::Running;

/// Statuses that are answers or clear refusals.
const CLEAR: [u16; 8] = [200, 201, 204, 400, 404, 413, 422, 503];

#[test]
fn a_thousand_requests_at_once() {
    let running = Running::new();
    let client = running.client;
    let (good, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for number in 0..1_000 {
            let (good, refused) = (&good, &refused);
            let body = move || {
                let reply = match number % 4 {
                    0 => client.get("/api/about"),
                    1 => client.get("/"),
                    2 => client.post("/api/ask", &json!({ "ask": "riddle" })),
                    _ => client.get("/api/jobs"),
                };
                match reply.status {
                    422 if number % 4 == 2 => good.fetch_add(1, Ordering::Relaxed),
                    200 => good.fetch_add(1, Ordering::Relaxed),
                    503 => {
                        assert!(!reply.header("retry-after").is_empty(), "{reply:?}");
                        assert!(reply.problem()["advice"].as_str().is_some_and(|advice| advice.contains("try again")));
                        refused.fetch_add(1, Ordering::Relaxed)
                    }
                    status => panic!("{status}: {}", String::from_utf8_lossy(&reply.body)),
                };
            };
            thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, body).unwrap();
        }
    });
    let (good, refused) = (good.into_inner(), refused.into_inner());
    assert_eq!(good + refused, 1_000);
    assert!(good >= 500, "{good} answers, {refused} refusals");
    assert_eq!(client.get("/api/about").status, 200);
}

#[test]
fn connections_beyond_the_bound_are_refused_in_words() {
    let running = Running::with(|settings| settings.bounds.connections = 3);
    let idle: Vec<_> = (0..3).map(|_| std::net::TcpStream::connect(running.client.address).unwrap()).collect();
    let since = Instant::now();
    loop {
        let reply = running.client.get("/api/about");
        if reply.status == 503 {
            assert_eq!(reply.header("retry-after"), "2");
            break;
        }
        // The three have perhaps not been accepted yet.
        assert!(since.elapsed() < Duration::from_secs(10));
    }
    drop(idle);
    while running.client.get("/api/about").status != 200 {
        assert!(since.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn a_stop_is_heard_by_those_who_listen() {
    let mut running = Running::new();
    let mut idle = std::net::TcpStream::connect(running.client.address).unwrap();
    running.stop();
    idle.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    assert_eq!(idle.read(&mut [0; 10]).unwrap_or(0), 0);
}

/// Parameters of the quick questions.
const ASKED: [&str; 13] = [
    "catalogue",
    "open",
    "write",
    "board",
    "position",
    "overlay",
    "claim",
    "picture",
    "rating",
    "check",
    "answers",
    "defend",
    "strategy",
];

/// JSON that resembles questions: their fields with values of all kinds.
fn bodies() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(
        [
            &ASKED[..],
            &[
                "hex",
                "go",
                "amazons",
                "a1",
                "c3",
                "pass",
                "swap-pieces",
                "black",
                "white",
                "random",
                "torus:9x9",
                "(;FF[4]GM[11]SZ[5];B[c3])",
                "9x9",
                "sgf",
                "svg",
                "\u{0}",
                "",
            ],
        ]
        .concat(),
    );
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i64..30).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.clone().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    let field = "\
        state game columns rows setup moves black white to_move text size tree form start nodes players \
        results certificate line board komi rules budget overlay kind player mv swap claim owner stones \
        carrier goals what";
    let field = prop::sample::select(field.split_whitespace().collect::<Vec<_>>());
    let inner = leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((field.clone(), inner), 0..6)
                .prop_map(|fields| fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    });
    let game = prop_oneof![
        4 => (prop::sample::select(vec!["hex", "amazons"]), 0usize..24, 0usize..24)
            .prop_map(|(game, columns, rows)| json!({ "game": game, "columns": columns, "rows": rows })),
        1 => Just(json!({ "game": "hex", "columns": usize::MAX, "rows": 3 })),
        1 => Just(json!({ "game": "go", "board": "9x9", "komi": "6.5", "rules": "chinese" })),
        1 => inner.clone(),
    ];
    let moves = prop::collection::vec(prop_oneof!["[a-e][1-5]", ".{0,6}"], 0..6);
    let asked = prop::sample::select(&ASKED[..]);
    let fields = prop::collection::vec(("[a-z]{1,8}", inner), 0..4);
    (asked, game, moves, fields).prop_map(|(ask, game, moves, fields)| {
        let mut body = json!({ "ask": ask, "state": { "game": game, "moves": moves }, "budget": { "seconds": 0.05 } });
        for (name, value) in fields {
            body[name] = value;
        }
        if ask == "board" {
            body = json!({ "ask": "board", "game": game });
        }
        body
    })
}

/// Bodies whole, cut off, and of random bytes.
fn raw_bodies() -> impl Strategy<Value = Vec<u8>> {
    let cut = |body: Value| {
        let text = body.to_string().into_bytes();
        text[..text.len() / 2].to_vec()
    };
    prop_oneof![
        4 => bodies().prop_map(|body| body.to_string().into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..300),
        1 => bodies().prop_map(cut),
    ]
}

fn impatient() -> Running {
    Running::with(|settings| {
        settings.bounds.long_time = Duration::from_secs(1);
        settings.bounds.quick_time = Duration::from_secs(1);
    })
}

fn runner(cases: u32) -> TestRunner {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    TestRunner::new_with_rng(Config { cases, failure_persistence: None, ..Config::default() }, rng)
}

#[test]
fn strange_bodies_are_answered_or_refused() {
    let running = impatient();
    let client = running.client;
    let routes = [("POST", "/api/ask"), ("POST", "/api/ask"), ("POST", "/api/jobs"), ("PUT", "/api/sessions/a")];
    let inputs = (prop::sample::select(routes.to_vec()), raw_bodies());
    let result = runner(300).run(&inputs, |((method, path), body)| {
        let reply = client.send(method, path, &[("Content-Type", "application/json")], &body);
        prop_assert!(CLEAR.contains(&reply.status), "{} {}: {}", method, path, String::from_utf8_lossy(&reply.body));
        if reply.status >= 400 {
            reply.problem();
        }
        Ok(())
    });
    result.unwrap();
}

/// Whatever is asked for as events ends with one answer or one trouble, which is not the program's own.
#[test]
fn streams_of_strange_questions_have_an_end() {
    let running = impatient();
    let client = running.client;
    let headers = [("Content-Type", "application/json"), ("Accept", "text/event-stream")];
    let result = runner(200).run(&raw_bodies(), |body| {
        let reply = client.send("POST", "/api/ask", &headers, &body);
        if reply.status >= 400 {
            prop_assert!(CLEAR.contains(&reply.status), "{:?}", reply);
            reply.problem();
            return Ok(());
        }
        let text = String::from_utf8(reply.body).unwrap();
        let events: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("event: ")).collect();
        let last = text.lines().rev().find_map(|line| line.strip_prefix("data: "));
        let last: Value = serde_json::from_str(last.unwrap_or_default()).unwrap();
        let (ends, is_ours) = (["answer", "trouble"], last["is_ours"] == true);
        let n_ends = events.iter().filter(|name| ends.contains(name)).count();
        prop_assert!(n_ends == 1 && events.last().is_some_and(|name| ends.contains(name)), "{}", text);
        prop_assert!(!is_ours, "{}", text);
        Ok(())
    });
    result.unwrap();
    assert_eq!(client.get("/api/about").status, 200);
}

/// Any method on any path, and bytes that are no request at all.
#[test]
fn strange_requests_are_refused_and_the_server_lives() {
    let running = impatient();
    let client = running.client;
    let part = prop_oneof![
        prop::sample::select(vec!["api", "jobs", "sessions", "store", "certificates", "matches", "games", "studies"]),
        prop::sample::select(vec![
            "ask",
            "events",
            "stop",
            "resume",
            "1",
            "..",
            "%2e%2e",
            "%00",
            "assets",
            "index.html"
        ]),
    ];
    let path = prop::collection::vec(part, 0..6).prop_map(|parts| format!("/{}", parts.join("/")));
    let query = prop_oneof![Just(String::new()), "[?]limit=[-0-9]{0,20}", "[?][a-z]{0,5}=[a-z%&]{0,9}"];
    let method = prop::sample::select(vec!["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS", "BREW"]);
    let wire = prop::collection::vec(any::<u8>(), 1..200);
    let result = runner(300).run(&(method, path, query, raw_bodies(), wire), |(method, path, query, body, wire)| {
        let reply = client.send(method, &format!("{path}{query}"), &[("Content-Type", "application/json")], &body);
        let is_clear = CLEAR.contains(&reply.status) || [405, 409, 415].contains(&reply.status);
        prop_assert!(is_clear, "{} {}{}: {:?}", method, path, query, reply);
        let mut raw = std::net::TcpStream::connect(client.address).unwrap();
        raw.write_all(&wire).unwrap();
        Ok(())
    });
    result.unwrap();
    assert_eq!(client.get("/api/about").status, 200);
}
