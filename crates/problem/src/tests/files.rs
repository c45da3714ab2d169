//! The files of the repository: three forms of one problem, examples, the data suite, the handbook's examples.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Problem, parse_file_text, write_diagram, write_json, write_toml};

/// A folder of the repository.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The content of every file in a folder of the repository, with its path.
pub(super) fn files(name: &str) -> Vec<(PathBuf, String)> {
    let mut paths: Vec<_> = fs::read_dir(folder(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
        .into_iter()
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect()
}

#[track_caller]
pub(super) fn problems(path: &Path, text: &str) -> Vec<Problem> {
    parse_file_text(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn one_problem_has_many_faces() {
    let faces = files("testdata/problems");
    assert_eq!(faces.len(), 4);
    let first = problems(&faces[0].0, &faces[0].1);
    assert_eq!(first.len(), 3);
    assert_eq!(first[1].claim.goal.alternatives().iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(first[2].claim.topology.edges()[0].name, "north", "terminals are sorted by name");
    for (path, text) in &faces[1..] {
        assert_eq!(problems(path, text), first, "{}", path.display());
    }
}

#[test]
fn data_suite_is_whole() {
    let suite = files("testdata/claims");
    let mut counts = Vec::new();
    for (path, text) in &suite {
        let problems = problems(path, text);
        for problem in &problems {
            assert!(problem.expected.is_some() && problem.origin.is_some(), "{} in {}", problem.id, path.display());
        }
        for write in [write_json, write_toml, write_diagram] {
            assert_eq!(parse_file_text(&write(&problems)).as_ref(), Ok(&problems), "{}", path.display());
        }
        let n_true = problems.iter().filter(|problem| problem.expected == Some(true)).count();
        counts.push((path.file_stem().unwrap().to_str().unwrap(), n_true, problems.len() - n_true));
    }
    let expected = [
        ("false", 0, 14),
        ("mishima2008", 17, 0),
        ("small", 17, 10),
        ("templates", 39, 0),
        ("union8", 23, 3),
        ("yang7", 44, 0),
        ("yang9", 30, 0),
    ];
    assert_eq!(counts, expected);
}

/// A cell that a true claim needs, and the false claim without that cell, confirm each other.
#[test]
fn false_claims_lack_one_needed_cell() {
    let suite = files("testdata/claims");
    let all: Vec<_> = suite.iter().flat_map(|(path, text)| problems(path, text)).collect();
    let mut n_found = 0;
    for lacking in &all {
        let Some((id, cell)) = lacking.id.rsplit_once("-without-") else { continue };
        let parent = all.iter().find(|parent| parent.id == id).unwrap_or_else(|| panic!("{id} is in the suite"));
        let cell = parent.claim.topology.cell(cell).unwrap();
        let mut claim = parent.claim.clone();
        // Where the needed cells are known, the cell is one of them.
        let is_needed = parent.needed.as_ref().is_none_or(|needed| needed.contains(cell));
        assert!(claim.carrier.remove(cell) && is_needed, "{}", lacking.id);
        assert_eq!(claim, lacking.claim, "{}", lacking.id);
        n_found += 1;
    }
    assert_eq!(n_found, 17);
}

/// The examples that are problem files; the folder contains other kinds of files too.
pub(super) fn examples() -> Vec<(PathBuf, String)> {
    let names = ["graph.toml", "union.txt", "yang7-corner.toml", "yang7.toml", "ziggurat.toml"];
    let paths = names.map(|name| folder("examples").join(name));
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).into()
}

#[test]
fn examples_are_sound() {
    for (path, text) in examples() {
        let problems = problems(&path, &text);
        assert!(problems.iter().all(|problem| problem.expected.is_some()), "{}", path.display());
        // The line ends of another system change nothing.
        assert_eq!(parse_file_text(&text.replace('\n', "\r\n")).as_ref(), Ok(&problems), "{}", path.display());
    }
}

/// Every fenced block of the handbook that is marked as a problem file is one.
#[test]
fn handbook_examples_are_read() {
    let text = fs::read_to_string(folder("docs").join("PROBLEMS.md")).unwrap();
    let mut n_blocks = 0;
    for block in text.split("```").skip(1).step_by(2) {
        let (language, content) = block.split_once('\n').unwrap();
        if ["toml", "json", "text"].contains(&language) {
            problems(Path::new("docs/PROBLEMS.md"), content);
            n_blocks += 1;
        }
    }
    assert!(n_blocks >= 6, "{n_blocks} examples");
}
