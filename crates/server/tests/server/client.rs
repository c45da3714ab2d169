//! A client of a few lines: one request a connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Asks one server.
#[derive(Clone, Copy)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
}

/// An answer that came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// An event of a stream.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) data: Value,
}

/// A stream of events.
pub(crate) struct Stream {
    pub(crate) status: u16,
    reader: BufReader<TcpStream>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut reader = self.begin(method, path, headers, body).unwrap();
        let (status, headers) = head(&mut reader);
        let mut bytes = Vec::new();
        // The server may close with an error where it has not read the whole request.
        _ = reader.read_to_end(&mut bytes);
        let is_chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        Reply { status, headers, body: if is_chunked { joined(&bytes) } else { bytes } }
    }

    fn begin(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> std::io::Result<BufReader<TcpStream>> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{head}\r\n").as_bytes())?;
        // A server that refuses a body need not read it.
        _ = stream.write_all(body);
        Ok(BufReader::new(stream))
    }

    /// Sends a request whose answer nobody reads. The connection stays open as long as what is returned.
    pub(crate) fn leave(&self, method: &str, path: &str, body: &Value) -> TcpStream {
        // A body that nobody reads would break off the answer when the server closes its side.
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.begin(method, path, &[("Content-Type", "application/json")], body.as_bytes()).unwrap().into_inner()
    }

    /// Asks for a stream of events.
    pub(crate) fn stream(&self, method: &str, path: &str, body: &Value) -> Stream {
        let headers = [("Content-Type", "application/json"), ("Accept", "text/event-stream")];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut reader = self.begin(method, path, &headers, body.as_bytes()).unwrap();
        let (status, _) = head(&mut reader);
        Stream { status, reader }
    }
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The problem that it is; a test fails if it is none, or says nothing.
    pub(crate) fn problem(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/problem+json", "{self:?}");
        let problem = self.json();
        assert_eq!(problem["status"], self.status);
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.len() > 5), "{problem}");
        problem
    }
}

impl Stream {
    /// The connection, for whoever does not read on.
    pub(crate) fn into_connection(self) -> TcpStream {
        self.reader.into_inner()
    }

    /// The next event; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Event> {
        let mut name = String::new();
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            // Lengths of chunks stand on lines of their own, and each event is one chunk.
            if let Some(given) = line.strip_prefix("event: ") {
                name = given.to_owned();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some(Event { name, data: serde_json::from_str(data).unwrap() });
            }
        }
    }
}

fn head(reader: &mut impl BufRead) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    _ = reader.read_line(&mut line);
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no answer: {line:?}"));
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else { return (status, headers) };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
}

/// The chunks of a body in one piece.
fn joined(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(at) = bytes.iter().position(|byte| *byte == b'\n') {
        let length =
            std::str::from_utf8(&bytes[..at]).ok().and_then(|text| usize::from_str_radix(text.trim(), 16).ok());
        let Some(length) = length.filter(|length| *length > 0) else { break };
        whole.extend_from_slice(&bytes[at + 1..at + 1 + length]);
        bytes = &bytes[at + 3 + length..];
    }
    whole
}
