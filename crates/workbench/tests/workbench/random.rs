//! Whatever is asked, there is an answer or a reason why there is none: never a panic.
//!
//! Texts and whole questions are damaged at random. The seeds of the generator are fixed, so a failure comes again.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use tesuji_search::Limits;
use tesuji_workbench::types::Budget;
use tesuji_workbench::{Answer, Desk, Question, Quiet, Update, ask};

const ZIGGURAT: &str = "id: z\ngoal: A-bottom\n\n##A.\n#...\n....\n";
const FALSE: &str = "id: no\ngoal: A-bottom or A-left\n\n##A.\n#...\n#...\n";
const GRAPH: &str = "[[problem]]\nid = 'g'\nnodes = 'a b c'\nlinks = 'a-b-c'\nterminals = { end = 'c' }\nstones = 'a'\n\
                     carrier = 'b c'\ngoal = 'a-end'\n";
const STRATEGY: &str = "id: 3x3\ngoal: top-bottom\n\n. . .\n . o .\n  . . .\n\nstrategy:\npart b2-top: b1 c1\n\
                        part b2-bottom: a3 b3\n";
const MOVES: &str = "id: x\nto_move: owner\ngoal: A-bottom\n\n# A # .\n . # . .\n\nstrategy:\n-> a2\n  c2 -> d2\n";
const SGF: &str = "(;GM[11]SZ[5];B[c3];W[b2](;B[d2])(;B[a1]C[no]))";
const GO: &str = "(;GM[1]SZ[5]KM[7.5];B[cc];W[bb])";

/// A desk on which no search is long.
struct Hurried;

impl Desk for Hurried {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        const MOST: u64 = 60;
        search(&Limits::nodes(budget.nodes.map_or(MOST, |nodes| nodes.min(MOST))), &|| 0.0)
    }

    fn update(&self, _: Update) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

fn certificate(text: &str) -> String {
    let question = serde_json::from_value(json!({ "ask": "verify", "text": text })).unwrap();
    let Ok(Answer::Verify(verdict)) = ask(&question, &Quiet) else { panic!("another answer") };
    verdict.certificate.unwrap()
}

/// Texts of every kind that some question takes.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = [ZIGGURAT, FALSE, GRAPH, STRATEGY, MOVES, SGF, GO].map(str::to_owned).to_vec();
    texts.extend([certificate(ZIGGURAT), certificate(FALSE)]);
    texts.extend(
        ["hexagon:4", "torus:5x5", "https://hexworld.org/board/#5n,c3b2d2", "1. c3 b2 2. d2"].map(str::to_owned),
    );
    texts
}

/// A question about a text, for each question that takes one.
fn about(text: &str) -> Vec<Value> {
    let budget = json!({ "nodes": 40 });
    let state = json!({ "game": { "game": "hex", "columns": 4, "rows": 4 }, "moves": [text, "b2"] });
    vec![
        json!({ "ask": "open", "text": text }),
        json!({ "ask": "board", "text": text }),
        json!({ "ask": "position", "state": state }),
        json!({ "ask": "claim", "columns": 4, "rows": 3, "owner": "black", "stones": ["c1"], "region": [text], "goal": "c1-bottom" }),
        json!({ "ask": "claim", "id": text, "columns": 4, "rows": 3, "owner": "white", "stones": ["c1"], "region": ["d1"], "goal": text }),
        json!({ "ask": "verify", "text": text, "budget": budget }),
        json!({ "ask": "minimize", "text": text, "budget": budget }),
        json!({ "ask": "repair", "text": text, "budget": budget }),
        json!({ "ask": "split", "text": text, "budget": budget }),
        json!({ "ask": "strategy", "text": text, "budget": budget }),
        json!({ "ask": "check", "certificate": text }),
        json!({ "ask": "answers", "certificate": text }),
        json!({ "ask": "defend", "certificate": text, "moves": ["a1", "b2"] }),
        json!({ "ask": "picture", "title": text, "subject": { "kind": "claim", "text": text } }),
        json!({ "ask": "picture", "subject": { "kind": "answers", "certificate": text } }),
        json!({ "ask": "picture", "subject": { "kind": "position", "state": state, "overlay": text } }),
    ]
}

