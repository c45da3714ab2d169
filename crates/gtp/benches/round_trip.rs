//! Cost of an answer besides the engine's own time: the pipe alone, and the client's part.
//!
//! The engine is a shell loop that answers at once.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use tesuji_gtp::Client;
use tesuji_gtp::client::{AnswerLimits, EngineCommand};

const POLITE: &str = r#"while read -r id rest; do printf '=%s B4\n\n' "$id"; done"#;
const HOUR: Duration = Duration::from_secs(3600);

fn round_trip(c: &mut Criterion) {
    let mut group = c.benchmark_group("gtp/round_trip");
    group.bench_function("pipe", |b| {
        let mut engine =
            Command::new("sh").args(["-c", POLITE]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (mut stdin, stdout) = (engine.stdin.take().unwrap(), engine.stdout.take().unwrap());
        let mut lines = BufReader::new(stdout).lines();
        b.iter(|| {
            stdin.write_all(b"1 genmove b\n").unwrap();
            black_box((lines.next(), lines.next()))
        });
        drop(stdin);
        engine.wait().unwrap();
    });
    for (name, limits) in [
        ("client", AnswerLimits::wall(HOUR)),
        ("client, processor time limited", AnswerLimits { cpu: Some(HOUR), ..AnswerLimits::wall(HOUR) }),
    ] {
        group.bench_function(name, |b| {
            let command = EngineCommand {
                program: "sh".into(),
                arguments: vec!["-c".into(), POLITE.into()],
                ..Default::default()
            };
            let mut client = Client::start(&command).unwrap();
            assert_eq!(client.send("genmove b", limits).unwrap().result.as_deref(), Ok("B4"));
            b.iter(|| black_box(client.send("genmove b", limits)));
        });
    }
    group.finish();
}

fn start(c: &mut Criterion) {
    c.bench_function("gtp/start and kill", |b| {
        let command =
            EngineCommand { program: "sh".into(), arguments: vec!["-c".into(), POLITE.into()], ..Default::default() };
        b.iter(|| drop(Client::start(&command).unwrap()));
    });
}

criterion_group!(benches, round_trip, start);
criterion_main!(benches);
