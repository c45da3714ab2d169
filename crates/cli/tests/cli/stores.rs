//! `tesuji store`, and what `solve` and `openings` keep in a store: across runs, kills and damage.

use std::fs;
use std::io::ErrorKind;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tesuji_archive::store::{Filter, Store};

use crate::{Folder, Run};

fn json_lines(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A folder with the store `s`: every opening of 3x3, with certificates.
fn with_store() -> Folder {
    let folder = Folder::new();
    assert_eq!(folder.run("openings --board 3 --store s --certificates proofs --memory 4M").status, 0);
    folder
}

#[test]
fn what_is_kept_is_not_searched_again() {
    let folder = with_store();
    let lines = |arguments: &str| json_lines(&folder.run(arguments));
    let first = lines("openings --board 3 --store s --json");
    assert_eq!(
        first,
        lines("openings --board 3 --store s --json --nodes 0"),
        "nodes and seconds are those of the answer"
    );
    let again = folder.run("openings --board 3 --store s");
    assert!(again.stdout.contains("5 answers from the store"), "{}", again.stdout);
    // The mirror image of an opening, with the colours exchanged; and the empty board, all of whose moves are known.
    folder.write("image.txt", ". . .\n W . .\n  . . .\n");
    let image = lines("solve --to-move black --store s --nodes 0 --json image.txt");
    assert_eq!(image[0]["winner"], "black", "as white wins after black has begun at b1");
    folder.write("empty.txt", ". . .\n . . .\n  . . .\n");
    let empty = lines("solve --store s --nodes 0 --json empty.txt --moves");
    assert_eq!(
        (&empty[0]["winner"], &empty[0]["winning_moves"]),
        (&"black".into(), &serde_json::json!(["c1", "a2", "b2", "c2", "a3"]))
    );
}

#[test]
fn an_undecided_position_is_kept_and_tried_again() {
    let folder = Folder::new();
    let undecided = folder.run("solve --board 6 a1 --store s --nodes 3 --memory 4M");
    assert!(undecided.stdout.contains("undecided") && undecided.stdout.contains(" to win, "), "{}", undecided.stdout);
    let again = folder.run("solve --board 6 a1 --store s --nodes 3 --memory 4M");
    assert!(again.stdout.contains(" nodes without an answer before"), "{}", again.stdout);
    let listed = folder.run("store list s --winner undecided");
    let line = json_lines(&folder.run("store list s --json")).remove(0);
    assert!(line["to_win"].as_u64().is_some_and(|n| n > 0) && line["to_lose"].as_u64().is_some_and(|n| n > 0));
    assert!(
        listed.stdout.contains("6x6-a1  ") && listed.stdout.contains("1 position, 1 undecided"),
        "{}",
        listed.stdout
    );
    let decided = folder.run("solve --board 4 a1 --store s --memory 4M");
    assert!(decided.stdout.contains("white"), "{}", decided.stdout);
    assert!(folder.run("store list s --board 4").stdout.contains("1 position, 0 undecided"));
}

#[test]
fn a_store_is_listed_exported_and_read_back() {
    let folder = with_store();
    let list = folder.run("store list s");
    assert!(
        list.stdout.contains("\n3x3-a1    white") && list.stdout.contains("5 positions, 0 undecided; 5 certificates"),
        "{}",
        list.stdout
    );
    assert_eq!(folder.run("store list s --winner white").stdout.lines().count(), 5);
    assert_eq!(folder.run("store list s --board 4 --json").stdout, "");
    for (arguments, name) in [("", "out.toml"), ("--json", "out.jsonl")] {
        let exported = folder.run(&format!("store export s --certificates certs {arguments}"));
        assert_eq!(exported.status, 0, "{}", exported.stderr);
        folder.write(name, &exported.stdout);
        let solved = folder.run(&format!("solve {name} --memory 4M"));
        assert_eq!(solved.status, 0);
        assert!(
            solved.stdout.contains("5 positions: 3 won by black, 2 by white, 0 undecided; 5 as expected"),
            "{}",
            solved.stdout
        );
    }
    assert_eq!(folder.names("certs").len(), 5);
    assert_eq!(folder.run("check certs/3x3-a1.cert certs/3x3-b2.cert").status, 0);
}

#[test]
fn every_certificate_is_checked_anew() {
    let folder = with_store();
    let good = folder.run("store check s");
    assert_eq!(good.status, 0);
    assert!(
        good.stdout.starts_with("5 positions: 5 certificates valid") && good.stdout.contains("0 at fault"),
        "{}",
        good.stdout
    );
    let names = folder.names("s.certificates");
    assert_eq!(names.len(), 5);
    let path = format!("s.certificates/{}", names[0]);
    let mut bytes = fs::read(folder.path(&path)).unwrap();
    bytes[50] ^= 1;
    folder.write(&path, &bytes);
    let damaged = folder.run("store check s --json");
    assert_eq!(damaged.status, 1);
    let lines = json_lines(&damaged);
    let invalid: Vec<&Value> = lines.iter().filter(|line| line["valid"] == false).collect();
    assert_eq!((lines.len(), invalid.len()), (5, 1));
    assert!(damaged.stderr.contains("the certificate was damaged"), "{}", damaged.stderr);
    // A damaged certificate is never used: it is made again.
    let id = invalid[0]["id"].as_str().unwrap().trim_start_matches("3x3-").to_owned();
    assert_eq!(folder.run(&format!("solve --board 3 {id} --store s --certificates c --memory 4M")).status, 0);
    assert_eq!(folder.run("check c/position.cert").status, 0);

    // An answer that its certificate does not prove is a fault of the program that wrote it.
    let store = Store::open(&folder.path("s")).unwrap();
    let entries = store.entries(&Filter::default()).unwrap();
    let swapped = entries.iter().find(|entry| entry.finding.certificate != entries[0].finding.certificate).unwrap();
    store.forget(&entries[0].question).unwrap();
    let finding =
        tesuji_archive::store::Finding { certificate: swapped.finding.certificate, ..entries[0].finding.clone() };
    store.keep(&entries[0].question, &finding).unwrap();
    drop(store);
    let lying = folder.run("store check s");
    assert_eq!(lying.status, 3, "{}", lying.stderr);
    assert!(lying.stderr.contains("proves another position"), "{}", lying.stderr);
}

#[test]
fn stores_are_merged_unless_they_contradict() {
    let folder = with_store();
    assert_eq!(folder.run("openings --board 2 --store t --memory 4M").status, 0);
    let merged = folder.run("store merge all s t");
    assert_eq!(merged.status, 0, "{}", merged.stderr);
    assert_eq!(
        merged.stdout,
        "s: 5 positions taken in, 0 known before; 5 certificates\nt: 2 positions taken in, 0 known before; 0 certificates\n"
    );
    assert!(folder.run("store check all").stdout.starts_with("7 positions: 5 certificates valid"));
    let liar = Store::open_or_create(&folder.path("liar")).unwrap();
    for entry in Store::open(&folder.path("t")).unwrap().entries(&Filter::default()).unwrap() {
        let winner = entry.finding.winner.map(tesuji_board::Player::opponent);
        liar.keep(&entry.question, &tesuji_archive::store::Finding { winner, winning_move: None, ..entry.finding })
            .unwrap();
    }
    drop(liar);
    let refused = folder.run("store merge all liar");
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""));
    assert!(
        refused.stderr.contains("2x2, black a1, white none, white to move")
            && refused.stderr.contains("liar is refused: 2 contradictions"),
        "{}",
        refused.stderr
    );
    let missing = folder.run("store merge new s nothing");
    assert_eq!(missing.status, 2);
    assert!(!folder.path("new").exists(), "nothing is made before all can be opened");
}

