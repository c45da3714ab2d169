//! Edge templates.

use serde_json::json;
use tesuji_problem::parse_file_text;

use crate::contract::harness::{Case, files, survives_json};

const CASE: Case<'_> = Case { kind: "templates", control: "row = 3\nwidth = 6", options: "", out: "found" };

/// The ziggurat and its like: what the search in one piece finds.
#[test]
fn templates_are_the_same_in_all_ways() {
    use tesuji_claims::carriers::{Discovery, EdgeShape, TemplateSearch, TemplateTask};
    use tesuji_search::Limits;

    let summary = CASE.is_the_same_in_all_ways(files);
    let mut whole = Vec::new();
    TemplateSearch::new(&TemplateTask::single(3, 6).unwrap())
        .run(&Limits::default(), |discovery| {
            if let Discovery::Template(shape) = discovery {
                whole.push(shape.clone());
            }
        })
        .unwrap();
    assert_eq!(summary["templates"], json!(whole.len()));
    let folder = tempfile::tempdir().unwrap();
    let mut work = CASE.open(folder.path(), None);
    for task in work.pending() {
        work.keep(&task, &tesuji_work::execute(&task, &Default::default()).unwrap()).unwrap();
    }
    let text = std::fs::read_to_string(folder.path().join("found/templates.toml")).unwrap();
    let problems = parse_file_text(&text).unwrap();
    let mut shapes: Vec<EdgeShape> =
        problems.iter().map(|problem| EdgeShape::of_claim(&problem.claim).unwrap().canonical()).collect();
    shapes.sort();
    whole.sort();
    assert_eq!(shapes, whole);
    survives_json(&CASE);
}

/// What is found is kept every few positions, so that a search that is stopped goes on from there.
#[test]
fn a_place_is_searched_in_pieces() {
    let in_pieces = |control| {
        let case = Case { control, ..CASE };
        let folder = tempfile::tempdir().unwrap();
        let mut n_pieces = 0;
        // The folder is opened again for each piece.
        while let Some(task) = case.open(folder.path(), None).pending().last() {
            let mut work = case.open(folder.path(), None);
            work.keep(&task, &tesuji_work::execute(&task, &Default::default()).unwrap()).unwrap();
            n_pieces += 1;
            assert!(n_pieces < 1000, "each piece finds something");
        }
        let mut work = case.open(folder.path(), None);
        assert_eq!(work.set_aside(), Vec::<String>::new());
        let templates = std::fs::read_to_string(folder.path().join("found/templates.toml")).unwrap();
        (n_pieces, work.summary().unwrap(), templates)
    };
    let (n_places, whole, templates) = in_pieces("row = 4\nwidth = 7");
    let (n_pieces, summary, again) = in_pieces("row = 4\nwidth = 7\nnodes = 1");
    assert_eq!((n_places, summary, again), (7, whole, templates));
    assert!(n_pieces > n_places, "{n_pieces}");
}

#[test]
fn lies_are_refused() {
    let lie = CASE.refusal(3, |result| _ = result["carriers"].as_array_mut().unwrap().pop());
    assert_eq!(lie, "these are not all minimal carriers and cuts");
    let lie = CASE.refusal(3, |result| _ = result["cuts"].as_array_mut().unwrap().pop());
    assert_eq!(lie, "these are not all minimal carriers and cuts");
    let lie = CASE.refusal(3, |result| {
        let first = result["carriers"][0].clone();
        result["carriers"].as_array_mut().unwrap().push(first);
    });
    assert_eq!(lie, "these are not all minimal carriers and cuts");
    let lie = CASE.refusal(3, |result| _ = result["carriers"][0]["cells"].as_array_mut().unwrap().pop());
    assert!(lie.contains("another claim"), "{lie}");
    let lie = CASE.refusal(3, |result| result["cuts"][0]["certificate"] = json!("AAAA"));
    assert!(lie.starts_with("certificate of `"), "{lie}");
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (control, part) in [
        ("row = 0\nwidth = 4", "the row is 1 to"),
        ("row = 3", "`width` is missing"),
        ("row = 3\nwidth = 4\nstones = 'z'", "stones: `z`"),
        ("row = 3\nwidth = 4\nheight = 2", "line 3, column 1: `height` is not known here"),
        ("three", "expected a file"),
    ] {
        let error = Case { control, ..CASE }.try_open(folder.path(), None).err().unwrap().to_string();
        assert!(error.contains(part), "{control}: {error}");
    }
}
