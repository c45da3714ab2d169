//! `tesuji fit`.

use crate::Folder;

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
    assert!(run.stdout.contains("fitted to          20"), "{}", run.stdout);
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
