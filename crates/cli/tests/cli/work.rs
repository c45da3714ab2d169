//! `tesuji work`, and `--shard` of the commands that answer many things.

use std::path::Path;

use serde_json::Value;

use crate::{Folder, PROBLEMS};

const MATCH: &str = "format = 'match'\ngames = 12\nseed = 1\n[game]\ngame = 'hex'\ncolumns = 3\nrows = 3\n\
    [[player]]\nname = 'one'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'random'\n";

/// The names and contents of all files below a folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push((path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

#[test]
fn parts_of_a_verification_make_the_whole() {
    let folder = Folder::new();
    folder.write("problems.toml", PROBLEMS);
    let whole = folder.run("work run claims problems.toml --out whole --json");
    assert_eq!(whole.status, 0, "{}", whole.stderr);
    assert!(whole.stdout.contains("\"hold\":2") && whole.stdout.contains("\"fail\":1"), "{}", whole.stdout);
    // Two parts in one folder, and each in its own.
    for (part, own) in [("1/2", "a"), ("2/2", "b")] {
        for out in ["shared", own] {
            let run = folder.run(&format!("work run claims problems.toml --out {out} --shard {part} --jobs 2"));
            assert_eq!(run.status, 0, "{}", run.stderr);
        }
    }
    assert_eq!(files(&folder.path("shared")), files(&folder.path("whole")));
    let merged = folder.run("work merge claims problems.toml --out merged a b");
    assert_eq!((merged.status, merged.stdout.as_str()), (0, "merged: 3 outcomes taken in, 0 known before\n"));
    assert_eq!(files(&folder.path("merged")), files(&folder.path("whole")));
    let summary = folder.run("work summary claims problems.toml --out merged --json");
    assert_eq!(summary.stdout, whole.stdout);
    let again = folder.run("work run claims problems.toml --out merged");
    assert!(again.stderr.contains("3 tasks done before, 0 to do"), "{}", again.stderr);
    // A certificate that somebody has changed is not believed.
    let path = folder.path("a/certificates/ziggurat.cert");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.pop();
    std::fs::write(&path, bytes).unwrap();
    let merged = folder.run("work merge claims problems.toml --out new a b");
    assert!(merged.status == 1 && merged.stderr.contains("task 1 is refused"), "{}", merged.stderr);
    assert_eq!(merged.stdout, "new: 2 outcomes taken in, 0 known before\n");
}

#[test]
fn a_contradicted_answer_is_told_by_the_exit_status() {
    let folder = Folder::new();
    folder.write("problems.toml", PROBLEMS.replacen("holds", "fails", 1));
    for command in ["run", "run", "summary"] {
        let run = folder.run(&format!("work {command} claims problems.toml --out whole --json"));
        assert_eq!(run.status, 1, "{}", run.stdout);
        assert!(!run.stdout.contains("\"contradicted\":[]"), "{}", run.stdout);
    }
}

#[test]
fn work_plays_matches_into_their_stores() {
    let folder = Folder::new();
    folder.write("match.toml", MATCH);
    for part in 1..=3 {
        let run = folder.run(&format!("work run match match.toml --out part{part}.match --shard {part}/3"));
        assert_eq!(run.status, 0, "{}", run.stderr);
    }
    let merged = folder.run("work merge match match.toml --out match.match part1.match part2.match part3.match");
    assert_eq!((merged.status, merged.stdout.as_str()), (0, "match.match: 12 outcomes taken in, 0 known before\n"));
    // It is the store that `tesuji match` goes on with, and there is nothing left to play.
    let run = folder.run("match match.toml");
    assert!(run.status == 0 && run.stderr.contains("12 games played before, 0 to play"), "{}", run.stderr);
    let one = folder.run("work run match match.toml --out one.match --json --jobs 1");
    let summary = folder.run("work summary match match.toml --out match.match --json");
    assert_eq!(summary.stdout, one.stdout);
}

