//! Games by their address, from a stand-in for all sites.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use serde_json::{Value, json};
use tesuji_server::FetchFrom;

use crate::Running;

const SGF: &str = "(;FF[4]EV[hex]PB[Ann]PW[Bob]SZ[11]SO[https://www.littlegolem.net];W[ab];B[kk])";
const PLAYHEX: &str = r#"{"state":"ended","boardsize":7,"moves":["d4","b2"],"winner":0,"outcome":"resign"}"#;

fn open(text: &str) -> Value {
    json!({ "ask": "open", "text": text })
}

#[test]
fn a_game_is_read_by_its_address_where_that_is_switched_on() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let from = FetchFrom::StandIn(listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let first = lines.next().unwrap().unwrap();
            _ = lines.find(|line| line.as_ref().is_ok_and(String::is_empty));
            let (status, body) = match first.split(' ').nth(1).unwrap_or_default() {
                "/www.littlegolem.net/servlet/sgf/1/game1.hsgf" => ("200 OK", SGF.to_owned()),
                "/www.littlegolem.net/servlet/sgf/2/game2.hsgf" => {
                    ("302 Found\r\nLocation: http://evil.example/", String::new())
                }
                "/www.littlegolem.net/servlet/sgf/3/game3.hsgf" => ("200 OK", "x".repeat(2 << 20)),
                path if path.starts_with("/playhex.org/api/games/0d1f8e8c") => ("200 OK", PLAYHEX.to_owned()),
                _ => ("404 Not Found", String::new()),
            };
            // Who asks may have heard enough before the end.
            _ = stream.write_all(format!("HTTP/1.1 {status}\r\nConnection: close\r\n\r\n{body}").as_bytes());
        }
    });
    let running = Running::with(|settings| settings.fetch = Some(from));
    let golem = |number: u32| {
        running.client.post("/api/ask", &open(&format!("littlegolem.net/jsp/game/game.jsp?gid={number}")))
    };
    assert_eq!(golem(1).json()["content"]["games"][0]["players"], json!(["Ann", "Bob"]));
    let playhex = open("https://playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528");
    assert_eq!(running.client.post("/api/ask", &playhex).json()["content"]["games"][0]["result"], "B+Resign");
    for (number, words) in [(2, "no SGF"), (3, "1024 KiB"), (4, "404")] {
        let problem = golem(number).problem();
        let detail = problem["detail"].as_str().unwrap();
        assert!(problem["status"] == 424 && detail.contains("Little Golem") && detail.contains(words), "{problem}");
        assert!(problem["advice"].as_str().unwrap().contains("sgf"), "{problem}");
    }
}

#[test]
fn nothing_is_fetched_unless_it_is_switched_on() {
    let problem = Running::new().client.post("/api/ask", &open("littlegolem.net/jsp/game/game.jsp?gid=1")).problem();
    assert!(problem["status"] == 422 && problem["advice"].as_str().unwrap().contains("paste"), "{problem}");
}