#[test]
fn what_is_no_store_is_refused() {
    let folder = with_store();
    folder.write("notes.txt", "nothing of the kind");
    let whole = fs::read(folder.path("s")).unwrap();
    folder.write("cut", &whole[..whole.len() - 100]);
    folder.write("torn", [&whole[..4096], &vec![0xaa; whole.len() - 4096]].concat());
    for command in ["store list", "openings --board 3 --store", "solve a1 --store"] {
        for (name, message) in [
            ("notes.txt", "notes.txt is not a store of positions"),
            ("cut", "the store of positions cut is damaged: it is cut short"),
            ("torn", "the store of positions torn fails: database disk image is malformed"),
        ] {
            let before = fs::read(folder.path(name)).unwrap();
            folder.run(&format!("{command} {name}")).assert_refused(message);
            assert_eq!(fs::read(folder.path(name)).unwrap(), before);
        }
    }
    assert!(folder.run("store check nothing").stderr.contains("there is no store of positions nothing"));
}

/// The map of 5x5, as in `testdata/boards/openings.toml`.
const MAP_5X5: &str = "\n a b c d e\n1 W W W W B 1\n 2 W B B B B 2\n  3 W B B B W 3\n   4 B B B B W 4\n    5 B W W W W 5\n       a b c d e\n";

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let folder = Folder::new();
    let command = "openings --board 5 --store s --certificates proofs --memory 4M";
    let n_kept = || Store::open(&folder.path("s")).map_or(0, |store| store.entries(&Filter::default()).unwrap().len());
    let mut n_before = 0;
    let mut n_kills = 0;
    // Killed as soon as one more answer is kept, and at some earlier moments; a fast run may be finished by then.
    for pause in (0..40).map(Duration::from_millis) {
        let mut child = folder.command(command).spawn().unwrap();
        thread::sleep(pause);
        while n_kept() <= n_before && pause.as_millis() % 2 == 0 && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        n_kills += u32::from(!output.status.success());
        let n_now = n_kept();
        assert!(n_now >= n_before, "{n_before} answers were kept, {n_now} are left");
        n_before = n_now;
        if n_before > 0 {
            let verified = folder.run("store check s");
            assert_eq!(verified.status, 0, "{}", verified.stderr);
        }
        if n_before == 13 {
            break;
        }
    }
    assert!(n_kills > 0, "no run was killed");
    let last = folder.run(command);
    assert_eq!((last.status, last.stderr.as_str()), (0, ""));
    assert!(last.stdout.contains(MAP_5X5), "{}", last.stdout);
    assert!(last.stdout.contains("25 openings: 13 won by black, 12 by white, 0 undecided"), "{}", last.stdout);
    assert!(folder.run("store check s").stdout.starts_with("13 positions: 13 certificates valid"));
}

