//! Strategies answered position by position by the programs of the paper, beside their certificates.

use tesuji_claims::strategy::{AnsweredOutcome, AnsweredReason, StrategyOutcome, answers_by};
use tesuji_mishima::Program;
use tesuji_mishima::paper::PaperConfig;
use tesuji_problem::strategy::parse;
use tesuji_proof::Claim;
use tesuji_prove::VerifyReport;
use tesuji_search::Limits;

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

fn by(program: Program, config: PaperConfig) -> impl Fn(&Claim, &Limits) -> VerifyReport {
    move |claim, limits| program.verify(claim, &config, limits)
}

/// Asked position by position, every program says what the certificate says.
#[test]
fn programs_without_certificates_say_the_same() {
    let plans = [
        (BOARD_3X3, "part b2-top: b1 c1\npart b2-bottom: a3 b3"),
        (BOARD_3X3, "part b2-top: b1\npart b2-bottom: a3 b3"),
        (BOARD_3X3, "b1 -> c1\n  part b2-bottom: a3 b3\na3 -> b3\n  part b2-top: b1 c1"),
        (BOARD_3X3, "b1 -> c1\n  part b2-bottom: a3 b3"),
        (BOARD_3X3, "a1 -> a2"),
        (BOARD_5X5, "part c3-top: all except a4-e5 d3\npart c3-bottom: d3 a4-e4\n  a5-e5"),
        (BOARD_5X5, "part c3-top: b1-e1 b2 b3\npart c3-bottom: d3 b4-d4 a5-d5"),
    ];
    let mut n_left_out = [0; 2];
    for (board, plan) in plans {
        let text = format!("{board}{plan}");
        let strategy = parse(&text).unwrap();
        let truth = tesuji_claims::strategy::verify(&strategy, &Limits::default()).outcome;
        for program in [Program::A, Program::B, Program::C] {
            let found = answers_by(&strategy, &by(program, PaperConfig::default()), &Limits::default());
            match (&truth, &found.outcome) {
                (StrategyOutcome::Holds(_), AnsweredOutcome::Holds) => {}
                (StrategyOutcome::Fails(one), AnsweredOutcome::Fails(other)) => {
                    assert_eq!((&one.place, &one.reason), (&other.place, &other.reason), "{plan}");
                }
                other => panic!("{plan} by {program:?}: {other:?}"),
            }
            for answer in &found.answers {
                let by_c = tesuji_prove::verify(&answer.claim, &Limits::default()).outcome.holds();
                assert!(answer.holds.is_none() || answer.holds == by_c, "{plan}: {answer:?}");
                if let AnsweredReason::LeftOut(cells) = &answer.question {
                    n_left_out[usize::from(cells.len() > 1)] += 1;
                }
            }
            assert_eq!(found.nodes, found.answers.iter().map(|answer| answer.nodes).sum::<u64>());
        }
    }
    assert!(n_left_out.iter().all(|&n| n > 0), "moves left out, one by one and at once: {n_left_out:?}");
}

#[test]
fn a_limit_leaves_a_position_without_an_answer() {
    let strategy = parse(&format!("{BOARD_5X5}b1 -> c1")).unwrap();
    let config = PaperConfig { patterns: Vec::new(), ..Default::default() };
    let found = answers_by(&strategy, &by(Program::A, config), &Limits::nodes(1));
    assert_eq!(found.outcome, AnsweredOutcome::Undecided("after b1 -> c1".to_owned()));
    assert_eq!(found.answers.last().map(|answer| answer.holds), Some(None));
}
