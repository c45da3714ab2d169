//! The winner: by search, from memory, within limits.

use std::sync::Mutex;

use tesuji_archive::store::Filter;
use tesuji_archive::{Archive, ArchiveConfig};
use tesuji_search::Limits;

use super::*;
use crate::{Question, Quiet, ask};

fn solved(body: &str, desk: &impl Desk) -> SolvedView {
    let question: Question = serde_json::from_str(&format!(r#"{{"ask":"solve",{body}}}"#)).unwrap();
    match ask(&question, desk).unwrap() {
        Answer::Solve(view) => view,
        other => panic!("{other:?}"),
    }
}

fn map(body: &str, desk: &impl Desk) -> OpeningsView {
    let question: Question = serde_json::from_str(&format!(r#"{{"ask":"openings",{body}}}"#)).unwrap();
    match ask(&question, desk).unwrap() {
        Answer::Openings(view) => view,
        other => panic!("{other:?}"),
    }
}

/// A desk with an archive, which hears the updates.
struct Remembering {
    _folder: tempfile::TempDir,
    archive: Archive,
    heard: Mutex<Vec<Update>>,
}

impl Default for Remembering {
    fn default() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Some(folder.path().join("store"));
        let config = ArchiveConfig { store, keeps_searches: true, ..ArchiveConfig::default() };
        let archive = Archive::open(config, |notice| panic!("{notice}")).unwrap();
        Self { _folder: folder, archive, heard: Mutex::default() }
    }
}

impl Desk for Remembering {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        Quiet.run(budget, search)
    }

    fn update(&self, update: Update) {
        self.heard.lock().unwrap().push(update);
    }

    fn is_stopped(&self) -> bool {
        false
    }

    fn archive(&self) -> Option<&Archive> {
        Some(&self.archive)
    }
}

const HEX: &str = r#""state":{"game":{"game":"hex","columns":3,"rows":3}}"#;

#[test]
fn the_winner_of_an_empty_board() {
    let view = solved(HEX, &Quiet);
    assert_eq!(view.winner, Some(Colour::Black));
    let mv = view.winning_move.unwrap();
    assert_eq!((view.words, view.winning), (format!("Black wins with {mv}."), vec![mv]));
    assert!(!view.is_complete && !view.is_stored && view.certificate.is_none());
}

#[test]
fn all_moves_and_a_certificate() {
    let desk = Remembering::default();
    let view = solved(&format!(r#"{HEX},"moves":true,"certificate":true"#), &desk);
    assert_eq!(view.winning, ["c1", "a2", "b2", "c2", "a3"]);
    assert_eq!(view.losing, ["a1", "b1", "b3", "c3"]);
    assert_eq!(view.words, "Black wins with 5 of 9 moves: c1, a2, b2, c2 and a3.");
    assert!(view.is_complete && view.open.is_empty());
    let check = serde_json::json!({ "ask": "check", "certificate": view.certificate.clone().unwrap() });
    let Answer::Check(checked) = ask(&serde_json::from_value(check).unwrap(), &Quiet).unwrap() else { panic!() };
    assert!(checked.is_valid && checked.holds, "{}", checked.words);
    let so_far = |update: &Update| match update {
        Update::SoFar(Answer::Solve(view)) => Some(view.winning.len() + view.losing.len()),
        _ => None,
    };
    let heard: Vec<usize> = desk.heard.lock().unwrap().iter().filter_map(so_far).collect();
    assert!(heard.is_sorted() && heard.last() == Some(&9), "{heard:?}");

    // Without a search, all of it is remembered.
    let again = solved(&format!(r#"{HEX},"moves":true,"certificate":true,"budget":{{"nodes":0}}"#), &desk);
    assert!(again.is_stored && again.is_complete);
    assert_eq!((again.winning, again.losing, again.certificate), (view.winning, view.losing, view.certificate));
}

#[test]
fn whoever_is_to_move_may_lose() {
    let state = r#""state":{"game":{"game":"hex","columns":3,"rows":3},"moves":["b2"]},"moves":true"#;
    let view = solved(state, &Quiet);
    assert_eq!((view.winner, view.words.as_str()), (Some(Colour::Black), "Black wins, whatever White plays."));
    assert_eq!((view.losing.len(), view.is_complete, view.winning_move), (8, true, None));
}

#[test]
fn limits_and_ends_are_said() {
    let large = r#""state":{"game":{"game":"hex","columns":11,"rows":11}},"moves":true,"budget":{"nodes":20}"#;
    let view = solved(large, &Quiet);
    assert_eq!((view.winner, view.open.len(), view.is_complete), (None, 121, false));
    assert!(view.words.starts_with("Not decided within the limit: "), "{}", view.words);
    let won = r#""state":{"game":{"game":"hex","columns":2,"rows":2},"moves":["a1","b1","a2"]}"#;
    assert_eq!(solved(won, &Quiet).words, "The game is over: Black has won.");
    let swap = r#""state":{"game":{"game":"hex","columns":3,"rows":3,"swap":true},"moves":["b2"]}"#;
    assert!(solved(swap, &Quiet).words.ends_with("the right to swap is left out of account."));
}

#[test]
fn amazons_has_a_solver_and_go_has_none() {
    let fen = r#""state":{"game":{"game":"amazons","columns":3,"rows":3,"setup":"Q2/3/2q w"}},"moves":true"#;
    let question: Result<Question, _> = serde_json::from_str(&format!(r#"{{"ask":"solve",{fen}}}"#));
    let Answer::Solve(view) = ask(&question.unwrap(), &Quiet).unwrap() else { panic!() };
    assert!(view.winner.is_some() && view.is_complete && view.words.contains(" The margin is "), "{view:?}");
    let go = r#"{"ask":"solve","state":{"game":{"game":"go","columns":3,"rows":3,"komi":0.5,"rules":"tromp-taylor"}}}"#;
    let trouble = ask(&serde_json::from_str(go).unwrap(), &Quiet).unwrap_err();
    assert!(trouble.what.contains("no solver") && !trouble.advice.is_empty(), "{trouble:?}");
}

#[test]
fn the_map_of_openings_goes_on_where_it_was() {
    let whole = map(r#""columns":4,"rows":4"#, &Quiet);
    assert_eq!((whole.winning.len() + whole.losing.len(), whole.open.len()), (16, 0));
    let part = map(&format!(r#""columns":4,"rows":4,"budget":{{"nodes":{}}}"#, whole.nodes / 3), &Quiet);
    assert!(!part.open.is_empty(), "{part:?}");
    let body = format!(r#""columns":4,"rows":4,"known":{}"#, serde_json::to_string(&part).unwrap());
    let rest = map(&body, &Quiet);
    assert_eq!((&rest.winning, &rest.losing), (&whole.winning, &whole.losing));
    assert!(rest.nodes > part.nodes && rest.nodes - part.nodes <= whole.nodes);
    // With a memory nothing is lost either, and each opening is kept.
    let desk = Remembering::default();
    map(r#""columns":4,"rows":4"#, &desk);
    let again = map(r#""columns":4,"rows":4,"budget":{"nodes":0}"#, &desk);
    assert_eq!((again.winning, again.losing, again.nodes), (whole.winning, whole.losing, 0));
}

#[test]
fn what_makes_no_sense_is_refused() {
    for body in [
        r#""columns":0,"rows":3"#,
        r#""columns":99,"rows":3"#,
        r#""columns":3,"rows":3,"known":{"winning":["z9"],"losing":[],"open":[],"nodes":0,"seconds":0}"#,
        r#""columns":3,"rows":3,"known":{"winning":["a1"],"losing":["a1"],"open":[],"nodes":0,"seconds":0}"#,
    ] {
        let question: Question = serde_json::from_str(&format!(r#"{{"ask":"openings",{body}}}"#)).unwrap();
        assert!(ask(&question, &Quiet).is_err(), "{body}");
    }
}

#[test]
fn what_a_limit_ends_is_remembered_as_undecided() {
    let desk = Remembering::default();
    let json = r#"{"ask":"solve","state":{"game":{"game":"hex","columns":9,"rows":9}},"budget":{"nodes":40}}"#;
    let Answer::Solve(view) = ask(&serde_json::from_str(json).unwrap(), &desk).unwrap() else { panic!() };
    let kept = desk.archive.store().unwrap().entries(&Filter::default()).unwrap();
    assert!(view.winner.is_none() && kept.len() == 1 && kept[0].finding.nodes == view.nodes, "{kept:?}");
}

#[test]
fn a_search_that_a_limit_ended_goes_on() {
    let desk = Remembering::default();
    let searched = || solved(r#""state":{"game":{"game":"hex","columns":9,"rows":9}},"budget":{"nodes":4000}"#, &desk);
    let first = searched();
    let kept = desk.archive.store().unwrap().search_paths();
    assert!(first.winner.is_none() && kept.len() == 1, "{kept:?}");
    let second = searched();
    assert!(second.winner.is_none() && second.nodes >= first.nodes + 4000, "{} and {}", first.nodes, second.nodes);
}
