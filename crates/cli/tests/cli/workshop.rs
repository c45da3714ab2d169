//! The template hunter's way: draw, prove, shrink, answers, repair, link.

use serde_json::Value;

use crate::Folder;

/// Edge template IV1a, as on a forum.
const IV1A: &str = "id: IV1a\ngoal: A-bottom\n\n    a b c d e f g\n 1  # # # # A . #\n  2  # # . . . . .\n   3  # . . . . . .\n    4  . . . . . . .\n";

#[test]
fn a_template_is_drawn_proved_shrunk_answered_repaired_and_linked() {
    let folder = Folder::new();
    folder.write("iv1a.txt", IV1A);
    let proved = folder.run("prove iv1a.txt --certificates certs");
    assert!(proved.stdout.contains("IV1a     19  holds"), "{}", proved.stdout);
    let shrunk = folder.run("claim minimize iv1a.txt");
    assert!(shrunk.stdout.contains("the carrier is minimal"), "{}", shrunk.stdout);

    // The table has each cell once, by whichever way it is asked for.
    let table = folder.run("claim answers certs/IV1a.cert");
    assert_eq!((table.status, table.stderr.as_str()), (0, ""));
    let (head, rows) = table.stdout.split_once("\nintrusion  answer  kind    left  other answers\n").unwrap();
    assert!(head.starts_with("IV1a: black (o) joins e1-bottom in 19 empty cells"), "{head}");
    let rows: Vec<Vec<&str>> = rows.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 20, "{}", table.stdout);
    for row in &rows[..19] {
        assert!(["miai", "single", "choice", "idle"].contains(&row[2]), "{row:?}");
        // A pair answers both ways.
        if row[2] == "miai" {
            assert!(rows.iter().any(|other| other[0] == row[1] && other[1] == row[0]), "{row:?}");
        }
    }
    assert!(folder.run("claim answers iv1a.txt").stdout.contains("\nintrusion  answer"));
    let json: Value = serde_json::from_str(&folder.run("claim answers iv1a.txt --json").stdout).unwrap();
    assert_eq!((json["answer"].as_str(), json["answers"].as_array().map(Vec::len)), (Some("holds"), Some(19)));
    for answer in json["answers"].as_array().unwrap() {
        let row = rows.iter().find(|row| row[0] == answer["intrusion"].as_str().unwrap()).unwrap();
        assert_eq!((row[1], row[2]), (answer["answer"].as_str().unwrap_or("-"), answer["kind"].as_str().unwrap()));
    }

    // Without its outermost cell the template fails, and that cell alone repairs it.
    folder.write("less.txt", IV1A.replace("IV1a", "less").replace("4  . .", "4  # ."));
    let failed = folder.run("claim minimize less.txt --out smaller.toml");
    assert!(failed.stdout.contains("`tesuji claim repair` finds the smallest sets"), "{}", failed.stdout);
    assert_eq!(failed.stderr, "smaller.toml: nothing was written: less: the claim fails\n");
    assert!(!folder.path("smaller.toml").exists());
    let repaired = folder.run("claim repair less.txt --certificates repairs --out repaired.toml");
    assert_eq!((repaired.status, repaired.stderr.as_str()), (0, ""));
    assert!(repaired.stdout.contains("\n  1  a4\n") || repaired.stdout.contains("  a4\n"), "{}", repaired.stdout);
    assert!(repaired.stdout.contains("no other set of 1, and no smaller one, repairs it"), "{}", repaired.stdout);
    let names = folder.names("repairs");
    for name in &names {
        let checked = folder.run(&format!("check repairs/{name}"));
        assert!(checked.status == 0 && checked.stdout.contains("valid: the claim holds"), "{}", checked.stdout);
    }
    let json: Value = serde_json::from_str(&folder.run("claim repair less.txt --json").stdout).unwrap();
    assert_eq!(json["repairs"].as_array().unwrap().len(), names.len());
    let again = folder.run("prove repaired.toml");
    assert!(again.stdout.contains(&format!("{} as expected, 0 contradicted", names.len())), "{}", again.stdout);
    let stones = folder.run("claim repair less.txt --stones --json");
    let stones: Value = serde_json::from_str(&stones.stdout).unwrap();
    assert!(stones["repairs"].as_array().unwrap().len() >= names.len(), "{stones}");

    // To post it.
    let wiki = folder.run("convert iv1a.txt --to hexwiki");
    assert!(wiki.stdout.starts_with("=== IV1a ===\n<hexboard size=\"4x7\""), "{}", wiki.stdout);
    folder.write("wiki.txt", &wiki.stdout);
    assert!(folder.run("prove wiki.txt").stdout.contains("IV1a     19  holds"));
}

#[test]
fn repairs_say_what_is_not_settled() {
    let folder = Folder::new();
    folder.write("iv1a.txt", IV1A.replace(" A . #", " A # #").replace("4  . .", "4  # #"));
    let short = folder.run("claim repair iv1a.txt --cells 1");
    assert!(
        short.stdout.contains("the claim fails; no set of up to 1 cell repairs it\nnot settled: sets of 2 or more\n"),
        "{}",
        short.stdout
    );
    let whole = folder.run("claim repair iv1a.txt");
    assert!(whole.stdout.contains("of 3 cells (+)") && whole.stdout.contains("a4 b4"), "{}", whole.stdout);
    assert!(whole.stdout.contains("no other set of 3, and no smaller one, repairs it"), "{}", whole.stdout);
    folder.write("lost.txt", "id: lost\ngoal: A-bottom\n\nA\n#\n#\n");
    let among = folder.run("claim repair lost.txt --among a2");
    assert!(among.stdout.contains("it fails even with all of them"), "{}", among.stdout);
    assert_eq!(folder.run("claim repair lost.txt --among z9").status, 2);
    folder.write("good.txt", IV1A);
    let good = folder.run("claim repair good.txt --out no.toml");
    assert!(
        good.stdout.contains("nothing to repair") && good.stderr.contains("nothing was written"),
        "{}",
        good.stderr
    );
    // A certificate of a claim that fails has the sides exchanged.
    let table = folder.run("claim answers lost.txt");
    assert!(table.stdout.contains("the claim fails, so the sides are exchanged"), "{}", table.stdout);
}