/// A text with a few changes: pieces left out, doubled, exchanged or replaced.
fn damaged(text: &str, changes: &[(u16, u8, String)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, kind, with) in changes {
        let at = usize::from(*place) % (letters.len() + 1);
        let to = (at + usize::from(*kind % 16)).min(letters.len());
        match kind / 64 {
            0 => drop(letters.drain(at..to)),
            1 => drop(letters.splice(at..to, with.chars())),
            2 => {
                let piece: Vec<char> = letters[at..to].to_vec();
                letters.splice(at..at, piece);
            }
            _ => letters[at..].reverse(),
        }
    }
    letters.into_iter().collect()
}

/// Puts `with` in the place of one value inside, counted in the order of the text.
fn replace(value: &mut Value, place: &mut usize, with: &Value) {
    if *place == 0 {
        *value = with.clone();
    }
    *place = place.wrapping_sub(1);
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| replace(value, place, with)),
        Value::Object(object) => object.values_mut().for_each(|value| replace(value, place, with)),
        _ => {}
    }
}

/// Asks what can be asked. Returns whether it was a question, and whether it had an answer.
fn try_to_ask(value: Value) -> (bool, bool) {
    let Ok(question) = serde_json::from_value::<Question>(value) else { return (false, false) };
    match ask(&question, &Hurried) {
        Ok(answer) => {
            let text = serde_json::to_string(&answer).expect("an answer is JSON");
            assert_eq!(serde_json::from_str::<Answer>(&text).expect("the answer can be read"), answer);
            (true, true)
        }
        Err(trouble) => {
            assert!(!trouble.is_ours, "{trouble:?}");
            assert!(!trouble.what.is_empty(), "{trouble:?}");
            (true, false)
        }
    }
}

fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[ -~\\n]{0,80}", "[a-e][1-5]( [a-e][1-5]){0,5}"]
}

#[test]
fn any_text_has_an_answer_or_a_reason() {
    let mut n_answered = 0;
    let whole = texts();
    for text in &whole {
        n_answered += about(text).into_iter().filter(|question| try_to_ask(question.clone()).1).count();
    }
    assert!(n_answered >= 20, "too few answers: {n_answered}");
    let change = (any::<u16>(), any::<u8>(), any_text());
    let damage = (0..whole.len(), prop::collection::vec(change, 1..4));
    let damage = damage.prop_map(|(idx, changes)| damaged(&whole[idx], &changes));
    let text = prop_oneof![1 => any_text(), 3 => damage];
    let all = runner(400).run(&text, |text| {
        for question in about(&text) {
            try_to_ask(question);
        }
        Ok(())
    });
    all.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn any_question_has_an_answer_or_a_reason() {
    let seeds: Vec<Value> = texts().iter().flat_map(|text| about(text)).collect();
    let odd = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i64>().prop_map(|value| json!(value)),
        (-2..40_i64).prop_map(|value| json!(value)),
        any::<f64>().prop_map(|value| json!(value)),
        any_text().prop_map(|value| json!(value)),
        prop::collection::vec(any_text(), 0..4).prop_map(|value| json!(value)),
        Just(json!({})),
        Just(json!({ "nodes": 0 })),
        Just(json!({ "game": "hex", "columns": 0, "rows": 99 })),
        Just(json!({ "game": "amazons", "columns": 6, "rows": 6 })),
        Just(json!({ "game": "go", "board": "hexagon:3", "komi": 6.5, "rules": "chinese" })),
    ];
    let changes = prop::collection::vec((0..14_usize, odd), 1..3);
    let asked = std::cell::Cell::new(0);
    let all = runner(4_000).run(&(0..seeds.len(), changes), |(idx, changes)| {
        let mut question = seeds[idx].clone();
        for (mut place, with) in changes {
            replace(&mut question, &mut place, &with);
        }
        asked.set(asked.get() + usize::from(try_to_ask(question).0));
        Ok(())
    });
    all.unwrap_or_else(|error| panic!("{error}"));
    assert!(asked.get() > 400, "too few of them were questions: {}", asked.get());
}