/// The names of the searches that the store `store` keeps.
fn searches(folder: &Folder, store: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.path(&format!("{store}.searches"))).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".search")).collect()
}

/// A search that nobody waits for to the end: Ctrl-C and a kill leave an undecided row with what it took, and its table.
#[cfg(unix)]
#[test]
fn a_search_that_is_stopped_or_killed_keeps_its_numbers() {
    for (signal, is_asked) in [("-INT", true), ("-KILL", false)] {
        let folder = Folder::new();
        // Replies that the search has settled are rows of their own.
        let row = || {
            let rows = json_lines(&folder.run("store list s --json"));
            rows.into_iter().find(|row| row["id"] == "9x9-e5").expect("the row of the position")
        };
        let mut child = folder.command("solve e5 --board 9 --store s --memory 64M").spawn().unwrap();
        // The table and the row are written one after the other.
        while searches(&folder, "s").is_empty() || !folder.run("store list s").stdout.contains("9x9-e5") {
            assert!(child.try_wait().unwrap().is_none(), "it ended before anything was kept");
            thread::sleep(Duration::from_millis(50));
        }
        assert!(std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let status = child.wait().unwrap();
        assert_eq!(status.code(), is_asked.then_some(130));
        let listed = folder.run("store list s");
        assert!(listed.stdout.contains("undecided") && listed.stdout.contains(", 1 undecided"), "{}", listed.stdout);
        let before = row();
        assert!(
            before["winner"].is_null() && before["nodes"].as_u64() > Some(0) && before["seconds"].as_f64() > Some(0.0),
            "{before}"
        );
        // Only a search that could say goodbye knows how far it was from an answer.
        assert_eq!(before["to_win"].is_u64(), is_asked, "{before}");
        let [search] = &json_lines(&folder.run("store searches s --json"))[..] else { panic!("one search") };
        let kept = search["nodes"].as_u64().unwrap();
        assert!(kept > 0 && search["winner"].is_null() && !search["open"].as_array().unwrap().is_empty(), "{search}");
        let again = folder.run("solve e5 --board 9 --store s --memory 64M --nodes 1 --json");
        let nodes = json_lines(&again)[0]["nodes"].as_u64().unwrap();
        assert!(again.status == 0 && nodes > kept && nodes < kept + 100, "{kept}, then {nodes}");
        assert!(row()["nodes"].as_u64() >= before["nodes"].as_u64(), "what was spent is never less");
    }
}

/// Positions and claims: another process is refused while one searches, may look at it, and goes on after a kill.
#[cfg(unix)]
#[test]
fn a_killed_search_goes_on_with_its_table() {
    let claim = "[[problem]]\nid = 'whole'\nboard = '9x9'\nto_move = 'owner'\ncarrier = 'all'\ngoal = 'top-bottom'\n";
    for command in ["solve e5 --board 9 --memory 64M --store s --json", "prove whole.toml --store s --threads 2 --json"]
    {
        let folder = Folder::new();
        folder.write("whole.toml", claim);
        let mut child = folder.command(command).spawn().unwrap();
        while searches(&folder, "s").is_empty() {
            assert!(child.try_wait().unwrap().is_none(), "it ended before anything was kept");
            thread::sleep(Duration::from_millis(20));
        }
        let busy = folder.run(command);
        let looked = folder.run("store searches s");
        child.kill().unwrap();
        child.wait().unwrap();
        busy.assert_refused("is in use: another process searches this with the same store");
        assert!(looked.status == 0 && looked.stdout.ends_with("1 search\n"), "{}", looked.stdout);
        let kept = json_lines(&folder.run("store searches s --json")).remove(0)["nodes"].as_u64().unwrap();
        let rest = folder.run(&format!("{command} --nodes 200 --progress"));
        let nodes = json_lines(&rest)[0]["nodes"].as_u64().unwrap();
        assert!(rest.status == 0 && kept > 0 && nodes > kept && nodes < kept + 300, "{kept}, then {nodes}");
        let last: Value = serde_json::from_str(rest.stderr.lines().last().unwrap()).unwrap();
        assert!(last["nodes"].as_u64() > Some(kept) && !last["open"].as_array().unwrap().is_empty(), "{last}");
    }
}

/// What is wrong with the file of a search is said, and the file stays as it is.
#[cfg(unix)]
#[test]
fn a_damaged_search_is_refused_and_kept() {
    let folder = Folder::new();
    let command = "solve e5 --board 9 --memory 64M --store s --json";
    let path = || format!("s.searches/{}", searches(&folder, "s")[0]);
    assert_eq!(folder.run(&format!("{command} --time 3s")).status, 0);
    let whole = fs::read(folder.path(&path())).unwrap();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        bytes
    };
    for (bytes, expected) in [
        (b"notes".to_vec(), "is not a search"),
        ([b"tesuji search 7\n", &whole[16..]].concat(), "is of version 7, but this program reads version 1"),
        (flipped(40), "is damaged: expected a heading with its SHA-256"),
        (flipped(whole.len() / 2), "is damaged: expected"),
        (flipped(whole.len() - 1), "is damaged: expected a block with its checksum"),
    ] {
        folder.write(&path(), &bytes);
        folder.run(command).assert_refused(expected);
        assert_eq!(folder.run("store searches s").status, 1);
        assert_eq!(fs::read(folder.path(&path())).unwrap(), bytes);
    }
    // A file under the name of another question is refused too, and a cut one goes on.
    folder.write(&path(), &whole[..whole.len() - 5]);
    let cut = folder.run(&format!("{command} --nodes 1"));
    assert!(json_lines(&cut)[0]["nodes"].as_u64() > Some(1), "{}", cut.stdout);
    let first = path();
    assert_eq!(folder.run("solve d4 --board 9 --memory 64M --store t --time 3s").status, 0);
    folder.write(&format!("t.searches/{}", searches(&folder, "t")[0]), fs::read(folder.path(&first)).unwrap());
    folder.run("solve d4 --board 9 --memory 64M --store t --json").assert_refused("is about another question");
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    let folder = Folder::new();
    let n_kept = || Store::open(&folder.path("s")).map_or(0, |store| store.entries(&Filter::default()).unwrap().len());
    // Sixty-one searches; each is given up soon and kept as undecided.
    let mut child = folder.command("openings --board 11 --store s --memory 4M --time 200ms").spawn().unwrap();
    // Of a search that goes on, a row is kept each second. The second row comes when the first search has been answered.
    while n_kept() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before anything was kept");
        thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("f6       undecided") && stdout.contains("? undecided"), "{stdout}");
    assert!(stderr.contains("stopped: ") && stderr.contains(" of 121 openings answered"), "{stderr}");
    assert!(n_kept() > 0);
}

