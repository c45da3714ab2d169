use proptest::prelude::{ProptestConfig, any, prop, proptest};
use proptest::{prop_assert, prop_assert_eq};
use tesuji_board::Cell;
use tesuji_problem::strategy::{Branch, Note, Part, Plan, Strategy, parse, write};
use tesuji_proof::Verdict;
use tesuji_search::Limits;

use super::*;

const BOARD_3X3: &str = "
id:   3x3
goal: top-bottom

. . .
 . o .
  . . .

strategy:
";
const BOARD_5X5: &str = "
id:   5x5
goal: top-bottom

. . . . .
 . . . . .
  . . o . .
   . . . . .
    . . . . .

strategy:
";

fn outcome(text: &str) -> StrategyOutcome {
    let strategy = parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(parse(&write(&strategy)), Ok(strategy.clone()), "{}", write(&strategy));
    verify(&strategy, &Limits::default()).outcome
}

fn holds(text: &str) -> tesuji_proof::Certificate {
    match outcome(text) {
        StrategyOutcome::Holds(certificate) => certificate,
        other => panic!("{other:?}: {text}"),
    }
}

fn failure(text: &str) -> StrategyFailure {
    match outcome(text) {
        StrategyOutcome::Fails(failure) => failure,
        other => panic!("{other:?}: {text}"),
    }
}

#[test]
fn parts_combine() {
    let certificate = holds(&format!("{BOARD_3X3}part b2-top: b1 c1\npart b2-bottom: a3 b3"));
    assert_eq!(certificate.check().unwrap().carrier.len(), 4);
    holds(&format!("{BOARD_5X5}part c3-top: all except a4-e5 d3 ; the upper half\npart c3-bottom: d3 a4-e4\n  a5-e5"));
}

/// Whichever stone the upper part joins to the top, the lower part joins both stones to the bottom.
#[test]
fn union_goals_combine_in_every_way() {
    let text = "
id: union
goal: top-bottom

# # . . #
 # o # o #
  . . . . #

strategy:
part b2-top or d2-top: c1 d1
part b2-bottom and d2-bottom: a3-d3
";
    let certificate = holds(text);
    assert_eq!(certificate.check().unwrap().carrier.len(), 6);
    let either = failure(&text.replace(" and ", " or "));
    assert_eq!(either.to_string(), "the first position: d2-top and b2-bottom does not achieve top-bottom");
    let single = failure(&text.replace(" or d2-top", ""));
    assert_eq!(single.to_string(), "part 1 (b2-top): b2-top cannot be achieved here");
}

#[test]
fn the_example_reads_as_it_is_written() {
    let text = include_str!("../../../../examples/yang7.strategy");
    let strategy = parse(text).unwrap();
    assert_eq!(strategy.plan.n_leaves(), 22);
    assert_eq!(parse(&write(&strategy)), Ok(strategy));
}

#[test]
fn moves_are_answered_and_the_rest_precluded() {
    // Only moves in the two bridges matter, and only one of them is listed; the other is found.
    holds(&format!("{BOARD_3X3}b1 -> c1\n  part b2-bottom: a3 b3"));
    holds(&format!("{BOARD_3X3}b1 -> c1\nc1 -> b1\n"));
    holds(BOARD_3X3);
    // A part is answered move by move.
    holds(&format!("{BOARD_3X3}part b2-top: b1 c1\n  b1 -> c1\n    part c1-b2: none\npart b2-bottom: a3 b3"));
}

#[test]
fn the_owner_may_move_first() {
    let text = BOARD_3X3.replace("\ngoal", "\nto move: owner\ngoal").replace(" . o .", " . . .");
    let certificate = holds(&format!("{text}-> b2\n  part b2-top: b1 c1\n  part b2-bottom: a3 b3"));
    assert_eq!(certificate.first, certificate.claim.topology.cell("b2"));
    let lost = failure(&format!("{text}-> a1"));
    assert_eq!(lost.to_string(), "after a1: top-bottom cannot be achieved here");
    let message = parse(&format!("{text}part b2-top: b1 c1")).unwrap_err().to_string();
    assert!(message.contains("expected the owner's first move"), "{message}");
    let mut strategy = parse(&format!("{text}-> b2")).unwrap();
    strategy.first = None;
    let StrategyOutcome::Fails(fault) = verify(&strategy, &Limits::default()).outcome else { panic!("no first move") };
    assert!(matches!(fault.reason, FailureReason::First(_)));
}

