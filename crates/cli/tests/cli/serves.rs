//! `tesuji serve`: started, killed, started again, asked to end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Folder;

/// A server in a process of its own. It is killed when this is dropped.
struct Served {
    child: Child,
    /// `127.0.0.1:8642`.
    address: String,
}

impl Served {
    fn new(folder: &Folder, more: &[&str]) -> Self {
        let data = folder.path("data");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
        command.args(["serve", "--no-open", "--port", "0", "--folder"]).arg(data).args(more);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("the workbench is at http://").and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line:?}")).to_owned();
        Self { child, address }
    }

    /// Asks, and returns status and body.
    fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// Waits until `is_there` of what is at `path`.
    fn wait(&self, path: &str, is_there: impl Fn(&Value) -> bool) -> Value {
        let since = Instant::now();
        loop {
            let (_, value) = self.ask("GET", path, &Value::Null);
            if is_there(&value) {
                return value;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "{value}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// `kill -9`.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[test]
fn a_killed_server_goes_on_where_it_was() {
    let folder = Folder::new();
    let first = Served::new(&folder, &[]);
    let board = json!({ "moves": ["c3", "d4"] });
    assert_eq!(first.ask("PUT", "/api/sessions/mine", &board).0, 204);
    let control = "format = 'match'\ngames = 60\nconcurrency = 1\n[game]\ngame = 'hex'\ncolumns = 4\nrows = 4\n\
                   [[player]]\nname = 'a'\nkind = 'uct'\nplayouts = 1000\n[[player]]\nname = 'b'\nkind = 'random'\n";
    let (status, job) = first.ask("POST", "/api/jobs", &json!({ "match": control, "title": "a long one" }));
    assert_eq!(status, 201, "{job}");
    let id = job["id"].as_str().unwrap().to_owned();
    let n_games = |view: &Value| view["games"].as_array().map_or(0, Vec::len);
    let path = format!("/api/matches/{id}");
    let before = n_games(&first.wait(&path, |view| n_games(view) >= 2));
    first.kill();

    let second = Served::new(&folder, &[]);
    assert_eq!(second.ask("GET", "/api/sessions/mine", &Value::Null), (200, board));
    let view = second.ask("GET", &path, &Value::Null).1;
    assert!(n_games(&view) >= before, "{view}");
    assert_eq!(view["job"]["title"], "a long one");
    let job = second.wait(&format!("/api/jobs/{id}"), |job| job["state"] == "done");
    assert_eq!((&job["result"]["games"], &job["result"]["scheduled"]), (&json!(60), &json!(60)));
}

#[test]
fn a_killed_solver_finds_its_answers_in_the_store() {
    let folder = Folder::new();
    let first = Served::new(&folder, &[]);
    let (status, job) = first.ask("POST", "/api/jobs", &json!({ "ask": "openings", "columns": 6, "rows": 6 }));
    assert_eq!(status, 201, "{job}");
    let total = |list: &Value| list["total"].as_u64().unwrap_or(0);
    let before = total(&first.wait("/api/store", |list| total(list) >= 2));
    first.kill();
    let second = Served::new(&folder, &[]);
    assert!(total(&second.ask("GET", "/api/store", &Value::Null).1) >= before);
    let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
    let job = second.wait(&path, |job| job["state"] == "done");
    let n_cells = |field: &str| job["result"][field].as_array().map_or(0, Vec::len);
    assert_eq!((n_cells("winning") + n_cells("losing"), n_cells("open")), (36, 0), "{job}");
    // The command line has the same answers: each opening and its image under the half turn is one entry.
    let list = folder.run("store list data/store");
    assert!(list.stdout.contains("\n18 positions, 0 undecided"), "{}", list.stdout);
}

#[cfg(unix)]
#[test]
fn a_server_ends_when_it_is_asked_to() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = Folder::new();
    for signal in [Signal::INT, Signal::TERM] {
        let mut served = Served::new(&folder, &[]);
        let pid = Pid::from_raw(i32::try_from(served.child.id()).unwrap()).unwrap();
        kill_process(pid, signal).unwrap();
        assert_eq!(served.child.wait().unwrap().code(), Some(0), "{signal:?}");
    }
}

/// A server that other machines can reach says so: where, and what that means.
#[test]
fn an_open_server_says_what_that_means() {
    let folder = Folder::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
    command.args(["serve", "--no-open", "--port", "0", "--address", "0.0.0.0", "--folder"]).arg(folder.path("data"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
    let lines: Vec<String> = BufReader::new(child.stdout.take().unwrap()).lines().take(3).map(Result::unwrap).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    let token = lines[0].split_once("?token=").unwrap().1;
    assert!(lines[0].starts_with("the workbench is at http://127.0.0.1:"), "{lines:?}");
    let place = lines[1].strip_prefix("other machines can reach it too, at ").unwrap_or_else(|| panic!("{lines:?}"));
    assert!(place == "every address of this machine" || (place.contains(token) && !place.contains("127.0.0.1")));
    assert!(lines[2].contains("is not encrypted") && lines[2].contains("ssh -L"), "{lines:?}");
}

/// What a server writes is for its owner alone, whatever the umask of the shell is.
#[cfg(unix)]
#[test]
fn the_files_of_a_server_are_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new();
    let served = Served::new(&folder, &[]);
    assert_eq!(served.ask("PUT", "/api/sessions/mine", &json!({ "moves": [] })).0, 204);
    let control = "format = 'match'\ngames = 2\n[game]\ngame = 'hex'\ncolumns = 3\nrows = 3\n\
                   [[player]]\nname = 'a'\nkind = 'random'\n[[player]]\nname = 'b'\nkind = 'random'\n";
    let (_, job) = served.ask("POST", "/api/jobs", &json!({ "match": control }));
    served.wait(&format!("/api/jobs/{}", job["id"].as_str().unwrap()), |job| job["state"] == "done");
    let (mut open, mut n_files) = (vec![folder.path("data")], 0);
    while let Some(path) = open.pop() {
        let path: std::path::PathBuf = path;
        let rights = path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(rights, if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
        n_files += 1;
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    assert!(n_files >= 5, "{n_files}");
}

#[test]
fn what_cannot_be_served_is_said() {
    let folder = Folder::new();
    let served = Served::new(&folder, &[]);
    let port = served.address.rsplit(':').next().unwrap();
    folder.run(&format!("serve --no-open --folder other --port {port}")).assert_refused("cannot listen at 127.0.0.1:");
    folder.run("serve --no-open --folder data --port 0").assert_refused("another `tesuji serve` works in");
    folder.run("serve --no-open --folder other --port 0 --assets .").assert_refused("has no index.html");
    folder.write("token", "short");
    folder.run("serve --no-open --folder other --port 0 --token-file token").assert_refused("16 to 128");
    folder.write("foreign", "not a store");
    folder.run("serve --no-open --folder other --port 0 --store foreign").assert_refused("is not a store of positions");
}

#[test]
fn engines_have_names_of_their_own() {
    let cases =
        [("--engine gnugo", "expected NAME=COMMAND"), ("--engine a=x --engine a=y", "two engines are called `a`")];
    Folder::new().refuses("serve --no-open --port 0 --folder data {}", &cases);
}
