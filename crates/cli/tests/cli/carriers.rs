//! `tesuji claim minimize` and `tesuji claim templates`.

use serde_json::Value;

use crate::{Folder, Run};

/// The ziggurat with a spare cell on either side; the claim of the second problem fails.
const WIDE: &str = "\
id: wide
goal: A-bottom
needed: c2 d2
droppable: a1

. . . A .
 . . . . .
  . . . . .
---
id: lost
goal: A-bottom

A
#
";

fn json_lines(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn list(value: &Value) -> String {
    value.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn minimize_tells_needed_cells_from_others_and_proves_both() {
    let folder = Folder::new();
    folder.write("wide.txt", WIDE);
    let run = folder.run("claim minimize wide.txt --json --all --certificates certs --out small.toml");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let [wide, lost] = &json_lines(&run)[..] else { panic!("{}", run.stdout) };
    assert_eq!((&wide["id"], &wide["answer"], &wide["empties"]), (&"wide".into(), &"holds".into(), &14.into()));
    assert_eq!(list(&wide["needed"]), "c2 d2 b3 d3");
    assert_eq!(list(&wide["droppable"]), "a1 b1 c1 e1 a2 b2 e2 a3 c3 e3");
    assert_eq!(wide["carriers"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&wide["minimal"], &wide["complete"], &wide["contradicted"]),
        (&true.into(), &true.into(), &false.into())
    );
    assert_eq!((&lost["answer"], &lost["carriers"]), (&"fails".into(), &Value::Array(Vec::new())));

    let names = folder.names("certs/wide");
    assert_eq!(names.iter().filter(|name| name.starts_with("claim-without-")).count(), 14);
    let certificates = names.iter().map(|name| format!(" certs/wide/{name}")).collect::<String>();
    let checked = json_lines(&folder.run(&format!("check --json{certificates}")));
    for (name, checked) in names.iter().zip(&checked) {
        let needed = ["c2", "d2", "b3", "d3"].iter().any(|cell| name.ends_with(&format!("{cell}.cert")));
        let fails = name.contains("without") && (needed || name.starts_with("minimal"));
        assert_eq!(checked["answer"], if fails { "fails" } else { "holds" }, "{name}");
    }
    let verified = folder.run("prove small.toml");
    assert!(verified.stdout.contains("3 problems: 3 hold, 0 fail, 0 undecided; 3 as expected"), "{}", verified.stdout);
    assert!(folder.run("claim minimize small.toml").stdout.matches("the carrier is minimal").count() == 3);
}

#[test]
fn templates_are_drawn_and_written_as_work() {
    let folder = Folder::new();
    assert_eq!(folder.run("claim templates --row 5 --width 9 --time 0s --strict").status, 4);
    let run = folder.run("claim templates --row 3 --width 5");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains(" a b c d\n1 # # o . 1\n 2 # . . . 2\n  3 . . . . 3\n"), "{}", run.stdout);
    assert!(run.stdout.contains("2 templates up to mirror image; there are no others of this width"));
    assert!(run.stderr.contains("place 5 of 5: 2 templates"), "{}", run.stderr);
    let lines = json_lines(&folder.run("claim templates --row 3 --width 5 --json"));
    assert_eq!((lines.len(), &lines[0]["id"], &lines[0]["board"]), (3, &"row3-cells8-1".into(), &vec![4, 3].into()));
    assert_eq!((&lines[2]["complete"], &lines[2]["templates"]), (&true.into(), &2.into()));

    // The same search as long work, which can be stopped, and their certificates.
    folder.write("search", "row = 3\nwidth = 5\n");
    let run = folder.run("work run templates search --out out");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let verified = folder.run("prove out/templates.toml");
    assert!(verified.stdout.contains("2 problems: 2 hold"), "{}", verified.stdout);
    let minimal = json_lines(&folder.run("claim minimize out/templates.toml --certificates certs --json"));
    let facts = |key: &str| minimal.iter().map(|line| line[key].clone()).collect::<Vec<_>>();
    assert_eq!(facts("id"), ["row3-cells8-1", "row3-cells10-1"]);
    assert_eq!(facts("minimal"), [true, true]);
    assert_eq!(folder.names("certs").len(), 2);
    assert_eq!(folder.names("certs/row3-cells8-1").len(), 1 + 8);
}
