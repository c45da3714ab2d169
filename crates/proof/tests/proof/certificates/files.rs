//! The files of `testdata/certificates/v1`: they must stay readable forever.

use std::fs;
use std::path::{Path, PathBuf};

use tesuji_proof::{Certificate, Node, check_stream};

use crate::certificates::second_checker;

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/certificates/v1")
}

pub(crate) const NAMES: [&str; 9] =
    ["bridge", "first-move", "graph", "groups", "refutation", "refutation-first", "union", "union-joined", "ziggurat"];

pub(crate) fn text(name: &str) -> String {
    let path = folder().join(format!("{name}.txt"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn certificate(name: &str) -> Certificate {
    Certificate::from_text(&text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A file of the folder of version 2.
pub(crate) fn version_2(name: &str) -> Certificate {
    let text = fs::read_to_string(folder().join(format!("../v2/{name}.txt"))).unwrap();
    Certificate::from_text(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn fills_are_read_for_ever() {
    for name in ["captured", "cut"] {
        let bytes = fs::read(folder().join(format!("../v2/{name}.cert"))).unwrap();
        let read = Certificate::read(&bytes[..]).unwrap();
        assert_eq!((bytes[7], &read, &read.to_bytes().unwrap()), (2, &version_2(name), &bytes), "{name}");
        assert_eq!(check_stream(&bytes[..]), read.check());
        assert_eq!(read.check().unwrap().carrier.len(), 2);
        second_checker::assert_agreement(name, &[bytes]);
    }
}

#[test]
fn version_2_is_read_for_ever() {
    let mut bytes = fs::read(folder().join("../v2/pairs.cert")).unwrap();
    let mut read = Certificate::read(&bytes[..]).unwrap();
    assert_eq!((bytes[7], &read), (2, &version_2("pairs")), "it has a walk");
    assert_eq!(read.to_bytes().unwrap(), bytes);
    assert_eq!(check_stream(&bytes[..]), read.check());
    assert_eq!(read.check().unwrap().carrier.len(), 6);
    second_checker::assert_agreement("version-2", &[bytes.clone()]);
    // Version 1 has no walks and no groups of one terminal, in either form; a claim never asks for a single cell.
    bytes[7] = 1;
    assert!(check_stream(&bytes[..]).is_err());
    let text = read.to_text().unwrap();
    assert_eq!(Certificate::from_text(&text).unwrap(), read);
    for (from, to) in [("certificate 2", "certificate 1"), ("goal 0: top bottom", "goal 0: a1")] {
        let fault = Certificate::from_text(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(fault.contains("at least two terminals"), "{fault}");
    }
    // A cut has no place beside a walk.
    read.nodes.insert(0, Node::Cut { stones: Vec::new() });
    assert!(read.to_bytes().is_err());
}

#[test]
fn version_1_is_read_for_ever() {
    let mut found: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".cert").map(str::to_owned))
        .collect();
    found.sort();
    assert_eq!(found, NAMES, "the files that this test knows");
    for name in NAMES {
        let bytes = fs::read(folder().join(format!("{name}.cert"))).unwrap();
        assert_eq!(bytes[7], 1, "{name} is of version 1");
        let read = Certificate::read(&bytes[..]).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(read, certificate(name), "{name}: binary and text say the same");
        let summary = check_stream(&bytes[..]).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(Ok(summary), read.check(), "{name}");
    }
}

/// The example in the document equals the file, byte by byte and line by line.
#[test]
fn the_document_shows_the_bridge() {
    let path = folder().join("../../../docs/CERTIFICATE.md");
    let document = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = certificate("bridge").to_text().unwrap();
    let (_title, lines) = text.split_once('\n').unwrap();
    assert!(document.contains(&format!("```text\n{lines}```")), "the text form");
    let start = document.find("54 53 4a").expect("the binary form");
    let block = document[start..].split("```").next().unwrap();
    // Each line: bytes, then words.
    let is_byte = |word: &&str| word.len() == 2 && u8::from_str_radix(word, 16).is_ok();
    let shown = block.lines().flat_map(|line| line.split_whitespace().take_while(is_byte));
    let shown: Vec<u8> = shown.map(|word| u8::from_str_radix(word, 16).unwrap()).collect();
    assert_eq!(shown, fs::read(folder().join("bridge.cert")).unwrap());
}
