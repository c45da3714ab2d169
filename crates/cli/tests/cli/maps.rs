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
