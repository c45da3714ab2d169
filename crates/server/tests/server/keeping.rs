//! Sessions and the store: what is kept, listed and forgotten.

use std::sync::Arc;

use serde_json::{Value, json};
use tesuji_archive::store::{Finding, Store};
use tesuji_board::{CellSet, Player, Topology};
use tesuji_problem::board::Question;

use crate::Running;

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn a_session_survives_the_server() {
    let running = Running::new();
    let client = running.client;
    let put = |id: &str, body: &str| client.send("PUT", &format!("/api/sessions/{id}"), &[JSON], body.as_bytes());
    assert_eq!(put("board-1", "{ \"moves\": [\"c3\"],\n \"zoom\": 1.50 }").status, 204);
    assert_eq!(put("board-2", "[]").status, 204);
    assert_eq!(put("board-2", "null").status, 204);
    let running = Running::at(running.into_folder(), |_| {});
    let client = running.client;
    // To the byte as it was sent.
    assert_eq!(client.get("/api/sessions/board-1").body, b"{ \"moves\": [\"c3\"],\n \"zoom\": 1.50 }");
    let list = client.get("/api/sessions").json();
    let bytes: Vec<(&Value, &Value)> =
        list["sessions"].as_array().unwrap().iter().map(|session| (&session["id"], &session["bytes"])).collect();
    assert_eq!(bytes.len(), 2);
    assert!(
        bytes.contains(&(&json!("board-2"), &json!(4))) && bytes.contains(&(&json!("board-1"), &json!(34))),
        "{list}"
    );
    assert_eq!(client.send("DELETE", "/api/sessions/board-1", &[], b"").status, 204);
    assert_eq!(client.get("/api/sessions/board-1").problem()["status"], 404);
    assert_eq!(client.send("DELETE", "/api/sessions/board-1", &[], b"").problem()["status"], 404);
}

#[test]
fn sessions_are_bounded() {
    let running = Running::with(|settings| {
        settings.bounds.sessions = 2;
        settings.bounds.session_bytes = 100;
    });
    let client = running.client;
    let put = |id: &str, body: &str| client.send("PUT", &format!("/api/sessions/{id}"), &[JSON], body.as_bytes());
    for id in ["a", "b", "c"] {
        assert_eq!(put(id, "1").status, 204);
    }
    let list = client.get("/api/sessions").json();
    assert_eq!(list["sessions"].as_array().unwrap().len(), 2);
    assert_eq!(client.get("/api/sessions/c").status, 200);
    assert_eq!(put("d", &format!("\"{}\"", "x".repeat(100))).problem()["status"], 413);
    assert_eq!(put("d", "{").problem()["status"], 400);
    for id in ["..", "a.b", "a%2fb", &"x".repeat(65), "%00"] {
        assert_eq!(put(id, "1").problem()["status"], 422, "{id}");
    }
}

/// A clock that goes back makes no board the oldest.
#[test]
fn the_newest_board_is_kept_whatever_the_clock_says() {
    let running = Running::new();
    let put = |running: &Running, id: &str| {
        assert_eq!(running.client.send("PUT", &format!("/api/sessions/{id}"), &[JSON], b"1").status, 204);
    };
    for id in ["a", "b", "c"] {
        put(&running, id);
    }
    let folder = running.into_folder();
    let kept = rusqlite::Connection::open(folder.path().join("workbench")).unwrap();
    kept.execute("UPDATE session SET changed = changed + 300000", []).unwrap();
    drop(kept);
    let running = Running::at(folder, |settings| settings.bounds.sessions = 3);
    put(&running, "new");
    assert_eq!(running.client.get("/api/sessions/new").status, 200);
    assert_eq!(running.client.get("/api/sessions/a").status, 404);
    let list = running.client.get("/api/sessions").json();
    let ids: Vec<&Value> = list["sessions"].as_array().unwrap().iter().map(|session| &session["id"]).collect();
    assert_eq!(ids, ["new", "c", "b"]);
}

