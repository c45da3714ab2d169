//! Questions of life and death, as JSON.

use super::*;
use crate::{Answer, Question, Quiet, ask};

fn asked(fields: &str) -> Result<LifeView, Trouble> {
    let black = ["A2", "B2", "C2", "D2", "D1"];
    let white = ["A3", "B3", "C3", "D3", "E3", "E2", "E1"];
    let text = format!(
        r#"{{ "ask": "life", "state": {{ "game": {{ "game": "go", "board": "5x5", "komi": 0, "rules": "chinese" }},
             "setup": {{ "black": {black:?}, "white": {white:?} }} }}, {fields} }}"#
    );
    let question: Question = serde_json::from_str(&text).map_err(|error| Trouble::new(error.to_string()))?;
    match ask(&question, &Quiet)? {
        Answer::Life(view) => Ok(view),
        other => panic!("{other:?}"),
    }
}

#[test]
fn three_in_a_row_live_or_die_by_the_middle() {
    let view = asked(r#""target": ["A2"], "moves": true, "certificate": true"#).unwrap();
    let words: Vec<&str> = view.answers.iter().map(|answer| answer.words.as_str()).collect();
    assert_eq!(
        words,
        [
            "Black first: Black lives with two eyes, with B1 and no other move",
            "White first: Black is captured, with B1 and no other move"
        ]
    );
    assert_eq!((view.region.len(), view.safe_white.len(), view.open.len()), (8, 6, 0));
    let checked = checker::check(&view.certificate.unwrap()).unwrap();
    assert_eq!(checked.claims.len(), 2);
}

#[test]
fn tries_are_answered() {
    let view = asked(r#""target": ["A2"], "first": "white", "tries": ["A1"]"#).unwrap();
    assert_eq!(view.answers[0].line, ["W B1", "B A1"], "no room for two eyes is left");
    let errors = [r#""target": ["A1"]"#, r#""target": ["Z9"]"#, r#""target": ["A2"], "tries": ["A1"]"#];
    let errors = errors.map(|fields| asked(fields).unwrap_err().what);
    assert_eq!(errors[0], "there is no stone on A1");
    assert_eq!(errors[2], "tries need a first player");
}
