use std::collections::BTreeMap;

use tesuji_board::Topology;
use tesuji_problem::strategy::{Mark, Strategy, parse, rewrite};
use tesuji_proof::{Certificate, Claim};
use tesuji_prove::verify;
use tesuji_search::Limits;

use super::*;
use crate::strategy;

/// Remembers proofs by their claims in words.
#[derive(Default)]
struct Memory {
    proofs: BTreeMap<String, Certificate>,
    n_searches: usize,
}

impl Answerer for Memory {
    fn recall(&mut self, claim: &Claim) -> Option<Certificate> {
        self.proofs.get(&format!("{claim:?}")).cloned()
    }

    fn search(&mut self, claim: &Claim, most: Option<u64>) -> SearchResult {
        assert!(self.recall(claim).is_none(), "what is proved is never proved again");
        self.n_searches += 1;
        let report = verify(claim, &Limits { nodes: most, ..Limits::default() });
        let certificate = match report.outcome {
            tesuji_prove::VerifyOutcome::Holds(certificate) | tesuji_prove::VerifyOutcome::Fails(certificate) => {
                certificate
            }
            tesuji_prove::VerifyOutcome::Undecided => None,
        };
        certificate.iter().for_each(|certificate| self.keep(certificate));
        SearchResult { certificate, state: None, nodes: report.nodes, spent: report.nodes }
    }

    fn keep(&mut self, certificate: &Certificate) {
        certificate.check().unwrap();
        self.proofs.insert(format!("{:?}", certificate.claim), certificate.clone());
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

const CENTRE: &str = "id: 5x5\ngoal: top-bottom\nboard: 5x5\nstones: c3\ncarrier: all\n\nstrategy:\n";

fn dialogue<'m>(text: &str, memory: &'m mut Memory, each: u64) -> Dialogue<'m> {
    Dialogue::new(parse(text).unwrap(), memory, DialogueConfig { each, most: None }).unwrap()
}

fn names(board: &Topology, cells: &[tesuji_board::Cell]) -> String {
    cells.iter().map(|&cell| board.name(cell)).collect::<Vec<_>>().join(" ")
}

fn verified(strategy: &Strategy) -> Certificate {
    match strategy::verify(strategy, &Limits::default()).outcome {
        strategy::StrategyOutcome::Holds(certificate) => certificate,
        other => panic!("{other:?}"),
    }
}

#[test]
fn parts_are_refuted_with_a_line_or_proved_and_put_together() {
    let mut memory = Memory::default();
    let mut talk = dialogue(CENTRE, &mut memory, 0);
    assert_eq!((talk.next().len(), talk.next()[0].decides), (1, 1));
    let bad = talk.attempt(".", "part c3-top: b1-d1 b2-d2 b3\npart c3-bottom: d3 b4-d4 a5-d5", None).unwrap();
    assert_eq!((&bad.outcomes[0].mark, &bad.outcomes[1].mark, bad.is_kept), (&Mark::Refuted, &Mark::Proved, false));
    assert!(!bad.outcomes[0].line.is_empty());
    let good = talk.attempt(".", "part c3-top: b1-e1 b2-d2 b3\npart c3-bottom: d3 b4-d4 a5-d5", None).unwrap();
    assert_eq!((good.mark, good.unanswered.len(), talk.next()), (Mark::Proved, 0, Vec::new()));
    talk.certificate().unwrap().check().unwrap();
    assert!(verified(talk.strategy()).check().is_ok());
    let cases = talk.cases();
    assert_eq!(cases[0].kind, BookKind::Parts(vec![1, 2]));
    let text = rewrite(CENTRE, talk.strategy());
    assert!(text.ends_with("part c3-bottom: d3 b4-d4 a5-d5 [proved]\n"), "{text}");
    // Nothing is searched again, and nothing is believed without a proof.
    let n_searches = memory.n_searches;
    assert_eq!(dialogue(&text, &mut memory, 0).root().mark, Mark::Proved);
    assert_eq!(memory.n_searches, n_searches);
}

/// What `next` and `suggest` offer is enough, however short the searches.
#[test]
fn following_the_suggestions_ends_with_a_proof() {
    for (board, stone, each) in [("4x4", "c2", 1), ("5x5", "c3", 1), ("6x6", "d3", 8)] {
        let text = format!("id: x\ngoal: top-bottom\nboard: {board}\nstones: {stone}\ncarrier: all\n\nstrategy:\n");
        let mut memory = Memory::default();
        let mut talk = dialogue(&text, &mut memory, each);
        for step in 0.. {
            let open = talk.next();
            let Some(question) = open.first() else { break };
            assert!(step < 200, "{board}: {open:?}");
            let found = talk.suggest(&question.place).unwrap();
            let board = found.claim.topology.clone();
            if found.mark.is_decided() {
                continue;
            }
            let Some(mv) = found.unanswered.iter().next() else { continue };
            let place = if question.place == "." { String::new() } else { format!("{}/", question.place) };
            let place = format!("{place}{}", board.name(mv));
            let replies = talk.suggest(&place).unwrap();
            if let Some(offer) = replies.offers.iter().find(|offer| offer.mark == Mark::Open) {
                talk.attempt(&question.place, &offer.lines[0], None).unwrap();
            }
        }
        assert_eq!(talk.root().mark, Mark::Proved, "{board}");
        let certificate = talk.certificate().unwrap();
        assert_eq!(certificate.check().unwrap().claim, talk.root().claim);
        let cases = talk.cases();
        assert!(cases.iter().all(|case| case.proof.check().is_ok()));
        let read = parse(&rewrite(&text, talk.strategy())).unwrap();
        assert_eq!(&read, talk.strategy());
        verified(&read);
    }
}

