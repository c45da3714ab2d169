//! Jobs: to their end, stopped, resumed, and after a restart.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Running;
use crate::client::Client;

/// A match that takes seconds, game by game.
fn a_match(games: u64, playouts: u64) -> Value {
    let control = format!(
        "title = \"uct at home\"\nformat = \"match\"\ngames = {games}\nconcurrency = 1\n\
         [game]\ngame = \"hex\"\ncolumns = 4\nrows = 4\n\
         [[player]]\nname = \"first\"\nkind = \"uct\"\nplayouts = {playouts}\n\
         [[player]]\nname = \"second\"\nkind = \"random\"\n"
    );
    json!({ "match": control })
}

pub(crate) fn post(client: Client, body: &Value) -> String {
    let reply = client.post("/api/jobs", body);
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()["id"].as_str().unwrap().to_owned()
}

/// Waits until a job is in this state.
pub(crate) fn wait(client: Client, id: &str, state: &str) -> Value {
    let since = Instant::now();
    loop {
        let job = client.get(&format!("/api/jobs/{id}")).json();
        if job["state"] == state {
            return job;
        }
        assert!(since.elapsed() < Duration::from_secs(60), "not {state}: {job}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_match_is_played_to_its_end() {
    let running = Running::new();
    let client = running.client;
    let id = post(client, &a_match(6, 50));
    let mut stream = client.stream("GET", &format!("/api/jobs/{id}/events"), &Value::Null);
    let mut names = Vec::new();
    let mut last = None;
    while let Some(event) = stream.next() {
        names.push(event.name.clone());
        last = Some(event);
    }
    let last = last.unwrap();
    assert_eq!((last.name.as_str(), &last.data["state"]), ("done", &json!("done")), "{names:?}");
    assert_eq!(last.data["result"]["games"], 6);
    assert_eq!(last.data["progress"]["share"], 1.0);
    let job = wait(client, &id, "done");
    assert_eq!(
        (&job["title"], &job["kind"], &job["about"]),
        (&json!("uct at home"), &json!("match"), &json!("uct at home"))
    );
    let matches = client.get("/api/matches").json();
    assert_eq!(matches["matches"][0]["id"], id.as_str());
    let view = client.get(&format!("/api/matches/{id}")).json();
    assert_eq!(view["report"]["players"][0]["name"], "first");
    assert_eq!(view["games"].as_array().unwrap().len(), 6);
    assert_eq!(view["games"][0]["number"], 1);
    let points = view["curves"][0]["points"].as_array().unwrap();
    let last = points.last().unwrap();
    assert_eq!((points.len(), &last["games"]), (3, &json!(6)), "a point for each pair");
    assert!(last["low"].as_f64() <= last["score"].as_f64() && last["score"].as_f64() <= last["high"].as_f64());
    let game = client.get(&format!("/api/matches/{id}/games/1"));
    assert!(game.status == 200 && game.body.starts_with(b"(;"), "{game:?}");
    for path in
        [format!("/api/matches/{id}/games/7"), format!("/api/matches/{id}/games/x"), "/api/matches/none".to_owned()]
    {
        assert_eq!(client.get(&path).problem()["status"], 404, "{path}");
    }
    // An event stream of a job that has ended has its end.
    let end = client.stream("GET", &format!("/api/jobs/{id}/events"), &Value::Null).next().unwrap();
    assert_eq!(end.name, "done");
    assert_eq!(client.post(&format!("/api/jobs/{id}/resume"), &Value::Null).problem()["status"], 409);
    assert_eq!(client.send("DELETE", &format!("/api/jobs/{id}"), &[], b"").status, 204);
    assert_eq!(client.get(&format!("/api/jobs/{id}")).problem()["status"], 404);
    assert_eq!(client.send("DELETE", &format!("/api/jobs/{id}"), &[], b"").problem()["status"], 404);
    assert_eq!(std::fs::read_dir(running.path().join("matches")).unwrap().count(), 0);
}

#[test]
fn a_job_is_stopped_and_resumed() {
    let running = Running::new();
    let client = running.client;
    let id = post(client, &a_match(200, 3_000));
    wait(client, &id, "running");
    let stopped = client.post(&format!("/api/jobs/{id}/stop"), &Value::Null).json();
    assert_eq!(stopped["state"], "stopped", "{stopped}");
    let n_games = || client.get(&format!("/api/matches/{id}")).json()["games"].as_array().map_or(0, Vec::len);
    let before = n_games();
    assert!(before < 200);
    assert_ne!(client.post(&format!("/api/jobs/{id}/resume"), &Value::Null).json()["state"], "stopped");
    let since = Instant::now();
    while n_games() <= before {
        assert!(since.elapsed() < Duration::from_secs(60), "no game was played");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(client.send("DELETE", &format!("/api/jobs/{id}"), &[], b"").status, 204);
    assert_eq!(client.get("/api/jobs").json()["jobs"], json!([]));
}

#[test]
fn a_job_goes_on_after_a_restart() {
    let running = Running::new();
    let id = post(running.client, &a_match(40, 300));
    wait(running.client, &id, "running");
    let folder = running.into_folder();
    let again = Running::at(folder, |_| {});
    let job = wait(again.client, &id, "done");
    assert_eq!(job["result"]["games"], 40);
    assert!(job["seconds"].as_f64().unwrap() > 0.0);
}

/// Where the end of a job cannot be written down, it is not shown as running, and goes on once there is room.
#[test]
fn a_job_whose_end_cannot_be_written_does_not_run() {
    let running = Running::new();
    let client = running.client;
    let id = post(client, &a_match(200, 3_000));
    wait(client, &id, "running");
    let disk = rusqlite::Connection::open(running.path().join("workbench")).unwrap();
    disk.execute_batch("CREATE TRIGGER full BEFORE UPDATE ON job BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
        .unwrap();
    let stopped = client.post(&format!("/api/jobs/{id}/stop"), &Value::Null).json();
    assert_eq!(stopped["state"], "stopped", "{stopped}");
    assert!(stopped["trouble"]["detail"].as_str().is_some_and(|detail| detail.contains("disk is full")), "{stopped}");
    assert_eq!(client.get("/api/jobs").json()["jobs"][0]["state"], "stopped");
    assert_eq!(client.post(&format!("/api/jobs/{id}/resume"), &Value::Null).problem()["status"], 507);
    disk.execute_batch("DROP TRIGGER full").unwrap();
    assert_eq!(client.get(&format!("/api/jobs/{id}")).json()["state"], "stopped");
    let state: String = disk.query_row("SELECT state FROM job", [], |row| row.get(0)).unwrap();
    assert_eq!(state, "stopped", "it was written down after all");
    assert_ne!(client.post(&format!("/api/jobs/{id}/resume"), &Value::Null).json()["state"], "stopped");
    assert_eq!(client.send("DELETE", &format!("/api/jobs/{id}"), &[], b"").status, 204);
}

/// A match that cannot keep a game says why it has failed, and goes on once it can.
#[test]
fn a_match_on_a_full_disk_fails_in_words_and_goes_on() {
    let running = Running::new();
    let client = running.client;
    let id = post(client, &a_match(60, 3_000));
    wait(client, &id, "running");
    let path = running.path().join("matches").join(format!("{id}.match"));
    let full = "CREATE TRIGGER full BEFORE INSERT ON game BEGIN SELECT RAISE(ABORT, 'disk is full'); END";
    let is_full = || rusqlite::Connection::open(&path).is_ok_and(|disk| disk.execute_batch(full).is_ok());
    // The file may not be there yet.
    while !path.is_file() || !is_full() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let failed = wait(client, &id, "failed");
    assert!(failed["trouble"]["detail"].as_str().is_some_and(|detail| detail.contains("disk is full")), "{failed}");
    assert_eq!((&failed["trouble"]["status"], &failed["trouble"]["is_ours"]), (&json!(507), &json!(false)));
    rusqlite::Connection::open(&path).unwrap().execute_batch("DROP TRIGGER full").unwrap();
    client.post(&format!("/api/jobs/{id}/resume"), &Value::Null);
    assert_eq!(wait(client, &id, "done")["result"]["games"], 60);
}

#[test]
fn jobs_beyond_the_bounds_wait_or_are_refused() {
    let running = Running::with(|settings| {
        settings.bounds.jobs_running = 1;
        settings.bounds.jobs_waiting = 1;
        settings.bounds.jobs = 2;
    });
    let client = running.client;
    let first = post(client, &a_match(200, 3_000));
    wait(client, &first, "running");
    let second = post(client, &a_match(2, 10));
    assert_eq!(client.get(&format!("/api/jobs/{second}")).json()["state"], "waiting");
    let reply = client.post("/api/jobs", &a_match(2, 10));
    assert_eq!((reply.problem()["status"].clone(), reply.header("retry-after")), (json!(503), "30"));
    // One that waits is stopped at once.
    assert_eq!(client.post(&format!("/api/jobs/{second}/stop"), &Value::Null).json()["state"], "stopped");
    client.post(&format!("/api/jobs/{first}/stop"), &Value::Null);
    let third = post(client, &a_match(2, 10));
    wait(client, &third, "done");
    // Of the two that had ended the older one was forgotten.
    let ids: Vec<Value> =
        client.get("/api/jobs").json()["jobs"].as_array().unwrap().iter().map(|job| job["id"].clone()).collect();
    assert_eq!(ids, [json!(third), json!(second)]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let running = Running::new();
    for body in [
        json!({}),
        json!([1]),
        json!({ "ask": "riddle" }),
        json!({ "match": 5 }),
        json!({ "match": "games = 1" }),
        json!({ "match": a_match(2, 1)["match"], "full": true }),
        json!({ "study": "sato2016/table2", "games": 0 }),
        json!({ "study": "sato2016/table2", "colour": "red" }),
        json!({ "study": "sato2016/table2", "title": 5 }),
    ] {
        let reply = running.client.post("/api/jobs", &body);
        assert_eq!(reply.problem()["status"], 422, "{body}");
    }
    assert_eq!(running.client.post("/api/jobs", &json!({ "study": "nobody/table1" })).problem()["status"], 404);
    for path in ["/api/jobs/none", "/api/jobs/none/events"] {
        assert_eq!(running.client.get(path).problem()["status"], 404, "{path}");
    }
    for path in ["/api/jobs/none/stop", "/api/jobs/none/resume"] {
        assert_eq!(running.client.post(path, &Value::Null).problem()["status"], 404, "{path}");
    }
}

#[test]
fn a_study_is_run_again() {
    let running = Running::new();
    let client = running.client;
    let studies = client.get("/api/studies").json();
    assert!(studies["studies"].as_array().unwrap().len() > 60 && studies["papers"].as_array().unwrap().len() > 4);
    let id = post(client, &json!({ "study": "sato2016/table2", "title": "a small table" }));
    let job = wait(client, &id, "done");
    assert_eq!((&job["title"], &job["about"]), (&json!("a small table"), &json!("sato2016/table2")));
    let record = &job["result"]["record"];
    assert_eq!((&record["study"], &record["size"]), (&json!("sato2016/table2"), &json!("small")));
    assert!(!record["outcome"]["numbers"].as_array().unwrap().is_empty());
    let (rows, judged) = (job["result"]["rows"].as_array().unwrap(), &record["judgement"]);
    assert_eq!(rows.len(), judged["comparisons"].as_array().unwrap().len());
    assert_eq!(rows[0]["agreement"], judged["comparisons"][0]["agreement"]);
    assert!(
        rows.iter()
            .all(|row| !row["ours"].as_str().unwrap().is_empty() && !row["published"].as_str().unwrap().is_empty())
    );
    assert!(job["result"]["verdict"].as_str().is_some_and(|verdict| verdict.len() > 5));
    let view = client.get("/api/studies/sato2016/table2").json();
    assert_eq!((&view["id"], &view["runs"][0]["id"]), (&json!("sato2016/table2"), &json!(id)));
    let page = client.get("/api/studies/report");
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(String::from_utf8_lossy(&page.body).contains("sato2016/table2"));
    assert_eq!(client.get("/api/studies/sato2016/table99").problem()["status"], 404);
}
