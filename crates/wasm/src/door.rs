//! From JSON to the workbench, and back.

use tesuji_workbench::{Desk, Question, Trouble};

/// Answers a question. Both the answer and the trouble are JSON.
pub(crate) fn ask(question: &str, desk: &impl Desk) -> Result<String, String> {
    let written = |error: serde_json::Error| Trouble::ours(error.to_string());
    let answer = read(question).and_then(|question| tesuji_workbench::ask(&question, desk));
    answer
        .and_then(|answer| serde_json::to_string(&answer).map_err(written))
        .map_err(|trouble| serde_json::to_string(&trouble).unwrap_or(trouble.what))
}

fn read(question: &str) -> Result<Question, Trouble> {
    serde_json::from_str(question).map_err(|error| Trouble::of_json(&error, "a question"))
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_workbench::{Answer, Place, Quiet};

    use super::*;

    #[test]
    fn a_question_has_its_answer() {
        let question = r#"{ "ask": "position", "state": { "game": { "game": "hex", "columns": 3, "rows": 3 }, "moves": ["b2"] } }"#;
        let Answer::Position(position) = serde_json::from_str(&ask(question, &Quiet).unwrap()).unwrap() else {
            panic!("another answer");
        };
        assert_eq!(position.moves.len(), 1);
    }

    #[test]
    fn trouble_names_its_place() {
        let trouble = |question| serde_json::from_str::<Trouble>(&ask(question, &Quiet).unwrap_err()).unwrap();
        assert_eq!(trouble("{\n\"ask\": 7}").place.map(|place| place.line), Some(2));
        assert_eq!(trouble("").place, Some(Place { line: 1, column: 1 }));
        let moves = r#"{ "ask": "position", "state": { "game": { "game": "hex", "columns": 3, "rows": 3 }, "moves": ["z9"] } }"#;
        assert!(!trouble(moves).is_ours);
    }
}
