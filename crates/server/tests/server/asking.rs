//! Questions and answers.

use serde_json::json;

use crate::Running;

#[test]
fn says_what_it_is() {
    let running = Running::new();
    let about = running.client.get("/api/about").json();
    assert_eq!(about["is_server"], true);
    assert_eq!(about["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(about["limits"]["question_bytes"], 2 << 20);
}

#[test]
fn faults_of_a_question_are_named() {
    let running = Running::new();
    let ask =
        |body: &[u8]| running.client.send("POST", "/api/ask", &[("Content-Type", "application/json")], body).problem();
    let broken = ask(b"{\n  \"ask\": }");
    assert_eq!((&broken["status"], &broken["place"]["line"]), (&json!(400), &json!(2)));
    assert_eq!(ask(b"")["status"], 400);
    assert_eq!(ask(br#"{ "ask": "riddle" }"#)["status"], 422);
    assert_eq!(ask(br#"{ "ask": "position" }"#)["status"], 422);
    let unknown = running.client.get("/api/riddle").problem();
    assert_eq!(unknown["status"], 404);
    let wrong = running.client.get("/api/ask").problem();
    assert_eq!((&wrong["status"], &wrong["advice"]), (&json!(405), &json!("use POST")));
}

#[test]
fn large_bodies_are_refused() {
    let running = Running::new();
    let ask = |body: String| {
        let reply = running.client.send("POST", "/api/ask", &[("Content-Type", "application/json")], body.as_bytes());
        reply.problem()["status"].as_u64().unwrap()
    };
    let filler = "x".repeat(3 << 20);
    assert_eq!(ask(json!({ "ask": "open", "text": filler }).to_string()), 413);
    // A certificate may be as large, and has another fault.
    assert_eq!(ask(json!({ "ask": "check", "certificate": filler }).to_string()), 422);
    assert_eq!(ask(format!("\"{}\"", "x".repeat(65 << 20))), 413);
}
