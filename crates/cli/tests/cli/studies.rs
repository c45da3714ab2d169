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
fn studies_are_listed_and_shown() {
    let folder = Folder::new();
    let run = folder.run("study list sato2016 --json --csv list.csv");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let lines = json_lines(&run.stdout);
    let ids: Vec<&str> = lines.iter().map(|line| line["study"].as_str().unwrap()).collect();
    assert_eq!(ids, ["sato2016/table1", "sato2016/table2", "sato2016/figure1"]);
    assert!(read(&folder, "list.csv").starts_with("study,paper,item,title,"));
    let run = folder.run("study show saijo1999/table3");
    assert!(run.stdout.contains("limit 20000") && run.stdout.contains("0.545 (of 200)"), "{}", run.stdout);
    let run = folder.run("study show saijo1999/table3 --json --csv show.csv");
    let published = &json_lines(&run.stdout)[0]["published"];
    assert_eq!((&published[1]["number"], &published[1]["published_games"]), (&"limit 20000".into(), &200.into()));
    assert!(read(&folder, "show.csv").contains("\nsaijo1999/table3,limit 20000,0.545,200,"));
    assert!(folder.run("study list").stdout.contains("Takada"));
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
    let run = folder.run("study report kept --html pages --markdown page.md");
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

#[test]
fn wrong_ids_and_sizes_are_named() {
    let folder = Folder::new();
    folder.refuses(
        "{}",
        &[
            ("study run takada2015", "there is no study `takada2015`: expected one of takada2014,"),
            ("study show sato2016/table9", "expected one of sato2016/table1, sato2016/table2"),
            ("study run takada2014/figure1 --games 3", "plays no games"),
            ("study report nowhere --html x", "nowhere: "),
            ("study run sato2016/table2 --full --games 3", "cannot be used with"),
        ],
    );
    folder.write("kept.json", "{}");
    assert_eq!(folder.run("study report . --html x").status, 2);
}
