//! `--svg` and `--png` of the commands that show an object.

use std::fs;

use crate::{Folder, PROBLEMS};

/// The texts of a picture that was written.
fn texts(folder: &Folder, file: &str) -> Vec<String> {
    let svg = fs::read_to_string(folder.path(file)).unwrap();
    let inner = |line: &str| Some(line.split_once('>')?.1.strip_suffix("</text>")?.to_owned());
    svg.lines().filter(|line| line.starts_with("<text ")).filter_map(inner).collect()
}

#[test]
fn claims_are_drawn_by_every_command_that_knows_them() {
    let folder = Folder::new();
    folder.write("problems.toml", PROBLEMS);
    let has = |file: &str, wanted: &str| {
        let texts = texts(&folder, file);
        assert!(texts.iter().any(|text| text.contains(wanted)), "{file}: {wanted}: {texts:?}");
    };
    for (arguments, wanted) in [
        ("show problems.toml ziggurat", "every first move of white fails"),
        ("show problems.toml ziggurat --nodes 0", "white moves first"),
        ("prove problems.toml --only ziggurat --certificates certs", "ziggurat: the claim holds"),
        ("prove problems.toml --only no* --theme print", "no bridge: the claim fails"),
        ("check certs/ziggurat.cert", "answer if white moves there"),
        ("show certs/ziggurat.cert --theme dark", "the proof needs these"),
        ("claim answers problems.toml ziggurat", "answer if white moves there"),
        ("claim minimize problems.toml ziggurat --theme print", "needed: "),
        ("claim split problems.toml ziggurat --cells 4", "ziggurat: the claim holds"),
    ] {
        let run = folder.run(&format!("{arguments} --svg a.svg"));
        assert!(run.status < 2, "{arguments}: {}", run.stderr);
        has("a.svg", wanted);
        fs::remove_file(folder.path("a.svg")).unwrap();
    }
    let run = folder.run_with("claim defend certs/ziggurat.cert --svg a.svg", "hint\nquit\n");
    assert_eq!(run.status, 0, "{}", run.stderr);
    has("a.svg", "the proof goes on");
}

#[test]
fn boards_and_games_are_drawn() {
    let folder = Folder::new();
    for (arguments, wanted) in [
        ("solve #3,b1a2 --moves", "wins with"),
        ("openings --board 3", "black wins after"),
        ("show #4,a1b2c3 --move 2", "after move 2 of 3"),
        ("show #4,a1b2c3", "numbers of the last 3 moves"),
        ("maps show sato-1 --board 5x5 --position C3", "the value"),
        ("board honeycomb:2", "24 points"),
        ("claim templates --row 2 --width 3", "row2-cells"),
        ("measure #4,b2c3d2 --band off", "moves made"),
    ] {
        let run = folder.run(&format!("{arguments} --svg a.svg"));
        assert_eq!(run.status, 0, "{arguments}: {}", run.stderr);
        let texts = texts(&folder, "a.svg");
        assert!(texts.iter().any(|text| text.contains(wanted)), "{arguments}: {texts:?}");
        fs::remove_file(folder.path("a.svg")).unwrap();
    }
}

#[test]
fn png_has_the_width_that_was_asked_for() {
    let folder = Folder::new();
    for (pixels, height) in [(300_u32, 0..600), (1600, 600..4000)] {
        let run = folder.run(&format!("board 5x5 --png a.png --pixels {pixels} --theme dark"));
        assert_eq!(run.status, 0, "{}", run.stderr);
        let png = fs::read(folder.path("a.png")).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert!(number(16) == pixels && height.contains(&number(20)), "{pixels}: {}", number(20));
    }
    assert_eq!(folder.run("board 5x5 --png a.png --pixels 10").status, 2);
    assert_eq!(folder.run("board 5x5 --png no/such/a.png").status, 2);
    assert_eq!(folder.run("board 5x5 --svg a.svg --theme pink").status, 2);
}

#[test]
fn what_cannot_be_drawn_or_written_is_refused_at_once() {
    let folder = Folder::new();
    for (arguments, fault) in [
        ("board 5x5 --theme dark", "`--theme` says how a picture looks"),
        ("board 5x5 --pixels 300", "expected `--png FILE`"),
        ("board 5x5 --svg a.svg --pixels 300", "expected `--png FILE`"),
        // Each of these would take minutes.
        ("review #11,a1b2c3d4e5 --time 10m --html no/such/page.html", "cannot write no/such/page.html"),
        ("review #11,a1b2c3d4e5 --time 10m --sgf no/such/game.sgf", "cannot write no/such/game.sgf"),
        ("solve #11 --csv no/such/a.csv", "cannot write no/such/a.csv"),
        ("solve #11 --png .", "cannot write ."),
        ("match report missing.match --html no/such/page.html", "cannot write no/such/page.html"),
    ] {
        let begun = std::time::Instant::now();
        let run = folder.run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments}");
        let said = run.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(fault), "{arguments}: {said}");
        assert!(begun.elapsed().as_secs() < 20, "{arguments}");
    }
}
