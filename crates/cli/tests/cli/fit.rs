//! `tesuji fit`.

use crate::{Folder, PROBLEMS};

/// Black answers above, three times in a row. One more game does not count.
const GAMES: &str = "\
# three games
1 5 1 0 resign 1|2 | a1 c3 c2 d4 d3 b5 b4 e5 e4 a4 a3
2 5 1 0 connected 1|2 | a1 c4 c3 d3 d2 b4 b3 e4 e3 a5 a4
3 5 2 0 other 1|2 | a1 c3 c2
";

#[test]
fn patterns_are_fitted_and_read_again() {
    let folder = Folder::new();
    folder.write("games.txt", GAMES);
    let run = folder.run("fit patterns games.txt -o one.patterns --least 1 --rounds 2");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("2 games fitted to, 0 held out, 1 left out\n"), "{}", run.stdout);
    assert!(run.stdout.contains("fitted to     20"), "{}", run.stdout);
    let written = std::fs::read_to_string(folder.path("one.patterns")).unwrap();
    assert!(written.starts_with(
        "hex-patterns 1\norigin 3 games in games.txt, by `tesuji fit patterns --seed 1 --rounds 2 --least 1`\n"
    ));
    let run = folder.run("fit patterns games.txt -o two.patterns --least 1 --rounds 2 --json --csv fit.csv");
    let data: Vec<serde_json::Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(data[0]["games"] == "fitted" && data[0]["moves"] == 20 && data[1]["n_games"] == 0, "{data:?}");
    assert_eq!(std::fs::read_to_string(folder.path("fit.csv")).unwrap().lines().count(), 3);
    assert_eq!(
        std::fs::read_to_string(folder.path("two.patterns")).unwrap(),
        written,
        "the same games give the same weights"
    );
}

#[test]
fn games_that_cannot_be_read_are_named() {
    let folder = Folder::new();
    folder.write("games.txt", "1 5 1 0 resign 1|2 | a1 z9\n");
    folder.run("fit patterns games.txt -o out.patterns").assert_refused("games.txt: list of games, line 1, column 25");
    folder.write("none.txt", "1 5 0 0 other 1|2 | a1 b2\n");
    folder.run("fit patterns none.txt -o out.patterns").assert_refused("no game was played to its end");
}

#[test]
fn weights_are_fitted_to_claims_alike_on_any_number_of_threads() {
    let folder = Folder::new();
    folder.write("p.toml", PROBLEMS);
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/claims/");
    let fit = |options: &str| {
        let command = "fit weights p.toml --generations 3 --children 3 --nodes 200 --json --held-out";
        folder.run(&format!("{command} {suite}small.toml --held-out p.toml {options}"))
    };
    let run = fit("-j 1 --csv fit.csv");
    assert_eq!((run.status, &run.stdout), (0, &fit("-j 3").stdout), "{}", run.stderr);
    let lines: Vec<serde_json::Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[0]["claims"] == "fitted" && lines[3]["n"] == 3 && lines[3]["factor"].as_f64() <= Some(1.0));
    assert!(lines[4]["claims"] == "held_out" && lines[4]["id"] != "ziggurat", "{lines:?}");
    let weights = lines.last().unwrap()["weights"].as_str().unwrap();
    assert_eq!(folder.run(&format!("prove p.toml --program a --weights {weights}")).status, 0);
    assert!(fit("--seed 2").stdout != run.stdout || lines[3]["factor"] == 1.0);
    folder.run("fit weights p.toml --program c").assert_refused("expected `a` or `b`");
}