#[test]
fn a_flipped_bit_is_told_and_searched_again() {
    let folder = with_store();
    let whole = fs::read(folder.path("s")).unwrap();
    let map = |run: &Run| run.stdout.lines().skip_while(|line| !line.is_empty()).take(6).collect::<Vec<_>>().join("\n");
    let right = folder.run("openings --board 3 --store s");
    assert_eq!(right.stderr, "");
    let rows: Vec<usize> = whole.windows(7).enumerate().filter(|(_, w)| w == b"tesuji ").map(|(i, _)| i).collect();
    assert_eq!(rows.len(), 5);
    // Nodes and seconds come before the solver's name; the winner and the names of cells come before these.
    for (i, before) in [(0, 12), (1, 16), (2, 18), (3, 20), (4, 22)] {
        for bit in [0, 2] {
            let mut bytes = whole.clone();
            bytes[rows[i] - before] ^= 1 << bit;
            folder.write("s", &bytes);
            let judged = folder.run("store check s");
            assert_eq!(judged.status, 1, "{before}, {bit}: {}", judged.stderr);
            let listed = folder.run("store list s");
            assert_eq!(listed.status, 1, "{before}, {bit}: {}", listed.stderr);
            assert!(listed.stderr.contains("it is not used"), "{}", listed.stderr);
            let again = folder.run("openings --board 3 --store s");
            assert_eq!((again.status, map(&again)), (0, map(&right)), "{before}, {bit}");
            assert!(again.stderr.contains("does not match its checksum"), "{before}, {bit}: {}", again.stderr);
            // A wrong key may hide another row from the search of the tree; that row is searched again as well.
            let n_stored = ["3 answers from the store", "4 answers from the store"];
            assert!(n_stored.iter().any(|n| again.stdout.contains(n)), "{before}, {bit}: {}", again.stdout);
        }
    }
}

