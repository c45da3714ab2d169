//! `tesuji study`.

use serde_json::Value;

use super::Folder;

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path(name)).unwrap()
}

#[test]
fn a_study_runs_and_is_kept_and_reported() {
    let folder = Folder::new();
    let run = folder.run("study run takada2014/table3 takada2014/figure14 --json --csv a.csv --out kept --html a.html");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let lines = json_lines(&run.stdout);
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["verdict"], "open");
    assert_eq!(lines[1]["comparisons"][2]["agreement"], "agrees");
    assert_eq!(read(&folder, "a.csv").lines().count(), 1 + 2 + 3);
    assert!(read(&folder, "a.html").contains("<svg") && read(&folder, "kept/takada2014-figure14.svg").contains("<svg"));
    // The games are there, so the second run only reads them.
    let again = folder.run("study run takada2014/table3 --json --out kept");
    assert_eq!(json_lines(&again.stdout)[0]["numbers"], lines[0]["numbers"]);
    let run = folder.run("study report kept --out pages --markdown page.md");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(read(&folder, "pages/index.html").contains("takada2014.html"));
    assert!(read(&folder, "page.md").contains("kept/takada2014-figure14.svg"));
    // What was run is reported as data, with the same names.
    let data = json_lines(&folder.run("study report kept --json --csv b.csv").stdout);
    assert!(data.iter().all(|run| lines.contains(run)) && data.len() == 2, "{data:?}");
    assert_eq!(read(&folder, "b.csv").lines().count(), read(&folder, "a.csv").lines().count());
    assert!(!folder.path("kept/index.html").exists(), "no pages were asked for");
    // Of a run without a picture its printed numbers are drawn.
    folder.run("study run sato2016/table2 --out drawn");
    std::fs::remove_file(folder.path("drawn/sato2016-table2.svg")).unwrap();
    folder.run("study report drawn --markdown drawn.md");
    assert!(read(&folder, "drawn/sato2016-table2.svg").contains("published"));
}

#[test]
fn a_budget_ends_a_run_that_can_go_on() {
    let folder = Folder::new();
    let run = folder.run("study run takada2014/table2 --budget 1s --json --out kept");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let line = &json_lines(&run.stdout)[0];
    assert_eq!(line["stopped"], true);
    assert_eq!(line["size"], "full");
    assert!(line["comparisons"].as_array().unwrap().iter().any(|comparison| comparison["agreement"] == "missing"));
}
