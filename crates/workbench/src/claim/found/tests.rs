use std::sync::Mutex;

use super::*;
use crate::certificate::{CertificateText, check};
use crate::{Answer, Question, Quiet, ask};

const ZIGGURAT: &str = "id: z\ngoal: A-bottom\n\n##A.\n#...\n....\n";
/// With one cell more than it needs.
const WIDE: &str = "id: wide\ngoal: A-bottom\n\n###A.\n##...\n.....\n";
const FALSE: &str = "id: no\ngoal: A-bottom\n\n##A.\n#...\n#...\n";

fn text(text: &str) -> ClaimText {
    ClaimText { text: text.to_owned(), budget: Budget::default() }
}

fn bounded(text: &str, nodes: u64) -> ClaimText {
    ClaimText { text: text.to_owned(), budget: Budget { nodes: Some(nodes), seconds: None } }
}

fn whole(side: usize) -> String {
    format!("id = 'whole'\nboard = '{side}x{side}'\nto_move = 'owner'\ncarrier = 'all'\ngoal = 'top-bottom'\n")
        .replace("id =", "[[problem]]\nid =")
}

/// Check of a certificate.
fn checked(certificate: &Option<String>) -> (bool, bool, Vec<String>) {
    let certificate = certificate.clone().expect("a certificate");
    let checked = check(&CertificateText { certificate }, &Quiet).unwrap();
    (checked.is_valid, checked.holds, checked.claim.region)
}

/// A desk that keeps what it hears, and stops after so much of it.
#[derive(Default)]
struct Listening {
    heard: Mutex<Vec<Progress>>,
    is_stopped: bool,
}