/// Makes a folder read-only, and runs commands in it as a user who must obey the permissions.
#[cfg(unix)]
#[test]
fn a_store_that_cannot_be_written_can_be_read() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    let folder = with_store();
    let old = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/stores/v1.store");
    fs::copy(old, folder.path("v1")).unwrap();
    folder.write("empty", "");
    let root = folder.path(".");
    // The superuser may do everything, so another user runs a copy of the binary.
    let is_root = fs::metadata(&root).unwrap().uid() == 0;
    fs::copy(env!("CARGO_BIN_EXE_tesuji"), folder.path("tesuji")).unwrap();
    let set = |path: &std::path::Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    for name in ["s", "v1", "empty"] {
        set(&folder.path(name), 0o444);
    }
    set(&folder.path("s.certificates"), 0o555);
    set(&folder.path("proofs"), 0o777);
    for folder_mode in [0o555, 0o777] {
        set(&root, folder_mode);
        let run = |arguments: &str| {
            let mut command = std::process::Command::new(folder.path("tesuji"));
            command.args(arguments.split(' ')).current_dir(&root);
            if is_root {
                command.uid(65534).gid(65534);
            }
            // Programs that other tests started during the copy hold it open for writing, until they run themselves.
            let output = loop {
                match command.output() {
                    Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => thread::yield_now(),
                    output => break output.unwrap(),
                }
            };
            Run::new(arguments, output)
        };
        let listed = run("store list s");
        assert!(listed.status == 0 && listed.stdout.contains("5 positions"), "{}", listed.stderr);
        let verified = run("store check s");
        assert!(verified.stdout.starts_with("5 positions: 5 certificates valid"), "{}", verified.stderr);
        assert!(run("store list v1").stdout.contains("22 positions"), "one of an earlier version as well");
        assert!(run("store list empty").stdout.contains("0 positions"));
        let openings = run("openings --board 3 --store s --certificates proofs --memory 4M");
        assert!(openings.status == 0 && openings.stdout.contains("5 answers from the store"), "{}", openings.stderr);
        assert!(openings.stderr.contains("cannot be written where it lies"), "{}", openings.stderr);
        let solved = run("solve --board 2 a1 --store s --certificates proofs --memory 4M");
        assert!(solved.status == 0 && solved.stdout.contains("white"), "{}", solved.stderr);
        run("store merge s v1").assert_refused("cannot be written");
    }
    set(&folder.path("s.certificates"), 0o777);
}

/// To every command, what a kill leaves in the first moment is an empty store.
#[test]
fn an_empty_file_is_an_empty_store() {
    let folder = Folder::new();
    for command in ["store list", "store check", "store export", "openings --board 2 --memory 4M --store"] {
        folder.write("s", "");
        let run = folder.run(&format!("{command} s"));
        assert_eq!(run.status, 0, "{command}: {}", run.stderr);
    }
    folder.write("t", "");
    assert!(folder.run("store merge s t").stdout.contains("t: 0 positions taken in"));
}
