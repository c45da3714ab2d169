//! Strategies that a person puts together from moves and parts: which leaves are proved, and one certificate.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_archive::Archive;
use tesuji_board::Topology;
use tesuji_claims::dialogue::DialogueError;
use tesuji_claims::strategy::{LineStep, Survey, SurveyedLeaf, survey};
use tesuji_problem::{Problem, strategy as written};
use tesuji_proof::Verdict;

use crate::claim::{ClaimView, view};
use crate::dialogue::{self, DialogueOf, DialogueView};
use crate::sealed::seal;
use crate::types::{Budget, Progress};
use crate::words::{count, sentence};
use crate::{Desk, Trouble, Update};

/// Asks which parts of a strategy hold.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StrategyText {
    /// The strategy, as `docs/STRATEGIES.md` describes it: a claim in any form (such as [`ClaimView::text`]), the line
    /// `strategy:`, then moves (`e3 -> d5`) and parts (`part d5-bottom: c6 d6`). A division by hand is parts alone.
    pub text: String,
    /// Amount of work: nodes for each leaf, seconds for all together.
    #[serde(default)]
    pub budget: Budget,
}

/// Results about a strategy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StrategyView {
    /// The claim of the whole.
    pub claim: ClaimView,
    /// The leaves, in the order of the text.
    pub leaves: Vec<LeafView>,
    /// Moves of the opponent for which the strategy has no plan, and Program C found no reply either. Each is the line
    /// that leads there, with the move as its last.
    pub missing: Vec<Vec<String>>,
    /// Faults of the moves and parts themselves, such as two parts with a common cell.
    pub faults: Vec<String>,
    /// The certificate of the whole, if all leaves are proved and nothing is missing or wrong. The checker has accepted
    /// it.
    pub certificate: Option<String>,
    /// One sentence for people.
    pub words: String,
}

/// A leaf of a strategy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LeafView {
    /// The moves that lead to it, of the opponent and of the owner in turn. Moves of the opponent that have the same reply
    /// stand together, with blanks between them: `d2 d3`.
    pub line: Vec<String>,
    /// The path that leads to it, with the parts: `after e3 -> d5, part 2 (d5-bottom)`.
    pub place: String,
    /// Its claim.
    pub claim: ClaimView,
    /// Whether it holds; absent if a limit was reached first.
    pub holds: Option<bool>,
    /// The certificate of its refutation, if it fails. The checker has accepted it.
    pub refutation: Option<String>,
    /// One sentence for people.
    pub words: String,
}

pub(crate) fn strategy(asked: &StrategyText, desk: &impl Desk) -> Result<StrategyView, Trouble> {
    let strategy = written::parse(&asked.text)?;
    let problem = &strategy.problem;
    let n_leaves = strategy.plan.n_leaves();
    let said = |n_known: usize, nodes: u64| {
        let what = format!("{n_known} of {} answered", count(n_leaves, "leaf position"));
        let share = Some((n_known as f64 / n_leaves.max(1) as f64).min(1.0));
        desk.update(Update::Progress(Progress::new(what, share, nodes)));
    };
    said(0, 0);
    let together = Budget { nodes: None, ..asked.budget };
    let found = desk.run(&together, |limits, _| {
        let nodes = || limits.progress.load(std::sync::atomic::Ordering::Relaxed);
        survey(&strategy, asked.budget.nodes, limits, |n_known| said(n_known, nodes()))
    });
    if let Some(fault) = &found.unsound {
        return Err(Trouble::ours(format!("the parts do not make a proof of the whole: {fault}")));
    }
    let board = &problem.claim.topology;
    let missing = found.missing.iter().map(|missing| {
        let mut line = line_of(board, &missing.line);
        line.push(board.name(missing.mv).to_owned());
        line
    });
    let certificate = found.certificate.as_ref();
    Ok(StrategyView {
        claim: view(problem)?,
        missing: missing.collect(),
        faults: found.faults.iter().map(ToString::to_string).collect(),
        certificate: certificate.map(|proof| seal(proof, &problem.claim, Verdict::Holds)).transpose()?,
        words: in_words(&found),
        leaves: (1..)
            .zip(found.leaves)
            .map(|(number, leaf)| leaf_view(&problem.id, number, leaf))
            .collect::<Result<_, _>>()?,
    })
}

/// Answers a request about a strategy in the making.
pub(crate) fn dialogue(asked: &DialogueOf, desk: &impl Desk) -> Result<DialogueView, Trouble> {
    let fresh = Archive::default();
    let archive = desk.archive().unwrap_or(&fresh);
    let together = Budget { nodes: None, ..asked.budget };
    let answered = desk.run(&together, |limits, clock| dialogue::dialogue(asked, archive, limits, clock));
    answered.map_err(|error| match error {
        DialogueError::Line(error) => error.into(),
        error => Trouble::new(error.to_string()),
    })
}

