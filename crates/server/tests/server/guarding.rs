//! Access to the server, and the headers of every answer.

use serde_json::json;
use tesuji_server::{Server, ServerError, ServerSettings};

use crate::Running;

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn every_answer_has_the_headers() {
    let running = Running::new();
    for path in ["/", "/api/about", "/api/nothing", "/no/such/file"] {
        let reply = running.client.get(path);
        assert!(reply.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin", "{path}");
    }
}

#[test]
fn the_page_is_there_or_says_how_to_build_it() {
    let running = Running::new();
    let reply = running.client.get("/");
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/html; charset=utf-8"));
    let again = running.client.send("GET", "/", &[("If-None-Match", reply.header("etag"))], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(running.client.get("/../Cargo.toml").status, 404);
    assert_eq!(running.client.send("POST", "/", &[JSON], b"{}").problem()["status"], 405);
}

#[test]
fn a_folder_can_have_the_page() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "a page").unwrap();
    std::fs::create_dir(folder.path().join("assets")).unwrap();
    std::fs::write(folder.path().join("assets/a-1.js"), "1").unwrap();
    let running = Running::with(|settings| settings.assets = Some(folder.path().to_owned()));
    assert_eq!(running.client.get("/").body, b"a page");
    assert_eq!(running.client.get("/assets/a-1.js").header("content-type"), "text/javascript; charset=utf-8");
    for path in ["/assets", "/assets/", "/assets/../../Cargo.toml", "/.hidden", "/assets/%2e%2e/index.html"] {
        assert_eq!(running.client.get(path).problem()["status"], 404, "{path}");
    }
}

#[test]
fn strange_hosts_and_origins_are_refused() {
    let running = Running::new();
    let client = running.client;
    let ours = format!("http://{}", client.address);
    assert_eq!(client.send("GET", "/", &[("Host", "evil.example")], b"").problem()["status"], 421);
    let body = json!({ "ask": "catalogue" }).to_string();
    for (origin, status) in [("http://evil.example", 403), ("null", 403), ("http://localhost:1", 403)] {
        let reply = client.send("POST", "/api/ask", &[JSON, ("Origin", origin)], body.as_bytes());
        assert_eq!(reply.problem()["status"], status, "{origin}");
    }
    let reply = client.send("POST", "/api/ask", &[JSON, ("Origin", &ours)], body.as_bytes());
    assert!(![403, 421].contains(&reply.status), "{reply:?}");
    // A form of another page can send only other content types.
    let reply = client.send("POST", "/api/ask", &[("Content-Type", "text/plain")], body.as_bytes());
    assert_eq!(reply.problem()["status"], 415);
}

#[test]
fn a_token_is_asked_for() {
    let token = tesuji_server::new_token().unwrap();
    let running = Running::with(|settings| settings.token = Some(token.clone()));
    let client = running.client;
    assert_eq!(client.get("/").problem()["status"], 401);
    assert_eq!(client.get("/api/about").problem()["status"], 401);
    assert_eq!(client.get("/?token=0123456789abcdef").problem()["status"], 401);
    let welcome = client.get(&format!("/?token={token}"));
    assert_eq!((welcome.status, welcome.header("location")), (303, "/"));
    let cookie = welcome.header("set-cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(client.send("GET", "/api/about", &[("Cookie", cookie)], b"").status, 200);
    let bearer = format!("Bearer {token}");
    assert_eq!(client.send("GET", "/api/about", &[("Authorization", &bearer)], b"").status, 200);
}

#[test]
fn other_machines_need_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let open = |token: Option<&str>| {
        let settings = ServerSettings::local(folder.path());
        Server::open(ServerSettings {
            address: "0.0.0.0".parse().unwrap(),
            port: Some(0),
            token: token.map(str::to_owned),
            ..settings
        })
    };
    assert!(matches!(open(None), Err(ServerError::NoToken(_))));
    assert!(matches!(open(Some("short")), Err(ServerError::Token)));
    let server = open(Some("0123456789abcdef")).unwrap();
    assert!(server.url().ends_with("/?token=0123456789abcdef") && server.url().starts_with("http://127.0.0.1:"));
}

#[test]
fn a_taken_port_is_an_error_only_if_it_was_asked_for() {
    let first = Running::new();
    let folder = tempfile::tempdir().unwrap();
    let asked = ServerSettings { port: Some(first.client.address.port()), ..ServerSettings::local(folder.path()) };
    let error = Server::open(asked).unwrap_err();
    assert!(matches!(error, ServerError::Listen { .. }) && error.to_string().contains("--port"));
    // Two servers without a port: at most one of them has the usual one.
    let other = tempfile::tempdir().unwrap();
    let usual = [&folder, &other].map(|folder| Server::open(ServerSettings::local(folder.path())).unwrap());
    assert_ne!(usual[0].address(), usual[1].address());
}