impl Desk for Listening {
    fn run<R>(&self, budget: &Budget, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> R {
        let limits = Limits { nodes: budget.nodes, ..Limits::default() };
        limits.interrupt.store(self.is_stopped, std::sync::atomic::Ordering::Relaxed);
        search(&limits, &|| 1.5)
    }

    fn update(&self, update: Update) {
        if let Update::Progress(progress) = update {
            self.heard.lock().unwrap().push(progress);
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}

#[test]
fn a_claim_is_proved_or_refuted_and_the_checker_agrees() {
    for (problem, holds) in [(ZIGGURAT, true), (FALSE, false)] {
        let desk = Listening::default();
        let found = verify(&text(problem), &desk).unwrap();
        assert_eq!((found.holds, found.seconds), (Some(holds), 1.5));
        let (is_valid, proves, region) = checked(&found.certificate);
        assert_eq!((is_valid, proves), (true, holds));
        assert_eq!(region, view(&read(problem).unwrap()).unwrap().region);
        assert!(found.must_play.is_empty() && !desk.heard.into_inner().unwrap().is_empty());
    }
    let contrary = verify(&text(&FALSE.replace("goal", "expect: holds\ngoal")), &Quiet).unwrap();
    assert!(contrary.words.ends_with("The text states the opposite."), "{}", contrary.words);
}

#[test]
fn what_a_limit_leaves_open_has_no_answer() {
    let found = verify(&bounded(&whole(6), 3), &Quiet).unwrap();
    assert_eq!((found.holds, found.certificate.is_none()), (None, true));
    assert!(found.words.starts_with("Not decided after"), "{}", found.words);
    assert!(found.words.contains("Allow more work, mark a smaller region"), "{}", found.words);
    assert!(!found.must_play.is_empty() && found.must_play.len() <= 36);
    let stopped = verify(&text(&whole(6)), &Listening { is_stopped: true, ..Listening::default() }).unwrap();
    assert!(stopped.holds.is_none() && stopped.words.starts_with("Stopped after"), "{}", stopped.words);
}

/// A search that decides the claim within a limit that its certificate does not keep.
#[test]
fn what_the_search_alone_decides_is_said_and_is_no_proof() {
    // RN140 of Yang's 9x9: its proof goes through more positions than the search of it.
    let file = include_str!("../../../../../testdata/claims/yang9.toml");
    let problem = file.split("[[problem]]").find(|text| text.contains("yang9-RN140")).unwrap();
    let (settings, _) = file.split_once("[[problem]]").unwrap();
    let problem = format!("{settings}[[problem]]{problem}");
    let proved = verify(&text(&problem), &Quiet).unwrap();
    assert!(proved.decided.is_none() && proved.certificate.is_some());
    let answers = (1..20).map(|nodes| verify(&bounded(&problem, nodes), &Quiet).unwrap());
    let decided: Vec<_> = answers.filter(|answer| answer.decided.is_some()).collect();
    assert!(!decided.is_empty(), "no limit lies between the search and its certificate");
    for answer in decided {
        assert_eq!((answer.holds, answer.decided, answer.certificate), (None, proved.holds, None));
        assert!(
            answer.words.starts_with("Decided by the search, certificate not made yet: the claim"),
            "{}",
            answer.words
        );
    }
}

#[test]
fn what_is_needed_is_what_the_verifier_says_cell_by_cell() {
    for problem in [ZIGGURAT, WIDE] {
        let desk = Listening::default();
        let found = minimize(&text(problem), &desk).unwrap();
        let claim = view(&read(problem).unwrap()).unwrap();
        for cell in &claim.region {
            let mut rest = read(problem).unwrap();
            rest.claim.carrier.remove(rest.claim.topology.cell(cell).unwrap());
            let rest = tesuji_prove::brute::verify_brute(&rest.claim, &Limits::default());
            assert_eq!(rest.outcome.holds(), Some(found.droppable.contains(cell)), "{cell}");
            assert_eq!(found.needed.contains(cell), !found.droppable.contains(cell), "{cell}");
        }
        let minimal = found.minimal.unwrap();
        assert_eq!(checked(&found.certificate), (true, true, minimal.region.clone()));
        assert!(found.droppable.is_empty() == (minimal.region == claim.region), "{}", found.words);
        let heard = desk.heard.into_inner().unwrap();
        assert!(heard.iter().any(|progress| progress.what == format!("3 of {} cells judged", claim.region.len())));
        assert!(heard.windows(2).all(|pair| pair[0].share <= pair[1].share));
    }
    assert_eq!(minimize(&text(ZIGGURAT), &Quiet).unwrap().words, "Every cell of the region is needed.");
    let no = minimize(&text(FALSE), &Quiet).unwrap();
    assert!(no.minimal.is_none() && no.words.starts_with("The claim is false"), "{}", no.words);
    let open = minimize(&bounded(&whole(6), 3), &Quiet).unwrap();
    assert_eq!((open.undecided.len(), open.needed.len()), (36, 0));
}

#[test]
fn a_repair_makes_the_claim_true() {
    let found = repair(&text(FALSE), &Quiet).unwrap();
    // The corner that was taken away is one of them.
    assert!(found.repairs.iter().any(|repair| repair.empties == ["a3"] && repair.stones.is_empty()), "{found:?}");
    assert!(found.repairs.iter().any(|repair| repair.empties.is_empty() && repair.stones.len() == 1), "{found:?}");
    for repair in &found.repairs {
        let proved = tesuji_prove::brute::verify_brute(&read(&repair.claim.text).unwrap().claim, &Limits::default());
        assert_eq!(proved.outcome.holds(), Some(true), "{repair:?}");
        assert_eq!(checked(&Some(repair.certificate.clone())), (true, true, repair.claim.region.clone()));
    }
    assert!(found.is_complete && found.words.starts_with("1 empty cell more repairs it"), "{}", found.words);
    let holds = repair(&text(ZIGGURAT), &Quiet).unwrap();
    assert_eq!(holds.words, "The claim holds, so there is nothing to repair.");
    let open = repair(&bounded(&whole(6), 3), &Quiet).unwrap();
    assert!(!open.is_complete && open.repairs.is_empty(), "{}", open.words);
}

#[test]
fn a_split_has_parts_that_hold_and_a_certificate_of_the_whole() {
    // The centre of 5x5 is joined to both sides, in two halves.
    let centre = "id: 5x5\ngoal: top-bottom\n\n. . . . .\n . . . . .\n  . . o . .\n   . . . . .\n    . . . . .\n";
    let found = split(&text(centre), &Quiet).unwrap();
    assert!(found.parts.len() >= 2, "{}", found.words);
    for part in &found.parts {
        let proved = verify(&text(&part.claim.text), &Quiet).unwrap();
        assert_eq!((proved.holds, part.holds), (Some(true), Some(true)));
    }
    let (is_valid, holds, region) = checked(&found.certificate);
    assert_eq!((is_valid, holds, region.len()), (true, true, 24));
    written::parse(&found.strategy.unwrap()).unwrap();
    let no = split(&text(FALSE), &Quiet).unwrap();
    assert!(no.parts.is_empty() && no.words.starts_with("The claim is false"), "{}", no.words);
    assert!(split(&bounded(&whole(6), 3), &Quiet).unwrap().words.starts_with("Not decided"));
}

#[test]
fn the_question_in_json_is_answered() {
    let question = serde_json::json!({ "ask": "verify", "text": ZIGGURAT, "budget": { "nodes": 1000 } });
    let question: Question = serde_json::from_value(question).unwrap();
    let Answer::Verify(verdict) = ask(&question, &Quiet).unwrap() else { panic!("another answer") };
    assert_eq!(verdict.holds, Some(true));
}
