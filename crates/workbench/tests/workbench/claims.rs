//! Questions about claims as a person asks them one after the other, on the files of `examples/`.

use serde_json::json;
use tesuji_workbench::{Answer, Question, Quiet, ask};

fn answer(question: serde_json::Value) -> Answer {
    let question: Question = serde_json::from_value(question).unwrap();
    ask(&question, &Quiet).unwrap_or_else(|trouble| panic!("{trouble:?}"))
}

fn example(name: &str) -> String {
    let path = format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Yang's plan for the whole 7x7 board: every leaf is shown, and one certificate comes out.
#[test]
fn a_published_strategy_is_looked_over_and_its_certificate_is_played() {
    let found = answer(json!({ "ask": "strategy", "text": example("yang7.strategy") }));
    let Answer::Strategy(found) = found else { panic!("another answer") };
    assert!(found.leaves.len() > 20 && found.leaves.iter().all(|leaf| leaf.holds == Some(true)), "{}", found.words);
    assert!(found.missing.is_empty() && found.faults.is_empty());
    let certificate = found.certificate.unwrap();
    let Answer::Check(checked) = answer(json!({ "ask": "check", "certificate": certificate })) else {
        panic!("another answer")
    };
    assert!(checked.is_valid && checked.holds && checked.claim.size == Some([7, 7]));
    // The opponent plays the first open cell each time, and loses.
    let mut moves: Vec<String> = Vec::new();
    loop {
        let asked = json!({ "ask": "defend", "certificate": certificate, "moves": moves });
        let Answer::Defend(defence) = answer(asked) else { panic!("another answer") };
        assert_eq!(defence.black.len() + defence.white.len(), defence.moves.len() + defence.claim.stones.len());
        match defence.region.first() {
            Some(cell) => moves.push(cell.clone()),
            None => {
                assert!(
                    defence.is_over && defence.words.ends_with("Black has joined top-bottom."),
                    "{}",
                    defence.words
                );
                break;
            }
        }
    }
    assert!(moves.len() >= 3);
}

/// A claim is marked, found to be false, repaired, made small and drawn.
#[test]
fn a_template_is_found_from_a_false_claim() {
    let region = ["d1", "b2", "c2", "d2", "b3", "c3", "d3", "a2", "a1"];
    let marked = json!({ "ask": "claim", "id": "mine", "columns": 5, "rows": 3, "owner": "black", "stones": ["c1"],
        "region": region, "goal": "c1-bottom" });
    let Answer::Claim(claim) = answer(marked) else { panic!("another answer") };
    let Answer::Verify(verdict) = answer(json!({ "ask": "verify", "text": claim.text })) else {
        panic!("another answer")
    };
    assert_eq!(verdict.holds, Some(false));
    let Answer::Repair(repaired) = answer(json!({ "ask": "repair", "text": claim.text })) else {
        panic!("another answer")
    };
    let repair = repaired.repairs.iter().find(|repair| repair.empties == ["a3"]).expect("the corner repairs it");
    let Answer::Minimize(small) = answer(json!({ "ask": "minimize", "text": repair.claim.text })) else {
        panic!("another answer")
    };
    let minimal = small.minimal.unwrap();
    assert_eq!(minimal.region, ["d1", "b2", "c2", "d2", "a3", "b3", "c3", "d3"], "the ziggurat");
    let subject = json!({ "kind": "answers", "certificate": small.certificate });
    let Answer::Picture(picture) = answer(json!({ "ask": "picture", "title": "IIIa", "subject": subject })) else {
        panic!("another answer")
    };
    assert!(picture.data.contains("IIIa: the claim holds"));
}