fn leaf_view(id: &str, number: usize, leaf: SurveyedLeaf) -> Result<LeafView, Trouble> {
    let state = match leaf.holds {
        Some(true) => "it holds",
        Some(false) => "it is false",
        None => "not decided, allow more work or divide it further",
    };
    let mut problem = Problem::new(format!("{id} leaf {number}"), leaf.claim.clone());
    problem.expected = leaf.holds;
    let refutation = leaf.refutation.as_ref();
    Ok(LeafView {
        line: line_of(&leaf.claim.topology, &leaf.line),
        claim: view(&problem)?,
        holds: leaf.holds,
        refutation: refutation.map(|proof| seal(proof, &leaf.claim, Verdict::Fails)).transpose()?,
        words: sentence(&format!("{}: {state}", leaf.place)),
        place: leaf.place,
    })
}

fn line_of(board: &Topology, line: &[LineStep]) -> Vec<String> {
    let moves = |step: &LineStep| step.moves.iter().map(|cell| board.name(cell)).collect::<Vec<_>>().join(" ");
    let steps = line.iter().flat_map(|step| [moves(step), board.name(step.reply).to_owned()]);
    steps.filter(|names| !names.is_empty()).collect()
}

fn in_words(found: &Survey) -> String {
    let leaves = count(found.leaves.len(), "leaf position");
    if let Some(certificate) = &found.certificate {
        let size = count(certificate.nodes.len(), "node");
        return format!("The strategy holds: {leaves}, one certificate of {size}.");
    }
    let mut words: Vec<String> = found.faults.iter().map(|fault| sentence(&fault.to_string())).collect();
    let number = |holds: Option<bool>| found.leaves.iter().filter(|leaf| leaf.holds == holds).count();
    let (n_false, n_open) = (number(Some(false)), number(None));
    let verb = |n: usize, one: &'static str, more: &'static str| if n == 1 { one } else { more };
    if n_false > 0 {
        words.push(format!("{n_false} of {leaves} {} false.", verb(n_false, "is", "are")));
    }
    if n_open > 0 {
        words.push(format!("{n_open} of {leaves} {} not decided.", verb(n_open, "is", "are")));
    }
    let n_refuted = found.missing.iter().filter(|missing| missing.is_refuted).count();
    if n_refuted > 0 {
        words.push(format!("The owner has no reply to {}.", count(n_refuted, "move")));
    }
    let n_unsettled = found.missing.len() - n_refuted;
    if n_unsettled > 0 {
        words.push(format!("No reply to {} was found within the limits.", count(n_unsettled, "move")));
    }
    words.join(" ")
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::Quiet;
    use crate::certificate::{CertificateText, check};
    use crate::claim::{ClaimText, read, split, verify};
    use crate::dialogue::DialogueRequest;

    const CENTRE: &str =
        "id: 5x5\ngoal: top-bottom\n\n. . . . .\n . . . . .\n  . . o . .\n   . . . . .\n    . . . . .\n";

    fn ask(text: String, nodes: Option<u64>) -> Result<StrategyView, Trouble> {
        strategy(&StrategyText { text, budget: Budget { nodes, seconds: None } }, &Quiet)
    }

    fn valid(certificate: &Option<String>) -> Option<bool> {
        let certificate = certificate.clone()?;
        let checked = check(&CertificateText { certificate }, &Quiet).unwrap();
        assert!(checked.is_valid);
        Some(checked.holds)
    }

    /// As the page does it: the text of a claim, the line, and parts below it.
    #[test]
    fn a_division_by_hand_is_proved_part_by_part() {
        let claim = view(&read(CENTRE).unwrap()).unwrap().text;
        let found =
            ask(format!("{claim}\nstrategy:\npart c3-top: b1-e1 b2-d2 b3\npart c3-bottom: d3 b4-d4 a5-d5\n"), None)
                .unwrap();
        assert_eq!(valid(&found.certificate), Some(true), "{}", found.words);
        assert_eq!(found.leaves.iter().map(|leaf| leaf.holds).collect::<Vec<_>>(), [Some(true); 2]);
        assert_eq!(found.leaves[1].place, "part 2 (c3-bottom)");
        let again = verify(&ClaimText { text: found.leaves[1].claim.text.clone(), budget: Budget::default() }, &Quiet);
        assert_eq!(again.unwrap().holds, Some(true));

        let found =
            ask(format!("{claim}\nstrategy:\npart c3-top: b1-d1 b2-d2 b3\npart c3-bottom: d3 b4-d4 a5-d5\n"), None)
                .unwrap();
        assert_eq!(found.leaves.iter().map(|leaf| leaf.holds).collect::<Vec<_>>(), [Some(false), Some(true)]);
        assert_eq!((valid(&found.leaves[0].refutation), found.certificate), (Some(false), None));
        assert_eq!(found.words, "1 of 2 leaf positions is false.");

        let found =
            ask(format!("{claim}\nstrategy:\npart c3-top: b1-e1 b2-d2 b3\npart c3-bottom: b3 d3 b4-d4\n"), None)
                .unwrap();
        assert_eq!(found.faults, ["part 2 (c3-bottom): it shares b3 with part 1"]);
    }

    #[test]
    fn lines_lead_to_leaves_and_to_moves_without_a_reply() {
        let text = "id: x\ngoal: A-bottom\n\n# A # .\n . # . .\n\nstrategy:\n";
        let found = ask(format!("{text}c2 d2 -> a2\n"), None).unwrap();
        assert_eq!(found.leaves[0].line, ["c2 d2", "a2"]);
        assert_eq!(found.missing, [["a2"]]);
        assert_eq!(found.words, "The owner has no reply to 1 move.");
        let found = ask(format!("{text}c2 d2 -> a2\n").replace("goal", "to_move: owner\ngoal"), None);
        let fault = found.unwrap_err();
        assert_eq!(fault.place.map(|place| place.line), Some(9), "{fault}");
        let found = ask(format!("{text}-> a2\n").replace("goal", "to_move: owner\ngoal"), None).unwrap();
        assert_eq!((found.leaves[0].line.clone(), valid(&found.certificate)), (vec!["a2".to_owned()], Some(true)));
    }

    #[test]
    fn a_proposed_split_is_a_strategy() {
        let asked = ClaimText { text: CENTRE.to_owned(), budget: Budget::default() };
        let proposed = split(&asked, &Quiet).unwrap();
        let found = ask(proposed.strategy.unwrap(), None).unwrap();
        assert_eq!(valid(&found.certificate), Some(true), "{}", found.words);
        assert!(found.leaves.len() >= proposed.parts.len());
    }

    #[test]
    fn faults_of_the_text_and_limits_are_said() {
        let fault = ask(format!("{CENTRE}strategy:\npart c3-top: b1-e1\n  c1 -> z9\n"), None).unwrap_err();
        assert_eq!(fault.place.map(|place| (place.line, place.column)), Some((11, 9)), "{fault}");
        assert!(ask(CENTRE.to_owned(), None).unwrap_err().what.contains("expected a line `strategy:`"));
        let open = ask(format!("{CENTRE}strategy:\n"), Some(0)).unwrap();
        assert_eq!((open.leaves[0].holds, open.words.as_str()), (None, "1 of 1 leaf position is not decided."));
    }

    #[test]
    fn a_strategy_grows_by_suggestions_and_proposals() {
        let ask = |text: &str, request| {
            let budget = Budget { nodes: Some(100), seconds: None };
            dialogue(&DialogueOf { text: text.to_owned(), request, budget }, &Quiet)
        };
        let text = "id: 5x5\ngoal: top-bottom\nboard: 5x5\nstones: c3\ncarrier: all\n\nstrategy:\n";
        let begun = ask(text, DialogueRequest::Next).unwrap();
        assert_eq!((begun.state.as_str(), begun.open.len()), ("open", 1));
        let place = "c4".to_owned();
        let wrong = DialogueRequest::Try { place: place.clone(), lines: "c5".to_owned(), by: None };
        let wrong = ask(&begun.text, wrong).unwrap();
        assert_eq!((wrong.offers[0].state.as_str(), wrong.offers[0].line.is_empty()), ("refuted", false));
        let found = ask(&wrong.text, DialogueRequest::Suggest { place: ".".to_owned() }).unwrap();
        assert_eq!(found.state, "proved", "{}", found.text);
        let book = ask(&found.text, DialogueRequest::Book).unwrap().book.expect("the whole is proved");
        assert!(book.starts_with("<!doctype html>") && book.contains("Case 1"), "{book}");
        assert_eq!(ask(text, DialogueRequest::Book).unwrap().book, None);
        let merged = ask(&begun.text, DialogueRequest::Merge { other: found.text }).unwrap();
        assert!(merged.words.starts_with("The strategy is proved: "), "{}", merged.words);
        let nowhere = DialogueRequest::Suggest { place: "z9".to_owned() };
        assert!(ask(text, nowhere).unwrap_err().what.contains("expected an empty cell"));
    }
}
