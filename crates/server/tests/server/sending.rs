//! Answers on their way: compressed, counted, and not held forever for clients that do not take them.

use std::io::Read as _;
use std::net::TcpStream;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Running;

const JSON: (&str, &str) = ("Content-Type", "application/json");
const GZIP: (&str, &str) = ("Accept-Encoding", "gzip, deflate");

#[test]
fn answers_are_compressed_where_that_is_read() {
    let running = Running::new();
    let client = running.client;
    let plain = client.get("/api/schema.json");
    assert_eq!((plain.header("content-encoding"), plain.header("vary")), ("", "accept-encoding"));
    let zipped = client.send("GET", "/api/schema.json", &[GZIP], b"");
    assert_eq!((zipped.header("content-encoding"), zipped.header("vary")), ("gzip", "accept-encoding"));
    assert!(zipped.body.len() * 3 < plain.body.len(), "{} of {}", zipped.body.len(), plain.body.len());
    let mut back = Vec::new();
    flate2::read::GzDecoder::new(&zipped.body[..]).read_to_end(&mut back).unwrap();
    assert!(back == plain.body);
    // What is short stays as it is, and so do events, of which the first is there at once.
    assert_eq!(client.send("GET", "/api/jobs", &[GZIP], b"").header("content-encoding"), "");
    let headers = [JSON, GZIP, ("Accept", "text/event-stream")];
    let events = client.send("POST", "/api/ask", &headers, json!({ "ask": "catalogue" }).to_string().as_bytes());
    assert_eq!((events.status, events.header("content-encoding")), (200, ""));
    assert!(String::from_utf8_lossy(&events.body).contains("event: answer"));
}

/// A server with a session of this many bytes, and bounds that are soon reached.
fn with_session(n_bytes: usize, send_time: Duration) -> Running {
    let running = Running::with(|settings| {
        settings.bounds.session_bytes = 64 << 20;
        settings.bounds.answer_bytes = 3 * n_bytes;
        settings.bounds.send_time = send_time;
        settings.bounds.send_bytes = 64 << 10;
    });
    let body = format!("\"{}\"", "x".repeat(n_bytes));
    assert_eq!(running.client.send("PUT", "/api/sessions/long", &[JSON], body.as_bytes()).status, 204);
    running
}

/// Clients that ask and read nothing fill the memory for answers; others hear that, and are soon answered again.
/// The right to be the only test of this file with connections that are not read. Those of one test fill so much of the
/// system's memory for connections that those of another stand still.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn clients_that_take_nothing_are_cut_off() {
    let _alone = alone();
    const LENGTH: usize = 16 << 20;
    let running = with_session(LENGTH, Duration::from_millis(1_500));
    let client = running.client;
    let slow: Vec<TcpStream> = (0..20).map(|_| client.leave("GET", "/api/sessions/long", &Value::Null)).collect();
    let since = Instant::now();
    let mut n_busy = 0;
    loop {
        let reply = client.get("/api/sessions/long");
        // Short answers are there all the time.
        assert_eq!(client.get("/api/about").status, 200);
        match reply.status {
            200 if n_busy > 0 => break assert_eq!(reply.body.len(), LENGTH + 2),
            503 => {
                assert!(reply.problem()["detail"].as_str().is_some_and(|detail| detail.contains("memory for answers")));
                n_busy += 1;
            }
            _ => {}
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{n_busy} refusals");
        std::thread::sleep(Duration::from_millis(50));
    }
    // They have what the system held for them, and not the rest. The last of them may have been answered only now.
    let (mut n_cut, mut n_whole) = (0, 0);
    for mut slow in slow {
        let mut bytes = Vec::new();
        slow.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        _ = slow.read_to_end(&mut bytes);
        n_cut += usize::from((64 << 10..LENGTH).contains(&bytes.len()));
        n_whole += usize::from(bytes.len() > LENGTH);
    }
    assert!(n_cut >= 1 && n_whole <= 3, "{n_cut} cut off, {n_whole} not");
}

/// One that takes its time, but takes something, gets everything.
#[test]
fn a_client_that_is_only_slow_is_served() {
    let _alone = alone();
    const LENGTH: usize = 16 << 20;
    let running = with_session(LENGTH, Duration::from_secs(5));
    let mut slow = running.client.leave("GET", "/api/sessions/long", &Value::Null);
    let (mut n_bytes, mut piece) = (0, vec![0; 2 << 20]);
    // All of it takes longer than the time. A piece is more than the system keeps back until its sender may go on, so that a
    // busy machine has several seconds for each.
    loop {
        let mut n_read = 0;
        while n_read < piece.len() {
            match slow.read(&mut piece[n_read..]).unwrap() {
                0 => break,
                n => n_read += n,
            }
        }
        n_bytes += n_read;
        if n_read < piece.len() {
            break;
        }
        std::thread::sleep(Duration::from_millis(700));
    }
    assert!(n_bytes > LENGTH, "{n_bytes}");
}

/// All who take the result of a job that has ended share one copy of it.
#[test]
fn a_result_is_in_memory_once() {
    let _alone = alone();
    const LENGTH: usize = 12 << 20;
    let running = Running::new();
    let id = running.client.post("/api/jobs", &json!({ "ask": "catalogue" })).json()["id"].as_str().unwrap().to_owned();
    let ended = |running: &Running| running.client.get(&format!("/api/jobs/{id}")).json()["state"] == "done";
    while !ended(&running) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let folder = running.into_folder();
    let kept = rusqlite::Connection::open(folder.path().join("workbench")).unwrap();
    let result = format!("\"{}\"", "x".repeat(LENGTH));
    kept.execute("UPDATE job SET result = ?1", [result]).unwrap();
    drop(kept);
    // Room for one and a half of them.
    let running = Running::at(folder, |settings| settings.bounds.answer_bytes = LENGTH * 3 / 2);
    let path = format!("/api/jobs/{id}");
    let slow: Vec<TcpStream> = (0..60).map(|_| running.client.leave("GET", &path, &Value::Null)).collect();
    let listeners: Vec<_> = (0..30)
        .map(|_| running.client.stream("GET", &format!("{path}/events"), &Value::Null).into_connection())
        .collect();
    for _ in 0..3 {
        let reply = running.client.get(&path);
        assert!(reply.status == 200 && reply.body.len() > LENGTH, "{}", reply.status);
    }
    drop((slow, listeners));
}
