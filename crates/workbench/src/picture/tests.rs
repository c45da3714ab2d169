use super::*;
use crate::Quiet;
use crate::claim::{ClaimText, verify};
use crate::texts::TreeMarkShape;
use crate::types::Certainty;

const ZIGGURAT: &str = "id: my ziggurat\ngoal: A-bottom\n\n##A.\n#...\n....\n";

fn ask(subject: Subject) -> PictureOf {
    PictureOf {
        subject,
        title: String::new(),
        theme: PictureTheme::Light,
        form: PictureForm::Svg,
        pixels: None,
        seconds: None,
    }
}

fn state(json: serde_json::Value) -> GameState {
    serde_json::from_value(json).unwrap()
}

fn certificate() -> String {
    let asked = ClaimText { text: ZIGGURAT.to_owned(), budget: Default::default() };
    verify(&asked, &Quiet).unwrap().certificate.unwrap()
}

fn subjects() -> Vec<(Subject, &'static str, &'static str)> {
    let openings =
        OpeningsView { winning: vec!["b2".to_owned()], losing: vec!["a1".to_owned()], ..OpeningsView::default() };
    let point = |n_moves: usize, black: f64, certainty| ReviewPoint {
        n_moves,
        black: Some(black),
        interval: None,
        certainty: Some(certainty),
        winning: Vec::new(),
        is_complete: false,
        sentence: String::new(),
    };
    let points = vec![
        point(0, 0.6, Certainty::Opinion),
        point(1, 0.5, Certainty::Opinion),
        point(2, 1.0, Certainty::Certain),
        point(3, 1.0, Certainty::Certain),
    ];
    let mistake = Mistake {
        number: 2,
        player: Colour::White,
        mv: "c4".to_owned(),
        certainty: Certainty::Certain,
        loss: Some(0.5),
        instead: Vec::new(),
        sentence: String::new(),
    };
    let hex = state(serde_json::json!({ "game": { "game": "hex", "columns": 4, "rows": 4 }, "moves": ["b2", "c3"] }));
    let go = state(serde_json::json!({
        "game": { "game": "go", "board": "hexagon:3", "komi": 6.5, "rules": "chinese" },
        "setup": { "black": ["C3"] }
    }));
    let amazons = state(serde_json::json!({ "game": { "game": "amazons", "columns": 6, "rows": 6 } }));
    let walled = state(serde_json::json!({
        "game": { "game": "amazons", "columns": 4, "rows": 4 },
        "setup": { "black": ["a1"], "white": ["d1"], "blocked": ["b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "d4"] }
    }));
    let position = |state: &GameState, overlay: Option<&str>| Subject::Position {
        state: state.clone(),
        overlay: overlay.map(str::to_owned),
        player: Some(Colour::White),
        marks: Vec::new(),
    };
    let mark = |cell: &str, shape, text: &str| TreeMark { cell: cell.to_owned(), shape, text: text.to_owned() };
    let marks = vec![mark("a1", TreeMarkShape::Label, "here"), mark("b2", TreeMarkShape::Triangle, "")];
    let marked = Subject::Position { state: hex.clone(), overlay: None, player: None, marks };
    vec![
        (marked, "hex", ">here</text>"),
        (position(&hex, None), "hex", "numbers of the last 2 moves"),
        (position(&go, None), "go", "<title>Go</title>"),
        (position(&amazons, None), "amazons", "<title>Amazons</title>"),
        (position(&hex, Some("distance")), "hex-distance", "Hex: distance"),
        (position(&hex, Some("connections c3")), "hex-connections-c3", "joined, even if the opponent moves first"),
        (position(&hex, Some("links")), "hex-links", "joined, whatever the opponent does"),
        (position(&walled, Some("regions")), "amazons-regions", ">1: "),
        (Subject::Claim { text: ZIGGURAT.to_owned() }, "my-ziggurat", "black joins c1-bottom in 8 empty cells"),
        (Subject::Answers { certificate: certificate() }, "answers-the-claim-holds", "the proof needs these 8 cells"),
        (
            Subject::Defence { certificate: certificate(), moves: vec!["b2".to_owned()] },
            "a-game-against-the-proof",
            "the proof still needs these cells",
        ),
        (
            Subject::Openings { columns: 3, rows: 3, known: openings },
            "first-moves-on-3x3",
            "black wins after 1 first move",
        ),
        (Subject::Review { points, mistakes: vec![mistake] }, "a-game-black-s-chances", "2. c4"),
    ]
}

#[test]
fn every_subject_is_drawn_in_both_forms_and_all_themes() {
    for (subject, file, words) in subjects() {
        let mut asked = ask(subject);
        let mut seen = Vec::new();
        for theme in [PictureTheme::Light, PictureTheme::Dark, PictureTheme::Print] {
            asked.theme = theme;
            let drawn = picture(&asked, &Quiet).unwrap();
            assert_eq!((drawn.file, drawn.media_type.as_str()), (format!("{file}.svg"), "image/svg+xml"));
            assert!(drawn.data.starts_with("<svg") && drawn.data.contains(words), "{words}: {}", drawn.data);
            assert!(!seen.contains(&drawn.data), "{file}: two themes look the same");
            seen.push(drawn.data);
        }
        asked.form = PictureForm::Png;
        asked.pixels = Some(320);
        let drawn = picture(&asked, &Quiet).unwrap();
        let bytes = STANDARD.decode(drawn.data).unwrap();
        assert_eq!((drawn.file, &bytes[..8]), (format!("{file}.png"), &b"\x89PNG\r\n\x1a\n"[..]));
        assert_eq!(bytes[16..20], 320_u32.to_be_bytes());
    }
}

#[test]
fn the_moves_of_a_game_are_played_one_after_the_other() {
    let json =
        r#"{ "game": { "game": "hex", "columns": 4, "rows": 4, "swap": true }, "moves": ["b2", "swap-pieces"] }"#;
    let state = serde_json::from_str(json).unwrap();
    let mut asked = ask(Subject::Position { state, overlay: None, player: None, marks: Vec::new() });
    assert!(!picture(&asked, &Quiet).unwrap().data.contains("<animate"));
    asked.seconds = Some(1.5);
    // The last position lasts as long as four others.
    let film = picture(&asked, &Quiet).unwrap().data;
    assert!(film.contains("dur=\"9s\""), "{film}");
    asked.seconds = Some(0.0);
    assert_eq!(picture(&asked, &Quiet).unwrap_err().what, "0 seconds from move to move: expected 0.1..=60.0");
}

#[test]
fn a_title_is_used_and_bounds_are_said() {
    let mut asked = ask(Subject::Claim { text: ZIGGURAT.to_owned() });
    asked.title = "  <Mine>\n & yours ".to_owned();
    let drawn = picture(&asked, &Quiet).unwrap();
    assert!(drawn.data.contains("&lt;Mine&gt; &amp; yours"));
    assert_eq!(drawn.file, "mine-yours.svg");
    for pixels in [0, 49, 4_097, u32::MAX] {
        asked.pixels = Some(pixels);
        let fault = picture(&asked, &Quiet).unwrap_err();
        assert_eq!(fault.what, format!("a width of {pixels} pixels: expected 50 to 4096"));
    }
    let known = OpeningsView { winning: vec!["d9".to_owned()], ..OpeningsView::default() };
    let fault = picture(&ask(Subject::Openings { columns: 3, rows: 3, known }), &Quiet).unwrap_err();
    assert_eq!(fault.what, "first moves: `d9` is no cell of this board");
    let hex = state(serde_json::json!({ "game": { "game": "hex", "columns": 4, "rows": 4 }, "moves": ["b2", "b2"] }));
    let subject = |overlay: &str, state: GameState| Subject::Position {
        state,
        overlay: Some(overlay.to_owned()),
        player: None,
        marks: Vec::new(),
    };
    let fault = picture(&ask(subject("", hex.clone())), &Quiet).unwrap_err();
    assert!(fault.what.starts_with("move 2 (b2)"), "{fault}");
    let fault = picture(&ask(subject("no such", GameState { moves: Vec::new(), ..hex })), &Quiet).unwrap_err();
    assert!(fault.what.contains("no such"), "{fault}");
    let fault = picture(&ask(Subject::Claim { text: "id: x\ngoal: top-c3\n\n. o\n".to_owned() }), &Quiet).unwrap_err();
    assert_eq!(fault.place.map(|place| (place.line, place.column)), Some((2, 11)));
}
