//! `tesuji claim strategy` and `tesuji claim split`.

use crate::Folder;

const GOOD: &str = "\
id:   5x5
goal: top-bottom

. . . . .
 . . . . .
  . . o . .
   . . . . .
    . . . . .

strategy:
part c3-top:    b1-e1 b2-d2 b3   ; the upper half
part c3-bottom: d3 b4-d4 a5-d5
";

#[test]
fn a_strategy_becomes_one_certificate() {
    let folder = Folder::new();
    folder.write("good", GOOD);
    let run = folder.run("claim strategy good --certificates proofs");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("5x5: the strategy holds: 2 leaf positions, one certificate of "), "{}", run.stdout);
    let run_first = run.stdout.lines().next().and_then(|line| Some(line.rsplit_once(" (")?.0.to_owned()));
    let run = folder.run("check proofs/5x5.cert");
    assert!(run.status == 0 && run.stdout.contains("valid: the claim holds"), "{}", run.stdout);
    assert_eq!(folder.run_with("claim strategy -", GOOD).status, 0);
    let literal = folder.command("claim strategy").arg(GOOD).output().unwrap();
    assert!(String::from_utf8(literal.stdout).unwrap().starts_with(&run_first.unwrap()));
}

#[test]
fn what_split_proposes_verifies() {
    let folder = Folder::new();
    let boards = "id: 4 x 4\ngoal: top-bottom\nboard: 4x4\nstones: c2\ncarrier: all\n---\n\
                  id: 5x5\ngoal: top-bottom\nboard: 5x5\nstones: c3\ncarrier: all\n---\n\
                  id: lost\ngoal: top-bottom\nboard: 3x3\nstones: a1\ncarrier: all\n";
    folder.write("boards", boards);
    let run = folder.run("claim split boards 5x5 --cells 8 --out out --certificates out");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("; 5x5: 2 part-boards, the largest of 8 empty cells; "), "{}", run.stdout);
    assert_eq!(folder.names("out"), ["5x5.cert", "5x5.parts.toml", "5x5.strategy"]);
    assert_eq!(folder.run("check out/5x5.cert").status, 0);
    assert_eq!(folder.run("prove out/5x5.parts.toml").status, 0);
    assert_eq!(folder.run("claim strategy out/5x5.strategy").status, 0);
    // The output is a strategy file too.
    assert_eq!(folder.run_with("claim strategy -", &run.stdout).status, 0);

    assert_eq!(folder.run("claim split boards").status, 0, "the first problem is taken");
    let run = folder.run("claim split boards 5x5 --cells 8 --json --csv parts.csv");
    let parts: Vec<serde_json::Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(parts.len() == 2 && parts.iter().all(|part| part["answer"] == "holds" && part["parts"] == 2), "{parts:?}");
    assert_eq!(parts.iter().map(|part| part["empties"].as_u64().unwrap()).max(), Some(8));
    let table = std::fs::read_to_string(folder.path("parts.csv")).unwrap();
    assert!(table.starts_with("id,answer,parts,part,empties,") && table.lines().count() == 3, "{table}");
    assert_eq!(folder.run("claim split boards nobody").status, 2);
    let run = folder.run("claim split boards lost --certificates out");
    assert!(run.status == 0 && run.stderr.contains("lost fails"), "{}", run.stderr);
    assert!(folder.run("check out/lost.cert").stdout.contains("valid: the claim fails"));
}
