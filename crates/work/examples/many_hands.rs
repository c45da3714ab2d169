//! A divided proof with simulated workers: how much of their time is of use. Searches are real, time is counted. `searched`
//! is when the last search ended; proofs follow.
//!
//! `cargo run --release -p tesuji-work --example many_hands POSITION.toml NODES WORKERS..`

#![expect(clippy::print_stdout, reason = "an example that prints its numbers")]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::error::Error;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tesuji_proof::Certificate;
use tesuji_work::{Task, TaskOutcome, execute, open_work};

/// Seconds, as measured (bench/runs/2026-11-28-amd-epyc-2-threads-many-hands): a position searched, a node of a certificate,
/// a task handed out or taken back, a byte of a message.
const POSITION: f64 = 0.45e-3;
const NODE: f64 = 0.24e-3;
const MESSAGE: f64 = 3.5e-3;
const BYTE: f64 = 1e-8;

/// The seconds that a worker takes for an outcome.
fn seconds(outcome: &TaskOutcome) -> Result<f64, Box<dyn Error>> {
    let answer = &outcome.result["answer"];
    let nodes = match answer["certificate"].as_str() {
        Some(text) => Certificate::read(&STANDARD.decode(text)?[..])?.nodes.len(),
        None => 0,
    };
    Ok(POSITION * answer["nodes"].as_f64().unwrap_or(0.0) + NODE * nodes as f64)
}

fn message(bytes: usize) -> f64 {
    MESSAGE + BYTE * bytes as f64
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [control, nodes, workers @ ..] = &arguments[..] else { return Err("POSITION.toml NODES WORKERS..".into()) };
    let mut alone = None;
    println!("workers  seconds  speed-up  efficiency  searched  tasks  positions  busy  driver");
    for n_workers in workers {
        let n_workers: usize = n_workers.parse()?;
        let folder = std::env::temp_dir().join(format!("many-hands-{}-{n_workers}", std::process::id()));
        let mut work = open_work("proof", control, &folder, &format!("{{\"nodes\": {nodes}}}"))?;
        let (mut now, mut free_at, mut searched, mut busy, mut driver, mut n_tasks) =
            (0.0_f64, 0.0_f64, 0.0, 0.0, 0.0, 0);
        let mut running: BTreeMap<u64, (Task, TaskOutcome)> = BTreeMap::new();
        // Times in nanoseconds, since they have an order.
        let mut ends: BinaryHeap<Reverse<(u64, u64)>> = BinaryHeap::new();
        let mut tasks = work.pending();
        while !work.is_over() {
            let mut is_fresh = false;
            while running.len() < n_workers {
                match tasks.next() {
                    Some(task) if running.contains_key(&task.number) => {}
                    Some(task) => {
                        let outcome = execute(&task, &Default::default())?;
                        let cost = message(task.content["records"].as_str().map_or(0, str::len));
                        let took = seconds(&outcome)?;
                        free_at = now.max(free_at) + cost;
                        (busy, driver, n_tasks) = (busy + took, driver + cost, n_tasks + 1);
                        ends.push(Reverse((((free_at + took) * 1e9) as u64, task.number)));
                        running.insert(task.number, (task, outcome));
                    }
                    None if is_fresh => break,
                    None => {
                        tasks = work.pending();
                        is_fresh = true;
                    }
                }
            }
            let Some(Reverse((end, number))) = ends.pop() else { return Err("nothing is running".into()) };
            let Some((task, outcome)) = running.remove(&number) else { continue };
            let cost = message(outcome.result.to_string().len());
            now = now.max(end as f64 * 1e-9);
            free_at = now.max(free_at) + cost;
            driver += cost;
            if task.content["is_proof"] != true {
                searched = free_at;
            }
            work.keep(&task, &outcome)?;
        }
        let seconds = now.max(free_at);
        let whole = *alone.get_or_insert(seconds * n_workers as f64);
        let speed_up = whole / seconds;
        println!(
            "{n_workers:7}  {seconds:7.2}  {speed_up:8.2}  {:10.2}  {searched:8.2}  {n_tasks:5}  {:9}  {:4.2}  {:6.2}",
            speed_up / n_workers as f64,
            work.summary()?["searched"],
            busy / seconds / n_workers as f64,
            driver / seconds,
        );
        std::fs::remove_dir_all(&folder)?;
    }
    Ok(())
}