/// The folder that a server makes is for its owner alone, and so becomes one that an earlier version has made.
#[cfg(unix)]
#[test]
fn the_folder_is_for_its_owner_alone() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;

    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("made");
    let settings = || tesuji_server::ServerSettings { port: Some(0), ..tesuji_server::ServerSettings::local(&folder) };
    let rights = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    drop(tesuji_server::Server::open(settings()).unwrap());
    assert_eq!(rights(&folder), 0o700);
    let file = folder.join("workbench");
    std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
    std::fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
    drop(tesuji_server::Server::open(settings()).unwrap());
    assert_eq!((rights(&folder), rights(&file)), (0o700, 0o600));
    // A folder of other things is left as it is.
    let other = outer.path().join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::set_permissions(&other, Permissions::from_mode(0o755)).unwrap();
    drop(tesuji_server::Server::open(tesuji_server::ServerSettings {
        port: Some(0),
        ..tesuji_server::ServerSettings::local(&other)
    }));
    assert_eq!(rights(&other), 0o755);
}

#[test]
fn one_server_has_a_folder() {
    let running = Running::new();
    let settings =
        tesuji_server::ServerSettings { port: Some(0), ..tesuji_server::ServerSettings::local(running.path()) };
    let error = tesuji_server::Server::open(settings).unwrap_err().to_string();
    assert!(error.contains("another `tesuji serve`") && error.contains("--folder"), "{error}");
}

#[test]
fn the_store_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let store = Store::open_or_create(&path).unwrap();
    let question = |side: usize| {
        let topology = Arc::new(Topology::rhombus(side, side).unwrap());
        Question { topology, black: CellSet::new(), white: CellSet::new(), to_move: Player::Black }
    };
    for (side, winner) in [(3, Some(Player::Black)), (4, Some(Player::Black)), (9, None)] {
        let asked = question(side);
        let winning_move = winner.and_then(|_| asked.topology.cell("b2"));
        let finding = Finding {
            winner,
            winning_move,
            nodes: 5,
            seconds: 0.1,
            solver: "a test".to_owned(),
            certificate: None,
            distance: None,
        };
        store.keep(&asked, &finding).unwrap();
    }
    let digest = store.keep_certificate(&b"bytes"[..]).unwrap();
    drop(store);
    let running = Running::with(|settings| settings.store = Some(path));
    let client = running.client;
    let all = client.get("/api/store").json();
    assert_eq!((&all["total"], &all["entries"][0]["winner"]), (&json!(3), &json!("black")));
    assert_eq!(all["entries"][0]["state"]["game"]["columns"], 3);
    let one = client.get("/api/store?winner=black&offset=1&limit=5").json();
    assert_eq!((&one["total"], one["entries"].as_array().unwrap().len()), (&json!(2), 1));
    assert_eq!(client.get("/api/store?columns=9").json()["entries"][0]["winner"], Value::Null);
    for query in ["columns=x", "winner=red", "colour=1", "limit=-1", "limit=99999999999999999999999"] {
        assert_eq!(client.get(&format!("/api/store?{query}")).problem()["status"], 422, "{query}");
    }
    let certificate = client.get(&format!("/api/store/certificates/{digest}"));
    assert_eq!((certificate.status, certificate.body.as_slice()), (200, &b"bytes"[..]));
    for name in ["0".repeat(64), "..".to_owned(), "x".to_owned()] {
        assert_eq!(client.get(&format!("/api/store/certificates/{name}")).problem()["status"], 404, "{name}");
    }
    assert_eq!(client.get("/api/about").json()["has_store"], true);
}

#[test]
fn without_a_store_there_is_none() {
    let running = Running::new();
    assert_eq!(running.client.get("/api/store").problem()["status"], 404);
    assert_eq!(running.client.get("/api/about").json()["has_store"], false);
}