#[test]
fn a_move_that_is_missing_is_named_and_refuted() {
    // b2 is the only way to the bottom, and only c2 is answered.
    let text = "id: x\ngoal: b1-bottom\n\n# o #\n # . .\n\nstrategy:\nc2 -> b2\n";
    let failure = failure(text);
    assert_eq!(
        failure.to_string(),
        "the first position: the move b2 is not answered, and the owner has no reply to it"
    );
    let refutation = failure.refutation.unwrap();
    assert_eq!(refutation.verdict, Verdict::Fails);
    assert_eq!(refutation.claim.to_move, Mover::Owner);
    refutation.check().unwrap();
}

#[test]
fn faults_name_their_place() {
    let cases = [
        ("part b2-top: b1\npart b2-bottom: a3 b3", "part 1 (b2-top): b2-top cannot be achieved here"),
        ("part b2-top: b1 c1\npart b2-bottom: b1 a3 b3", "part 2 (b2-bottom): it shares b1 with part 1"),
        ("part b2-top: b1 c1", "the first position: b2-top does not achieve top-bottom"),
        (
            "part b2-top or b2-bottom: b1 c1\npart b2-bottom: a3 b3",
            "the first position: b2-bottom and b2-bottom does not achieve top-bottom",
        ),
        ("part b2-left: a2 a3", "part 1 (b2-left): it names the edge left, which the goal of the whole does not"),
        ("b1 -> c1\n  part b2-bottom: a3", "after b1 -> c1, part 1 (b2-bottom): b2-bottom cannot be achieved here"),
        ("b1 c1 -> a1", "after b1 c1 -> a1: top-bottom cannot be achieved here"),
    ];
    for (plan, message) in cases {
        let failure = failure(&format!("{BOARD_3X3}{plan}"));
        assert_eq!(failure.to_string(), message);
        if let Some(refutation) = failure.refutation {
            refutation.check().unwrap();
        }
    }
}

#[test]
fn a_limit_gives_no_answer() {
    let strategy = parse(BOARD_5X5).unwrap();
    let report = verify(&strategy, &Limits::nodes(0));
    assert_eq!(report.outcome, StrategyOutcome::Undecided("the first position".to_owned()));
}

#[test]
fn strategies_made_by_programs_are_judged_too() {
    let good = parse(&format!("{BOARD_3X3}part b2-top: b1 c1\npart b2-bottom: a3 b3")).unwrap();
    let cell = |number| Cell::new(number);
    let branch = |moves: &[usize], reply| {
        let moves = moves.iter().copied().map(cell).collect();
        Strategy {
            plan: Plan::Moves(vec![Branch { moves, reply: cell(reply), plan: Plan::Search, note: Note::default() }]),
            ..good.clone()
        }
    };
    let part = |cells: &[usize]| {
        let goal = good.problem.claim.goal.clone();
        let part =
            Part { goal, cells: cells.iter().copied().map(cell).collect(), plan: Plan::Search, note: Note::default() };
        Strategy { plan: Plan::Parts(vec![part]), ..good.clone() }
    };
    let mut nested = good.clone();
    for _ in 0..1000 {
        let (goal, cells) = (good.problem.claim.goal.clone(), good.problem.claim.carrier.clone());
        nested.plan = Plan::Parts(vec![Part { goal, cells, plan: nested.plan, note: Note::default() }]);
    }
    let cases = [
        (branch(&[0], 999), "cell 999 is not an empty cell"),
        (branch(&[4], 0), "b2 is not an empty cell"),
        (branch(&[], 0), "the reply a1 answers no move"),
        (branch(&[0], 0), "a1 is both"),
        (part(&[4]), "b2 is not an empty cell"),
        (part(&[999]), "cell 999 is not an empty cell"),
        (nested, "nested more than"),
        (Strategy { first: Some(cell(0)), ..good.clone() }, "expected no first move"),
        (Strategy { plan: Plan::Parts(Vec::new()), ..good.clone() }, "nothing does not achieve"),
    ];
    for (strategy, message) in cases {
        let StrategyOutcome::Fails(failure) = verify(&strategy, &Limits::default()).outcome else {
            panic!("{message}")
        };
        assert!(failure.to_string().contains(message), "{failure}");
    }
    // Without any branch, everything is left to the program.
    let empty = Strategy { plan: Plan::Moves(Vec::new()), ..good };
    assert!(matches!(verify(&empty, &Limits::default()).outcome, StrategyOutcome::Holds(_)));
}

