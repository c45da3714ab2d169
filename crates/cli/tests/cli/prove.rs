//! `tesuji prove`.

use std::time::Duration;

use serde_json::Value;

use crate::{Folder, PROBLEMS, Run};

/// A claim of twenty empty cells. The referee needs far longer for it than any of these tests lasts.
const SLOW: &str = "id: slow\ngoal: top-bottom and left-right\n\n. . . . .\n . . . . .\n  . . . . .\n   . . . . .\n";

fn json_lines(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_resumed_run_trusts_only_certificates_that_check() {
    let folder = Folder::new();
    folder.write("p.toml", PROBLEMS);
    assert_eq!(folder.run("prove p.toml --program brute --certificates out").status, 0);
    let names = ["graph.cert", "no%20bridge.cert", "ziggurat.cert"];
    assert_eq!(folder.names("out"), names);
    let sound = std::fs::read(folder.path("out/ziggurat.cert")).unwrap();
    // One is damaged, one is about another claim, and one is unchanged.
    let mut damaged = sound.clone();
    damaged[40] ^= 1;
    folder.write("out/ziggurat.cert", &damaged);
    folder.write("out/graph.cert", &sound);
    let run = folder.run("prove p.toml --program brute --certificates out --resume");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let resumed: Vec<bool> = run.stdout.lines().skip(1).take(3).map(|line| line.contains("resumed")).collect();
    assert_eq!(resumed, [false, true, false]);
    assert!(run.stdout.contains("1 answer taken from certificates of an earlier run"));
    assert_eq!(folder.names("out"), names);
    assert_eq!(std::fs::read(folder.path("out/ziggurat.cert")).unwrap(), sound);
    let again = json_lines(&folder.run("prove p.toml --program brute --certificates out --resume --json"));
    assert!(again.iter().all(|line| line["nodes"] == 0 && line["certificate"].is_string()));
    assert_eq!(again[1]["answer"], "fails");
}

#[test]
fn limits_leave_a_problem_undecided() {
    let folder = Folder::new();
    folder.write("slow.txt", SLOW);
    // Without the limit this would practically never end.
    let run = folder.run("prove slow.txt --program brute --time 100ms");
    assert_eq!(run.status, 0);
    assert!(run.stdout.contains("undecided") && run.stdout.contains("1 undecided"), "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    let folder = Folder::new();
    folder.write("p.toml", PROBLEMS);
    folder.write("slow.txt", SLOW);
    let mut child = folder.command("prove p.toml slow.txt --program brute --certificates out").spawn().unwrap();
    let is_there = |name: &&str| folder.path(&format!("out/{name}.cert")).exists();
    while !["graph", "no%20bridge", "ziggurat"].iter().all(is_there) {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before the first problems were answered");
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("3 problems: 2 hold, 1 fail, 0 undecided"), "{stdout}");
    assert!(stderr.contains("stopped: 3 of 4 problems answered"), "{stderr}");
    assert_eq!(folder.names("out").len(), 3);
}

#[test]
fn program_c_proves_the_answers_of_programs_that_make_no_certificates() {
    let folder = Folder::new();
    folder.write("p.toml", PROBLEMS);
    for program in ["a", "b"] {
        let run = folder.run(&format!("prove p.toml --program {program} --certificates {program}"));
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert_eq!(folder.names(program), ["graph.cert", "no%20bridge.cert", "ziggurat.cert"]);
        assert_eq!(run.stdout.matches("  by c").count(), 3, "{}", run.stdout);
        assert!(run.stdout.contains("3 certificates made by Program C"), "{}", run.stdout);
        let certificates = format!("check {program}/graph.cert {program}/no%20bridge.cert {program}/ziggurat.cert");
        assert_eq!(folder.run(&certificates).status, 0);
        let lines =
            json_lines(&folder.run(&format!("prove p.toml --program {program} --certificates {program} --json")));
        assert!(lines.iter().all(|line| line["certificate_of_program_c"] == true && line["certificate"].is_string()));
        // Without a folder no certificates are made, and the program's own count of nodes is the same.
        let bare = json_lines(&folder.run(&format!("prove p.toml --program {program} --json")));
        assert!(bare.iter().all(|line| line["certificate"].is_null() && line["certificate_nodes"].is_null()));
        assert!(bare.iter().zip(&lines).all(|(bare, line)| bare["nodes"] == line["nodes"]));
    }
    let own = json_lines(&folder.run("prove p.toml --certificates c --json"));
    assert!(own.iter().all(|line| line["certificate_of_program_c"] == false && line["certificate"].is_string()));
}

#[test]
fn several_threads_search_one_problem() {
    let folder = Folder::new();
    folder.write("p.toml", PROBLEMS);
    let run = folder.run("prove p.toml --threads 2 --certificates out --json");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let answers: Vec<Value> = json_lines(&run).iter().map(|line| line["answer"].clone()).collect();
    assert_eq!(answers, ["holds", "fails", "holds"]);
    assert!(json_lines(&run).iter().all(|line| line["certificate"].is_string()));
    let refused = folder.run("prove p.toml --threads 2 --program a,b");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("`--threads` is for Program C"), "{}", refused.stderr);
}
