use super::*;
use crate::Quiet;

fn of(state: &str, name: &str, rest: &str) -> Result<OverlayView, Trouble> {
    let asked = format!(r#"{{ "state": {state}, "name": "{name}" {rest} }}"#);
    overlay(&serde_json::from_str(&asked).unwrap(), &Quiet)
}

const HEX: &str = r#"{ "game": { "game": "hex", "columns": 5, "rows": 5 }, "moves": ["c3", "b4"] }"#;
const GO: &str =
    r#"{ "game": { "game": "go", "columns": 5, "rows": 5, "komi": 0.5, "rules": "chinese" }, "moves": ["C3", "B2"] }"#;
const AMAZONS: &str = r#"{ "game": { "game": "amazons", "columns": 6, "rows": 6 } }"#;

#[test]
fn every_overlay_of_every_game_answers_in_sentences() {
    for (kind, state, cell) in
        [(GameKind::Hex, HEX, "d2"), (GameKind::Go, GO, "D4"), (GameKind::Amazons, AMAZONS, "a1")]
    {
        for entry in entries(kind) {
            let rest = if entry.takes_cell { format!(r#", "cell": "{cell}""#) } else { String::new() };
            let view = of(state, &entry.name, &rest).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
            assert_eq!((&view.title, view.certainty), (&entry.title, Some(entry.certainty)));
            let sentences = view.numbers.iter().map(|number| &number.sentence);
            let sentences = sentences.chain(view.marks.iter().map(|mark| &mark.sentence));
            let sentences = sentences.chain(view.links.iter().chain(&view.arrows).map(|link| &link.sentence));
            let sentences = sentences.chain(view.areas.iter().map(|area| &area.sentence));
            let sentences: Vec<_> = sentences.chain(view.facts.iter().map(|fact| &fact.sentence)).collect();
            for sentence in &sentences {
                assert!(sentence.ends_with('.') && !sentence.contains('{'), "{}: {sentence}", entry.name);
            }
            let may_be_empty = ["fill-in", "inferior", "must-play", "miai", "pairs", "orders", "orders-of"];
            assert!(!sentences.is_empty() || may_be_empty.contains(&entry.name.as_str()), "{}", entry.name);
            assert!(entry.about.ends_with('.'));
        }
    }
}

#[test]
fn the_order_of_moves_does_not_matter() {
    let one = r#"["C3", "B2", "D4", "A1"]"#;
    let other = r#"["D4", "A1", "C3", "B2"]"#;
    let state = |moves: &str| GO.replace(r#"["C3", "B2"]"#, moves);
    assert_eq!(of(&state(one), "criticality", "").unwrap(), of(&state(other), "criticality", "").unwrap());
    let state = |moves: &str| HEX.replace(r#"["c3", "b4"]"#, moves);
    let (one, other) = (r#"["c3", "b4", "d2", "a5"]"#, r#"["d2", "a5", "c3", "b4"]"#);
    for name in ["criticality", "betweenness", "current"] {
        assert_eq!(of(&state(one), name, "").unwrap(), of(&state(other), name, "").unwrap());
    }
}

#[test]
fn a_bridge_is_a_connection_with_its_carrier() {
    // The stone on the second row from the bottom is joined to it by two cells.
    let view = of(
        r#"{ "game": { "game": "hex", "columns": 5, "rows": 5 }, "moves": ["c4"] }"#,
        "connections",
        r#", "cell": "c4""#,
    );
    let view = view.unwrap();
    let bridge = view.areas.iter().find(|area| area.text == "south" && area.cells.len() == 2).unwrap();
    let mut cells = bridge.cells.clone();
    cells.sort();
    assert_eq!(cells, ["b5", "c5"]);
    assert!(bridge.sentence.contains("the bottom edge for certain; this needs 2 empty cells"), "{}", bridge.sentence);
    assert!(view.marks.iter().any(|mark| mark.mark == "connected" && mark.sentence.starts_with("Black joins c4 with")));
}

#[test]
fn the_network_has_bridges_until_they_are_cut() {
    let bridge = |moves: &str| {
        let state = HEX.replace(r#"["c3", "b4"]"#, moves);
        let view = of(&state, "links", r#", "player": "black""#).unwrap();
        view.links.iter().any(|link| (link.from.as_str(), link.to.as_str()) == ("c2", "b4"))
    };
    assert!(bridge("[]"));
    // One of the two cells that the bridge needs.
    assert!(!bridge(r#"["a1", "b3"]"#));
    let neighbours = of(HEX, "links", "").unwrap();
    assert!(neighbours.links.iter().all(|link| (link.from.as_str(), link.to.as_str()) != ("a1", "b1")));
}

#[test]
fn must_play_has_the_cells_that_are_left() {
    let state = r#"{ "game": { "game": "hex", "columns": 6, "rows": 6 },
        "setup": { "black": ["c2", "c5"], "white": ["b4"], "to_move": "white" } }"#;
    let view = of(state, "must-play", "").unwrap();
    let n = |mark: &str| view.marks.iter().filter(|note| note.mark == mark).count();
    // Black threatens to join two stones that are joined with the edges: White has to play between them.
    assert!(n("losing") > 0 && n("must-play") > 0, "{view:?}");
    assert_eq!(view.marks.len(), 36 - 3);
    assert_eq!(view.certainty, Some(Certainty::Certain));
}

#[test]
fn regions_have_exact_values() {
    // Two amazons, each alone on its side of a wall: three free squares for Black, two for White.
    let state = r#"{ "game": { "game": "amazons", "columns": 4, "rows": 4 },
        "setup": { "black": ["a1"], "white": ["d1"], "blocked": ["b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "d4"] } }"#;
    let view = of(state, "regions", "").unwrap();
    let worths: Vec<(&str, Option<Colour>)> = view.areas.iter().map(|area| (area.text.as_str(), area.player)).collect();
    assert_eq!(worths, [("3", Some(Colour::Black)), ("-2", Some(Colour::White))]);
    assert!(view.areas[0].sentence.contains("Black's alone: 3 moves"), "{}", view.areas[0].sentence);
}

#[test]
fn faults_say_what_there_is() {
    let unknown = of(HEX, "ownership", "").unwrap_err();
    assert!(unknown.what.contains("Hex has no overlay `ownership`") && unknown.what.contains("must-play"));
    assert!(of(HEX, "connections", "").unwrap_err().what.contains("one cell"));
    assert!(of(HEX, "connections", r#", "cell": "z9""#).unwrap_err().what.contains("z9"));
}

#[test]
fn what_the_net_says_is_an_opinion_in_sentences() {
    let policy = of(HEX, "policy", "").unwrap();
    assert_eq!((policy.certainty, policy.numbers.len()), (Some(Certainty::Opinion), 23));
    let sum: f64 = policy.numbers.iter().map(|number| number.value).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
    assert!(policy.numbers[0].sentence.starts_with("The net guesses that Black's move on a1"), "{policy:?}");
    let chance = |player: &str| {
        let view = of(HEX, "chance", &format!(r#", "player": "{player}""#)).unwrap();
        assert_eq!(view.certainty, Some(Certainty::Opinion));
        view.facts.into_iter().next().unwrap()
    };
    let black = chance("black");
    assert_eq!(black.name, "Black wins");
    assert!(black.text.ends_with(" %") && black.sentence.contains("if it is to move"), "{black:?}");
    assert_ne!(black.text, chance("white").text);
    let over = HEX.replace(r#"["c3", "b4"]"#, r#"["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5"]"#);
    assert_eq!(of(&over, "chance", "").unwrap().facts[0].sentence, "The game is over: White has lost.");
    assert!(of(&over, "policy", "").unwrap().numbers.is_empty());
}

#[test]
fn numbers_within_their_interval_are_noise_and_some_are_nobodys() {
    let empty = r#"{ "game": { "game": "go", "columns": 9, "rows": 9, "komi": 0.5, "rules": "chinese" } }"#;
    let view = of(empty, "criticality", "").unwrap();
    let (noise, known): (Vec<_>, Vec<_>) = view.numbers.iter().partition(|number| number.is_noise);
    assert!(!noise.is_empty() && noise.iter().all(|number| number.value.abs() < 0.02));
    assert!(known.iter().any(|number| number.value > 0.04));
    assert!(view.is_signed && !view.is_sided);
    let owners = of(AMAZONS, "ownership", "").unwrap();
    assert!(owners.is_sided && owners.numbers.iter().all(|number| !number.is_noise));
}