#[test]
fn faults_in_the_text_have_a_place() {
    let cases = [
        ("b2 -> c1", "line 10, column 1: `b2`: expected an empty cell of this position"),
        ("b1 -> ", "line 10, column 6: ``: expected one cell, the owner's move"),
        ("b1 -> c1 a1", "line 10, column 7: `c1 a1`: expected one cell, the owner's move"),
        ("b1 c1 -> c1", "line 10, column 10: `c1`: expected a reply beside the moves"),
        ("-> c1", "line 10, column 1: `->`: expected a move of the opponent's before it"),
        ("b1 -> c1\n  b1 -> a1", "line 11, column 3: `b1`: expected an empty cell of this position"),
        ("b1 -> c1\n c1 -> b1\n  x", "line 11, column 2: `c1`: expected an empty cell of this position"),
        (
            "  b1 -> c1\n c1 -> b1",
            "line 11, column 2: `c1 -> b1`: expected as many blanks before it as on line 10, or more",
        ),
        (
            "b1 -> c1\npart b2-top: c1",
            "line 11, column 1: `part b2-top: c1`: expected moves alone or parts alone: a position is answered, or it is divided",
        ),
        (
            "part b2-top b1 c1",
            "line 10, column 1: `part b2-top b1 c1`: expected a `:` between the goal and the cells, as in `part d4-top: a1-c3`",
        ),
        ("part b2-top:", "line 10, column 13: ``: expected the cells of the part, or `none`, or `all`"),
        ("part b2-top: b1 b2", "line 10, column 17: `b2`: expected an empty cell of this position"),
        (
            "part b2: b1",
            "line 10, column 6: a goal needs at least one alternative, each of at least one group of at least two terminals",
        ),
        (
            "part b2-z9: b1",
            "line 10, column 9: `z9`: expected a cell from a1 to c3, or an edge (top, bottom, left, right)",
        ),
        (
            "b1",
            "line 10, column 1: `b1`: expected a move and its reply, as in `e3 -> d5`, or a part, as in `part d4-top: a1-c3 d2`",
        ),
        ("\tb1 -> c1", "line 10, column 1: `b1 -> c1`: expected blanks alone before it"),
    ];
    for (plan, message) in cases {
        assert_eq!(parse(&format!("{BOARD_3X3}{plan}")).unwrap_err().to_string(), message, "{plan}");
    }
    let without = parse(&BOARD_3X3.replace("strategy:", "")).unwrap_err().to_string();
    assert!(without.contains("no `strategy`: expected a line `strategy:`"), "{without}");
    let two = format!("{}---{BOARD_3X3}", BOARD_3X3.replace("strategy:", "").replace("id:   3x3", "id: x"));
    assert!(parse(&two).unwrap_err().to_string().contains("expected one problem before it"));
    let cut = parse("id: x\ngoal: top-bottom\n\n. #\n # .\n\nstrategy:\npart b1-top: a1").unwrap_err().to_string();
    assert!(cut.contains("`b1` is the opponent's"), "{cut}");
}

