//! Bounds of what is read, drawn and searched, and what is said beyond them (issue 40).

use std::fs;

use super::Folder;

/// A file of this many bytes that takes no room on the disk.
fn sparse(folder: &Folder, name: &str, n_bytes: u64) {
    fs::File::create(folder.path(name)).unwrap().set_len(n_bytes).unwrap();
}

#[test]
fn files_of_any_kind_are_read_with_a_bound() {
    let folder = Folder::new();
    sparse(&folder, "long", 400 << 20);
    folder.refuses(
        "{}",
        &[
            ("--net long match random random --games 2", "128 MiB, the most that is read"),
            ("work run claims long --out w", "16 MiB, the most that is read"),
            ("work run proof long --out w", "16 MiB, the most that is read"),
            ("check long", "expected a certificate"),
            ("prove long", "16 MiB, the most that is read"),
        ],
    );
    #[cfg(unix)]
    folder.refuses(
        "{}",
        &[
            ("--net /dev/zero match random random --games 2", "128 MiB"),
            ("work run claims /dev/zero --out w", "16 MiB"),
            ("check /dev/zero", "expected a certificate"),
            ("maps evolve -o /dev/full", "/dev/full: expected a file"),
        ],
    );
}

#[test]
fn work_of_endless_tasks_is_refused() {
    let folder = Folder::new();
    folder.write("lessons.toml", format!("sides = [5]\npositions = {}\nnodes = 10\n", i64::MAX));
    folder.run("work run lessons lessons.toml --out w").assert_refused("expected at most 1000000");
    folder.write("lessons.toml", format!("sides = [5]\npositions = {}\n", u64::MAX));
    assert_eq!(folder.run("work run lessons lessons.toml --out w").status, 2);
}

#[test]
fn a_wrong_value_is_named_with_what_was_expected() {
    let folder = Folder::new();
    folder.write("p.toml", super::PROBLEMS);
    let time = "expected a time such as `60s`";
    for arguments in ["prove p.toml --time -5", "prove p.toml --time -5s", "show p.toml --time -1m"] {
        let run = folder.run(arguments);
        assert!(run.status == 2 && run.stderr.contains(time), "{arguments}: {}", run.stderr);
        assert!(!run.stderr.contains("'-- -5"), "{arguments}: {}", run.stderr);
    }
    let run = folder.run("prove p.toml --nodes -5");
    assert!(run.status == 2 && run.stderr.contains("invalid value '-5' for '--nodes <N>'"), "{}", run.stderr);
    for option in ["svg", "png"] {
        let run = folder.run(&format!("board 3x3 --{option} no/such/a.{option}"));
        run.assert_refused(&format!("cannot write no/such/a.{option}"));
        assert!(!run.stderr.contains(".writing-"), "{}", run.stderr);
    }
    let amazons = folder.run("play --game amazons --player alpha-beta:evaluator=foo");
    let expected =
        "expected `moves`, `own-moves`, `first-reach`, `path-interception`, `average`, `lieberum`, `learned` or `net`";
    amazons.assert_refused(expected);
    assert!(!amazons.stderr.contains("resistance"), "{}", amazons.stderr);
    folder.run("play --game hex --player alpha-beta:evaluator=foo").assert_refused("`b` or `resistance`");
}

#[test]
fn two_texts_have_two_names() {
    let run = Folder::new().command("solve --json --board 3").args(["a1", "b2"]).output().unwrap();
    let ids: Vec<String> = String::from_utf8(run.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids, ["position 1", "position 2"]);
}

/// The limits hold inside one position: 120 bytes of text took minutes. `tests/claims/limits.rs` of `claims` counts the looks.
#[test]
fn a_thin_board_keeps_its_limit() {
    let folder = Folder::new();
    for (columns, rows) in [(2, 512), (3, 200)] {
        folder.write(
            "thin.toml",
            format!("[[problem]]\nid = 'thin'\nowner = 'black'\ngoal = 'top-bottom'\nboard = '{columns}x{rows}'\ncarrier = 'all'\n"),
        );
        for command in ["prove", "show", "claim minimize", "claim split", "claim repair"] {
            let run = folder.run(&format!("{command} thin.toml --time 300ms"));
            assert!(run.status <= 1, "{command}: {}", run.stderr);
        }
    }
}