#[test]
fn shards_of_commands_make_the_whole() {
    let folder = Folder::new();
    folder.write("problems.toml", PROBLEMS);
    for part in ["1/3", "2/3", "3/3", "3/5"] {
        let run = folder.run(&format!("prove problems.toml --certificates proofs --shard {part} --json"));
        assert_eq!((run.status, run.stdout.lines().count()), (0, 1), "{part}: {}", run.stderr);
    }
    let run = folder.run("prove problems.toml --certificates proofs --resume");
    assert!(run.stdout.contains("3 answers taken from certificates"), "{}", run.stdout);
    let empty = folder.run("prove problems.toml --shard 5/5 --json");
    assert_eq!((empty.status, empty.stdout.as_str()), (0, ""));

    for part in 1..=2 {
        let run = folder.run(&format!("work run openings 3 --out openings --store part{part}.store --shard {part}/2"));
        assert_eq!(run.status, 0, "{}", run.stderr);
    }
    assert_eq!(folder.run("store merge all.store part1.store part2.store").status, 0);
    let run = folder.run("openings --board 3 --store all.store");
    assert!(run.stdout.contains("9 openings") && run.stdout.matches("from the store").count() >= 5, "{}", run.stdout);
}

/// Parts of a study and of a search for templates: joined, they are what one run finds.
#[test]
fn parts_of_studies_and_templates_make_the_whole() {
    let folder = Folder::new();
    let study = "beyond/path-interception-weighted --games 2";
    for part in 1..=2 {
        let run = folder.run(&format!("study run {study} --shard {part}/2 --out part{part}"));
        assert!(run.status == 0 && run.stderr.contains("`tesuji work merge study`"), "{}", run.stderr);
    }
    assert_eq!(folder.run(&format!("work merge study {study} --out whole part1 part2")).status, 0);
    assert_eq!(folder.run(&format!("study run {study} --out one")).status, 0);
    let record = "beyond-path-interception-weighted.full.json";
    let [whole, one] = ["whole", "one"].map(|out| std::fs::read(folder.path(&format!("{out}/{record}"))).unwrap());
    assert_eq!(whole, one);
    folder.run("study run sato2016 beyond --shard 1/2 --out x").assert_refused("one study or paper");

    // Parts of templates may share a folder.
    folder.write("search", "row = 3\nwidth = 5\n");
    for part in 1..=3 {
        let run = folder.run(&format!("work run templates search --out found --shard {part}/3"));
        assert_eq!(run.status, 0, "{}", run.stderr);
    }
    let claims = std::fs::read_to_string(folder.path("found/templates.toml")).unwrap();
    let ids: Vec<&str> = claims.lines().filter_map(|line| line.strip_prefix("id = ")).collect();
    let one = folder.run("claim templates --row 3 --width 5 --json");
    let one: Vec<Value> = one.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let one: Vec<String> =
        one.iter().filter(|line| line["id"].is_string()).map(|line| line["id"].to_string()).collect();
    assert!(!one.is_empty());
    assert_eq!(ids, one);
    let answers = folder.run("prove found/templates.toml");
    assert!(answers.status == 0 && !answers.stdout.contains("CONTRADICTED"), "{}", answers.stdout);
}

#[test]
fn bad_parts_are_named() {
    let folder = Folder::new();
    folder.write("problems.toml", PROBLEMS);
    folder.write("match.toml", MATCH);
    for command in ["match match.toml", "prove problems.toml", "work run claims problems.toml --out answers"] {
        for (shard, why) in
            [("0/4", "parts are counted from 1"), ("5/4", "there are 4 parts"), ("a/b", "is no part such as `1/4`")]
        {
            folder.run(&format!("{command} --shard {shard}")).assert_refused(why);
        }
    }
    folder.run("work run clams problems.toml --out answers").assert_refused("claims");
    folder.run("work run match match.toml --out x.match --nodes 3").assert_refused("`nodes` is not for `match`");
}