#[test]
fn graphs_have_strategies_too() {
    let text = "
[[problem]]
id        = 'square'
goal      = 'north-south'
nodes     = 'part w in all'
links     = \"part-w-'all'-in-part\"
terminals = { north = 'part', south = \"'all'\" }
stones    = \"part 'all'\"
carrier   = 'w in'

strategy:
w -> in
  part part-south: none
";
    let certificate = holds(text);
    assert_eq!(certificate.check().unwrap().carrier.len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_a_strategy_or_an_error(
        words in prop::collection::vec(prop::sample::select(vec![
            "\n", "\n  ", "\n    ", " ", "->", "part ", ":", ";", "a1", "b1", "c1", "a3-b3", "b2-top", "b2-bottom", " or ",
            "-", "all", "none", "é", "\t", "'", "strategy:\n",
        ]), 0..40),
        junk in any::<String>(),
    ) {
        let _ = parse(&junk);
        let _ = parse(&format!("{BOARD_3X3}{junk}"));
        if let Ok(strategy) = parse(&format!("{BOARD_3X3}{}", words.concat())) {
            prop_assert_eq!(parse(&write(&strategy)), Ok(strategy.clone()));
            if let StrategyOutcome::Holds(certificate) = verify(&strategy, &Limits::default()).outcome {
                prop_assert!(certificate.check().is_ok());
            }
        }
    }
}

/// Without a fault a survey is the verification; with one it goes on.
#[test]
fn a_survey_collects_what_verification_stops_at() {
    let surveyed = |text: &str| survey(&parse(text).unwrap(), None, &Limits::default(), |_| {});
    let right = format!("{BOARD_5X5}part c3-top: b1-e1 b2-d2 b3\npart c3-bottom: d3 b4-d4 a5-d5");
    let found = surveyed(&right);
    assert_eq!(found.certificate, Some(holds(&right)));
    assert_eq!((found.leaves.len(), found.missing.len(), found.faults.len()), (2, 0, 0));

    // One cell too few in the first part; the second holds all the same.
    let found = surveyed(&format!("{BOARD_5X5}part c3-top: b1-d1 b2-d2 b3\npart c3-bottom: d3 b4-d4 a5-d5"));
    let leaves: Vec<_> = found.leaves.iter().map(|leaf| (leaf.place.as_str(), leaf.holds)).collect();
    assert_eq!(leaves, [("part 1 (c3-top)", Some(false)), ("part 2 (c3-bottom)", Some(true))]);
    assert_eq!(
        found.leaves[0].refutation.as_ref().map(|refutation| refutation.claim.clone()),
        Some(found.leaves[0].claim.clone())
    );
    assert!(found.certificate.is_none() && found.unsound.is_none());

    // Parts that share a cell are a fault, and are still looked at one by one.
    let found = surveyed(&format!("{BOARD_3X3}part b2-top: b1 c1\npart b2-bottom: a3 b3 c1"));
    assert!(
        matches!(found.faults[..], [StrategyFailure { reason: FailureReason::Overlap { .. }, .. }]),
        "{:?}",
        found.faults
    );
    assert_eq!(found.leaves.iter().filter(|leaf| leaf.holds == Some(true)).count(), 2);
    assert!(found.certificate.is_none());
}

/// The plan is right as far as it goes, but nothing answers the move that it leaves out.
#[test]
fn a_survey_lists_moves_without_a_reply() {
    let text = "id: x\ngoal: A-bottom\n\n# A #\n . # .\n\nstrategy:\nc2 -> a2\n";
    let strategy = parse(text).unwrap();
    let found = survey(&strategy, None, &Limits::default(), |_| {});
    let a2 = strategy.problem.claim.topology.cell("a2").unwrap();
    assert_eq!(found.leaves.iter().map(|leaf| (leaf.line.len(), leaf.holds)).collect::<Vec<_>>(), [(1, Some(true))]);
    let missing: Vec<_> =
        found.missing.iter().map(|missing| (missing.line.len(), missing.mv, missing.is_refuted)).collect();
    assert_eq!(missing, [(0, a2, true)]);
    assert_eq!(failure(text).reason, FailureReason::Unanswered("a2".to_owned()));
    assert!(found.certificate.is_none());
}

/// A survey of a strategy that verification accepts has its certificate, and one that it refuses has none.
#[test]
fn surveys_agree_with_verification() {
    for plan in [
        "",
        "b1 -> c1\n",
        "b1 -> c1\n  part b2-bottom: a3 b3\nc1 -> b1\n",
        "a3 -> b3\nb3 -> a3\n",
        "b1 -> a1\n",
        "c1 b1 -> b3\n",
    ] {
        let text = format!("{BOARD_3X3}{plan}");
        let strategy = parse(&text).unwrap();
        let mut heard = Vec::new();
        let found = survey(&strategy, None, &Limits::default(), |n_leaves| heard.push(n_leaves));
        assert_eq!(heard, (1..=found.leaves.len()).collect::<Vec<_>>());
        match verify(&strategy, &Limits::default()).outcome {
            StrategyOutcome::Holds(certificate) => assert_eq!(found.certificate, Some(certificate), "{plan}"),
            StrategyOutcome::Fails(_) => {
                let is_wrong = !found.missing.is_empty() || found.leaves.iter().any(|leaf| leaf.holds == Some(false));
                assert!(found.certificate.is_none() && is_wrong, "{plan} {found:?}");
            }
            other => panic!("{other:?}"),
        }
        // Without nodes nothing is decided, so nothing is proved.
        let stopped = survey(&strategy, Some(0), &Limits::default(), |_| {});
        assert!(stopped.leaves.iter().all(|leaf| leaf.holds.is_none()) && stopped.certificate.is_none());
    }
}