/// What recurs elsewhere along its edge is a lemma.
#[test]
fn two_ziggurats_are_one_lemma() {
    let text = "id: z\ngoal: c1-bottom and h1-bottom\nboard: 9x3\nstones: c1 h1\ncarrier: all\n\nstrategy:\n\
                part c1-bottom: d1 b2-d2 a3-d3\npart h1-bottom: i1 g2-i2 f3-i3\n";
    let mut memory = Memory::default();
    let mut talk = dialogue(text, &mut memory, 100);
    for part in ["part1", "part2"] {
        assert_eq!(talk.suggest(part).unwrap().mark, Mark::Proved);
    }
    let kinds: Vec<BookKind> = talk.cases().into_iter().map(|case| case.kind).collect();
    assert_eq!(kinds, [BookKind::Parts(vec![1, 2]), BookKind::Proved, BookKind::Lemma(1)]);
}

#[test]
fn a_refuted_reply_has_a_line_and_is_no_answer() {
    let mut memory = Memory::default();
    let mut talk = dialogue(CENTRE, &mut memory, 0);
    let found = talk.attempt("c4", "c5", None).unwrap();
    let board = found.outcomes[0].claim.topology.clone();
    assert_eq!(found.outcomes[0].mark, Mark::Refuted);
    assert!(names(&board, &found.outcomes[0].line).starts_with("b4") || !found.outcomes[0].line.is_empty());
    let found = talk.attempt("c4", "b4", Some("anna")).unwrap();
    assert_eq!((&*found.outcomes[0].place, &found.outcomes[0].mark), ("c4/b4", &Mark::Proved));
    assert!(found.outcomes[0].answers.len() > 5);
    verified(talk.strategy());
}

#[test]
fn what_the_file_says_is_checked() {
    let claim = "id: x\ngoal: A-bottom\n\n# A # .\n . # . .\n\nstrategy: [proved]\n";
    let mut memory = Memory::default();
    let talk = dialogue(claim, &mut memory, 0);
    assert_eq!((&talk.root().mark, talk.lost().len()), (&Mark::Refuted, 0));
    let open = format!("{CENTRE}; a plan of anna's\nc4 -> b4 [believed by anna] ; I think\n");
    let talk = dialogue(&open, &mut memory, 0);
    assert_eq!(talk.root().children[0].mark, Mark::Believed("anna".to_owned()));
    let text = rewrite(&open, talk.strategy());
    assert!(text.ends_with("strategy: [open]\n; a plan of anna's\n; I think\nc4 -> b4 [believed by anna]\n"), "{text}");
    assert_eq!(rewrite(&text, &parse(&text).unwrap()), text);
}

#[test]
fn files_are_merged_and_contradictions_refused() {
    let mut memory = Memory::default();
    let mut talk = dialogue(&format!("{CENTRE}c4 -> b4 [open]\n"), &mut memory, 0);
    let other = |line: &str| parse(&format!("{CENTRE}{line}\n")).unwrap();
    assert_eq!(talk.merge(&other("c4 -> b4 [believed by ben]\nc2 -> d2 [open]")).unwrap(), Vec::<String>::new());
    let marks: Vec<String> = talk.root().children.iter().map(|child| child.mark.to_string()).collect();
    assert_eq!(marks, ["believed by ben", "open"]);
    talk.merge(&other("c4 -> b4 [proved]")).unwrap();
    assert_eq!(talk.root().children[0].mark, Mark::Proved);
    let refused = talk.merge(&other("c4 -> b4 [refuted]")).unwrap_err();
    assert_eq!(refused.to_string(), "at `c4/b4`, one file says proved and the other refuted");
    assert_eq!(talk.merge(&other("part c3-top: b1-e1 b2-d2 b3\npart c3-bottom: d3 b4-d4 a5-d5")).unwrap(), ["."]);
    let foreign = parse("id: x\ngoal: top-bottom\nboard: 3x3\nstones: b2\ncarrier: all\n\nstrategy:\n").unwrap();
    assert_eq!(talk.merge(&foreign), Err(DialogueError::OtherClaim));
}

#[test]
fn faults_of_places_and_proposals_are_named() {
    let mut memory = Memory::default();
    let mut talk = dialogue(&format!("{CENTRE}c4 -> b4\n"), &mut memory, 0);
    for (place, text, fault) in [
        ("z9", "b4", "`z9` at the place `.`: expected an empty cell of this position"),
        ("c4/b3/a1", "b4", "`c4/b3` at the place `.`: expected a reply of the file: c4/b4"),
        ("c4/b4/c4", "b3", "`c4` at the place `c4/b4`: expected an empty cell of this position"),
        (".", "", "nothing to try"),
        ("c2", "c2", "`c2`: expected a reply beside the moves"),
        (".", "part c3-top: b1", "at `.`, the first position: c3-top does not achieve top-bottom"),
    ] {
        let error = talk.attempt(place, text, None).unwrap_err().to_string();
        assert!(error.contains(fault), "{error}");
    }
    assert!(talk.suggest("part1").is_err());
}
