//! `tesuji maps`.

use serde_json::Value;

use crate::{Folder, Run};

fn lines(run: &Run) -> Vec<Value> {
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

/// Runs with one argument that contains blanks.
fn run(folder: &Folder, arguments: &str, last: &str) -> Run {
    Run::new(arguments, folder.command(arguments).arg(last).output().unwrap())
}

#[test]
fn a_map_is_drawn_on_a_position() {
    let folder = Folder::new();
    let shown = run(&folder, "maps show --board 3x3 --position B3,B2,A2,pass,C2,pass", "V ∩ F(H ∩ W) | ~~W");
    assert_eq!(shown.status, 0, "{}", shown.stderr);
    for part in ["V & F(H & W) | ~~W\n", "V ∩ F(H ∩ W) ∪ ¬¬W\n", "B is black", "3 . B .\n2 B w B\n1 . * .\n"] {
        assert!(shown.stdout.contains(part), "{part}: {}", shown.stdout);
    }
    let json = &lines(&run(&folder, "maps show --json --board hexagon:2", "V"))[0];
    assert_eq!((json["legal"].as_u64(), json["value"].as_array().map(Vec::len)), (Some(7), Some(7)));
}

/// Issue 16: the example pointed to nothing.
#[test]
fn examples_of_the_documents_show_something() {
    let folder = Folder::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for name in ["docs/COMMANDS.md", "docs/MAPS.md"] {
        let text = std::fs::read_to_string(root.join(name)).unwrap();
        let examples: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("tesuji maps show \"")).collect();
        assert!(!examples.is_empty(), "{name}");
        for example in examples {
            let (map, more) = example.split_once('"').unwrap();
            let more = more.split('#').next().unwrap();
            let shown = &lines(&run(&folder, &format!("maps show --json {more}"), map))[0];
            assert!(shown["legal"].as_u64() > Some(0), "{name}: {example}: {shown}");
        }
    }
}

#[test]
fn bad_maps_boards_and_positions_are_refused() {
    let folder = Folder::new();
    for (arguments, last, expected) in [
        ("maps show", "V &", "map, column 4: expected B, W, V, H"),
        ("maps show", "sato-9", "map, column 1"),
        ("maps show sato-1 --board", "hexagon:0", "hexagon"),
        ("maps show sato-1 --position", "D4,D4", "move 2 of the position, `D4`: the cell is taken"),
        ("maps evolve -o x --population", "1", "a population of 2"),
    ] {
        run(&folder, arguments, last).assert_refused(expected);
    }
}

#[test]
fn evolution_goes_on_from_its_checkpoint_as_if_never_stopped() {
    let folder = Folder::new();
    let evolve = |file: &str, more: &str| {
        folder.run(&format!("maps evolve -o {file} --board 4x4 --population 6 --games 3 --most-nodes 10 {more}"))
    };
    let whole = evolve("whole", "--generations 4 --jobs 2 --unseen triangle:4");
    assert_eq!(whole.status, 0, "{}", whole.stderr);
    assert!(
        whole.stdout.contains("generation 4: ") && whole.stdout.contains("triangle:4, unseen: "),
        "{}",
        whole.stdout
    );
    assert_eq!(evolve("parts", "--generations 1 --jobs 1").status, 0);
    let data = lines(&evolve("data", "--generations 2 --unseen triangle:4 --json --csv data.csv"));
    assert_eq!(data.iter().map(|line| line["generation"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 2]);
    assert!(data[1]["unseen"].is_null() && data[2]["unseen"] == "triangle:4", "{data:?}");
    assert_eq!(std::fs::read_to_string(folder.path("data.csv")).unwrap().lines().count(), 4);
    let rest = evolve("parts", "--generations 4 --jobs 1");
    assert!(rest.stderr.contains("going on from generation 1"), "{}", rest.stderr);
    let read = |name: &str| std::fs::read_to_string(folder.path(name)).unwrap();
    assert_eq!(read("parts"), read("whole"));
    for (setting, words) in [
        ("--seed 2", "settings, and can only go on with them: `--seed` was 1, not 2. Give those again"),
        ("--node-cost 7", "`--node-cost` was 200, not 7."),
        ("--board 5x5", "it was for `4x4 against random`, not `4x4, 5x5 against random`."),
        ("--eyes spared --komi 3", "own eyes filled, komi 0, at most"),
    ] {
        evolve("whole", &format!("--generations 5 {setting}")).assert_refused(words);
    }
    assert_eq!(evolve("whole", "--generations 0").status, 2);
    let lock = std::fs::File::create(folder.path("whole.lock")).unwrap();
    lock.lock().unwrap();
    evolve("whole", "--generations 5").assert_refused("whole: another process works");
    drop(lock);
    assert_eq!(read("whole"), read("parts"));
    folder.write("whole", "maps-evolution 1\npopulation 6\nnonsense\n");
    let broken = evolve("whole", "");
    assert!(
        broken.status == 2 && broken.stderr.contains("whole: checkpoint of an evolution, line 3"),
        "{}",
        broken.stderr
    );
}

#[test]
fn a_map_points_on_diagrams_and_records() {
    let folder = super::Folder::new();
    folder.write("d.txt", "3 . W .\n2 W B .\n1 . W .\n  A B C\n");
    folder.write("g.sgf", "(;GM[1]FF[4]SZ[3];B[bb];W[ab];B[];W[ba];B[];W[bc])");
    let value = |arguments: &str| {
        let run = folder.run(arguments);
        assert_eq!(run.status, 0, "{arguments}: {}", run.stderr);
        let object: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        (object["board"].clone(), object["value"].clone())
    };
    // The black stone is in atari: C2 saves it.
    let [diagram, record] =
        ["d.txt", "g.sgf"].map(|file| value(&format!("maps show V&F(H&B) --position {file} --json")));
    assert_eq!(diagram, (serde_json::json!("3x3"), serde_json::json!(["C2"])));
    assert_eq!(record.1, diagram.1);
    folder.run("maps show V --position g.sgf --move 9").assert_refused("the record has 6");
}
